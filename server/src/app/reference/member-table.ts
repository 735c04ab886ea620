import type { Document, Schema } from '#app/openapi/document-types';
import { toCode, toTable } from './markdown-text.ts';
import { meaningWords, nameOfReference, typeWords } from './schema-messages.ts';

type Schemas = NonNullable<Document['components']['schemas']>;

export type Members = {
  readonly schemas: Schemas;
  /** The address of the pages of named schemas. */
  readonly objects: string;
  /** How many levels of nested objects are shown; deeper ones have their own page. */
  readonly depth: number;
};

/** The schema itself, or the one that it refers to. */
export const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOfReference(schema.$ref)] ?? schema);

/** The object, or list of objects, in a member; undefined for anything else. */
function objectIn(schema: Schema, schemas: Schemas): { readonly object: Schema; readonly many: boolean } | undefined {
  const choices = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return objectIn(only, schemas);
  const resolved = resolve(schema, schemas);
  if (resolved.type === 'array' && resolved.items !== undefined) {
    const inside = objectIn(resolved.items, schemas);
    return inside && { ...inside, many: true };
  }
  return resolved.properties === undefined ? undefined : { object: resolved, many: false };
}

type Row = readonly [name: string, type: string, about: string];

function rowsOf(schema: Schema, { schemas, objects, depth }: Members, before: string): Row[] {
  const needed = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const resolved = resolve(member, schemas);
    const about = member.description ?? resolved.description ?? '';
    const row: Row = [
      `${toCode(before + name)}${needed.has(name) ? ' **required**' : ''}`,
      typeWords(member, objects),
      meaningWords(about, member.$ref === undefined || resolved.enum !== undefined ? resolved : member),
    ];
    const inside = depth > 0 ? objectIn(member, schemas) : undefined;
    const below = { schemas, objects, depth: depth - 1 };
    return inside === undefined
      ? [row]
      : [row, ...rowsOf(inside.object, below, `${before}${name}${inside.many ? '[].' : '.'}`)];
  });
}

/** All members of an object with type, meaning and limits; nested members have dotted names. */
export function memberTable(schema: Schema, members: Members): string {
  const rows = rowsOf(merge(schema, members.schemas), members, '');
  return rows.length === 0 ? '' : toTable(['Member', 'Type', 'Meaning'], rows);
}

/** Merges several combined schemas into one. */
function merge(schema: Schema, schemas: Schemas): Schema {
  const own = resolve(schema, schemas);
  if (own.allOf === undefined) return own;
  const parts = own.allOf.map((part) => merge(part, schemas));
  return {
    ...own,
    required: parts.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...parts.map(({ properties = {} }) => properties)) as Record<string, Schema>,
  };
}
