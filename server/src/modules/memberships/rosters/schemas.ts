import { closed, nullable } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';

const time = Type.String({ format: 'date-time' });

const syncActions = ['created', 'updated', 'canceled'] as const;

export const rosterSyncSchema = Type.Object(
  {
    object: Type.Literal('gap.roster_sync'),
    id: Type.String(),
    mode: Type.Unsafe<'apply' | 'dry_run'>(Type.Enum(['apply', 'dry_run'], { type: 'string' })),
    livemode: Type.Boolean(),
    totals: Type.Object(
      {
        submitted: Type.Integer(),
        created: Type.Integer(),
        updated: Type.Integer(),
        unchanged: Type.Integer(),
        canceled: Type.Integer(),
        kept: Type.Integer(),
      },
      closed,
    ),
    changes: Type.Array(
      Type.Object(
        {
          action: Type.Unsafe<(typeof syncActions)[number]>(Type.Enum([...syncActions], { type: 'string' })),
          enrollment_id: nullable(Type.String()),
          vin: Type.String(),
          external_ref: nullable(Type.String()),
        },
        closed,
      ),
    ),
    changes_truncated: Type.Boolean(),
    created_at: time,
  },
  closed,
);

export type RosterSync = Static<typeof rosterSyncSchema>;
