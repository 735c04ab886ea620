import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { laneName } from './schemas.ts';

const time = Type.String();
const text = nullable(Type.String());

export const loadSchema = Type.Object(
  {
    object: Type.Literal('board.load'),
    at: time,
    /** The team's day: calls are counted from its start, and callbacks are due today until its end. */
    today: Type.Object({ date: Type.String(), from: time, to: time, time_zone: Type.String() }, closed),
    lanes: Type.Array(
      Type.Object({ lane: laneName, count: Type.Integer(), oldest_at: nullable(time), held: Type.Integer() }, closed),
    ),
    ages: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }, closed)),
    callbacks: Type.Object({ overdue: Type.Integer(), due_today: Type.Integer() }, closed),
    /** Settled cases with a proven improvement and an uncharged fee, oldest settlement first; at most 100. */
    fees_due: Type.Array(
      Type.Object(
        {
          consultation_id: Type.String(),
          number: Type.String(),
          settled_at: time,
          due_cents: Type.Integer(),
          /** The bank declined the last attempt. */
          declined: Type.Boolean(),
          /** A charge is in progress. */
          charging: Type.Boolean(),
        },
        closed,
      ),
    ),
    people: Type.Array(
      Type.Object(
        {
          staff_id: Type.String(),
          name: Type.String(),
          calls: Type.Integer(),
          reached: Type.Integer(),
          confirmed: Type.Integer(),
          last_call_at: nullable(time),
          holds: nullable(Type.Object({ consultation_id: Type.String(), number: Type.String(), since: time }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type Load = Static<typeof loadSchema>;

export const accountsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), detail: text, status: Type.String(), created_at: time },
        closed,
      ),
    ),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  closed,
);

export type Accounts = Static<typeof accountsSchema>;

export const accountsQuerySchema = Type.Object(
  { cursor: Type.Optional(Type.String({ pattern: '^[a-z]+_[0-9A-Za-z]{24}$' })) },
  closed,
);
