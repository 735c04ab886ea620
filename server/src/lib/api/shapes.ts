import { Type } from 'typebox';

/** An object with the listed members and no others. */
export const closed = { additionalProperties: false } as const;

export const nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], described(description));

/** Text of a bounded length that is not only spaces (D-009). */
export const shownText = (min: number, max: number, description?: string) =>
  Type.String({ minLength: min, maxLength: max, pattern: '\\S', ...described(description) });

const described = (description: string | undefined) => (description === undefined ? {} : { description });
