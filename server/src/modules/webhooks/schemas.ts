import { Type } from 'typebox';

const closed = { additionalProperties: false } as const;

/** Bounds only; what makes an address public is decided in rules.ts. */
export const webhookRequestSchema = Type.Object({ url: Type.String({ maxLength: 500 }) }, closed);

const endpoint = {
  url: Type.String(),
  events: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const webhookSchema = Type.Object({ secret: Type.String(), ...endpoint }, closed);

export const removedSchema = Type.Object({ deleted: Type.Boolean() }, closed);
