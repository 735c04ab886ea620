import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { partnerEventTypes } from '../events/rules.ts';

/** `open`: today; `closing`: over, but a transaction from before its end may still be open; `broken`: it no longer matches its digest. */
export const logDaySchema = Type.Object(
  {
    object: Type.Literal('portal.event_seal'),
    day: Type.String(),
    status: Type.Enum(['open', 'closing', 'sealed', 'broken'], { type: 'string' }),
    count: Type.Integer({ description: 'As sealed; so far while the day has no seal.' }),
    first_id: nullable(Type.String()),
    last_id: nullable(Type.String()),
    sha256: nullable(Type.String({ description: 'Over the ids in the order of their bytes, joined by line feeds.' })),
    sealed_at: nullable(Type.String()),
    broken: nullable(Type.Object({ found_at: Type.String(), count: Type.Integer() }, closed)),
  },
  closed,
);

export type LogDay = Static<typeof logDaySchema>;

/** Characters of one upload: 100,000 ids with some other columns. */
export const receivedMax = 4 * 1024 * 1024;
/** JSON writes a quote or a line end as two characters; in whole events every tenth character is a quote. */
export const reconcileBodyMax = 6 * 1024 * 1024;

export const reconcileSchema = Type.Object(
  {
    received: Type.String({
      maxLength: receivedMax,
      description: 'Ids of events as text, CSV or NDJSON: one or several in a line, or an object with an id in each.',
    }),
    created_from: Type.String({ format: 'timestamp' }),
    created_to: Type.String({ format: 'timestamp' }),
    types: Type.Optional(
      Type.Array(Type.Enum([...partnerEventTypes], { type: 'string' }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
    ),
  },
  closed,
);

const idList = Type.Object({ count: Type.Integer(), ids: Type.Array(Type.String()) }, closed);

export const reconciliationSchema = Type.Object(
  {
    object: Type.Literal('portal.event_reconciliation'),
    created_from: Type.String(),
    created_to: Type.String(),
    received: Type.Object(
      {
        lines: Type.Integer(),
        ids: Type.Integer(),
        unreadable: Type.Object({ count: Type.Integer(), lines: Type.Array(Type.Integer()) }, closed),
      },
      closed,
    ),
    ours: Type.Integer(),
    matched: Type.Integer(),
    missing: Type.Object(
      {
        count: Type.Integer(),
        by_type: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() }, closed)),
        data: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), created_at: Type.String() }, closed)),
      },
      closed,
    ),
    unknown: idList,
    elsewhere: Type.Object(
      {
        ...idList.properties,
        count: Type.Integer({ description: 'Ours, but of another time or type than asked for.' }),
      },
      closed,
    ),
    duplicates: Type.Object(
      {
        count: Type.Integer(),
        data: Type.Array(Type.Object({ id: Type.String(), times: Type.Integer() }, closed)),
      },
      closed,
    ),
  },
  closed,
);

export type Reconciliation = Static<typeof reconciliationSchema>;
