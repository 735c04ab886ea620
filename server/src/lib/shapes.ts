import { Type } from 'typebox';

/** An object with the listed members and no others. */
export const closed = { additionalProperties: false } as const;

export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Text of a bounded length that shows something: only spaces is refused (decision 9). */
export const shownText = (min: number, max: number) => Type.String({ minLength: min, maxLength: max, pattern: '\\S' });
