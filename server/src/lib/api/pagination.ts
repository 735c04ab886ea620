import { Type } from 'typebox';
import { closed, nullable } from './shapes.ts';

// Lists are paged by a cursor and not by an offset, so that pages stay stable while rows are added (D-094).

export const pageOf = <T extends Type.TSchema>(item: T) =>
  Type.Object(
    {
      object: Type.Literal('list'),
      data: Type.Array(item),
      has_more: Type.Boolean(),
      next_cursor: nullable(Type.String()),
    },
    closed,
  );

/** Query parameters are text and nothing is coerced, so a number is a text of digits. */
export const pageQuery = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$', description: '1 to 100; default: 25' })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'next_cursor of the previous page' })),
};

/** Text that is compared with stored values. */
export const filterText = (max: number) => Type.String({ minLength: 1, maxLength: max });

/** From inclusive, to exclusive. */
export const createdQuery = {
  created_from: Type.Optional(Type.String({ format: 'timestamp' })),
  created_to: Type.Optional(Type.String({ format: 'timestamp' })),
};

/** Rows per page: the default, and the maximum, which the pattern above enforces. */
export const pageRows = { usual: 25, most: 100 } as const;

export const readLimit = (limit: string | undefined): number => Number(limit ?? pageRows.usual);

export const readTime = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Opaque to clients, so that its contents may change. */
export const writeCursor = (...parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts of a cursor, each matching its form; undefined for a cursor from elsewhere. */
export function readCursor(cursor: string, forms: readonly RegExp[]): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || parts.length !== forms.length) return undefined;
    const matches = forms.every((form, index) => typeof parts[index] === 'string' && form.test(parts[index]));
    return matches ? (parts as string[]) : undefined;
  } catch {
    return undefined;
  }
}

type Page<T> = {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** A page of `limit` rows, from rows read with one extra, which shows whether there are more. */
export function toPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  shape: { readonly item: (row: Row) => T; readonly cursor: (row: Row) => string },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    object: 'list',
    data: shown.map((row) => shape.item(row)),
    has_more: more,
    next_cursor: more ? shape.cursor(last) : null,
  };
}

/** A list that is never paged. */
export const wholePage = <T>(data: T[]): Page<T> => ({ object: 'list', data, has_more: false, next_cursor: null });
