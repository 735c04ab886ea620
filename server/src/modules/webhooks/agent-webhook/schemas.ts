import { closed } from '#lib/api/shapes';
import { Type } from 'typebox';

/** Bounds only; rules.ts decides whether an address is public. */
export const agentWebhookRequestSchema = Type.Object(
  { url: Type.String({ maxLength: 500 }) },
  { ...closed, examples: [{ url: 'https://companion.example.com/makewhole/events' }] },
);

const agentWebhookMembers = {
  url: Type.String(),
  events: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const agentWebhookSchema = Type.Object({ secret: Type.String(), ...agentWebhookMembers }, closed);

export const deletedSchema = Type.Object({ deleted: Type.Boolean() }, closed);
