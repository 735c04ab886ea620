import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { heldKinds } from './held-rules.ts';

export const heldGroupsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          /** The exhausted limit: the cap of one recipient, or a daily budget. */
          kind: Type.Enum([...heldKinds], { type: 'string' }),
          /** Its scope: a masked recipient, an address, a network, an agent or an institution; null for the global budget. */
          whose: nullable(Type.String()),
          mails: Type.Integer(),
          texts: Type.Integer(),
          oldest_at: Type.String(),
        },
        closed,
      ),
    ),
    has_more: Type.Boolean(),
    next_cursor: Type.Null(),
  },
  closed,
);

export type HeldGroups = Static<typeof heldGroupsSchema>;

export const heldGroupParams = Type.Object({ group_id: Type.String({ maxLength: 40 }) });

/** How many were changed, and whether there are more in the group. */
export const heldChangeSchema = Type.Object({ changed: Type.Integer(), more: Type.Boolean() }, closed);
export type HeldChange = Static<typeof heldChangeSchema>;
