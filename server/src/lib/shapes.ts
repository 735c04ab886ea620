import { Type } from 'typebox';

/** An object with the listed members and no others. */
export const closed = { additionalProperties: false } as const;

export const nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], said(description));

/** Text of a bounded length that shows something: only spaces is refused (decision 9). */
export const shownText = (min: number, max: number, description?: string) =>
  Type.String({ minLength: min, maxLength: max, pattern: '\\S', ...said(description) });

const said = (description: string | undefined) => (description === undefined ? {} : { description });
