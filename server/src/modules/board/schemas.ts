import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { languages } from '#lib/languages/language';
import { holdSchema } from '#modules/checkout';
import { callOutcomes, channels } from '#modules/consultations';
import { replySchema } from '#modules/replies';
import { requestSchema } from '#modules/owner-page';
import { boardClosingSchema, boardPaymentsSchema } from './payment-schemas.ts';
import { paymentSchema } from './price-schemas.ts';
import { lanes } from './rules.ts';
import { boardMoneySchema } from './money-schemas.ts';
import { reviewSchema } from './review-schemas.ts';

const time = Type.String();
const text = nullable(Type.String());
const amount = nullable(Type.Integer());
export const laneName = Type.Unsafe<(typeof lanes)[number]>(Type.Enum([...lanes], { type: 'string' }));
const source = Type.Unsafe<'agent_intake' | 'referral' | 'membership'>(
  Type.Enum(['agent_intake', 'referral', 'membership'], { type: 'string' }),
);

export const cardSchema = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    source,
    source_id: Type.String(),
    lane: laneName,
    status: Type.String(),
    status_at: time,
    name: text,
    vehicle: text,
    loss_state: text,
    gap_cents: amount,
    priority: Type.Boolean(),
    test: Type.Boolean(),
    /** How the customer was first proven to be reached; null until then. */
    proven: nullable(Type.Unsafe<'email' | 'text' | 'call'>(Type.Enum(['email', 'text', 'call'], { type: 'string' }))),
    /** The agent relayed a yes that is not proven yet. */
    relayed: Type.Boolean(),
    /** The number of other open cases of the same customer, except those about another vehicle. */
    tied: Type.Integer(),
    attempts: Type.Integer(),
    last_call_at: nullable(time),
    callback_at: nullable(time),
    next_call_at: nullable(time),
    /** A call is due, and there is no number to call. */
    waits_for_number: Type.Boolean(),
    /** The number was wrong, and no other is known yet. */
    number_struck: Type.Boolean(),
    opened_at: time,
    delivered_at: nullable(time),
    closed_at: nullable(time),
    /** The owner asked for no more contact, or said no: the team does not call about it. */
    stopped: Type.Boolean(),
    unread_replies: Type.Integer(),
    /** Created by the team for an owner who called us. */
    by_telephone: Type.Boolean(),
    /** It could not be decrypted: the name or the count of replies is missing. */
    unreadable: Type.Boolean(),
    /** The assignee; null when they can no longer sign in. */
    assignee: nullable(Type.Object({ staff_id: Type.String(), name: Type.String(), mine: Type.Boolean() }, closed)),
    held: nullable(
      Type.Object({ staff_id: Type.String(), name: Type.String(), until: time, mine: Type.Boolean() }, closed),
    ),
  },
  closed,
);

export type Card = Static<typeof cardSchema>;

export const columnsSchema = Type.Object(
  {
    object: Type.Literal('board.columns'),
    at: time,
    test: Type.Boolean(),
    columns: Type.Array(
      Type.Object(
        { lane: laneName, count: Type.Integer(), oldest_at: nullable(time), cards: Type.Array(cardSchema) },
        closed,
      ),
    ),
  },
  closed,
);

export type Columns = Static<typeof columnsSchema>;

const flag = Type.Optional(Type.Enum(['true', 'false'], { type: 'string' }));

export const columnsQuerySchema = Type.Object({ test: flag }, closed);

export const searchQuerySchema = Type.Object(
  { q: Type.String({ minLength: 2, maxLength: 100, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }) },
  closed,
);

export const cardListSchema = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(cardSchema), has_more: Type.Boolean(), next_cursor: Type.Null() },
  closed,
);

export type CardList = Static<typeof cardListSchema>;

/** A piece of a sentence: our words, or those of somebody else, which are shown as quoted. */
const scriptWordsSchema = Type.Object({ text: Type.String(), theirs: Type.Boolean() }, closed);

const timelineEntrySchema = Type.Object(
  {
    at: time,
    kind: Type.Enum(
      ['submitted', 'status', 'message', 'call', 'answer', 'action', 'document', 'money', 'reply', 'note'],
      {
        type: 'string',
      },
    ),
    title: Type.String(),
    by: text,
    note: text,
  },
  closed,
);

const askedSchema = Type.Object(
  {
    by: Type.Enum(['agent', 'institution', 'telephone'], { type: 'string' }),
    name: text,
    details: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }, closed)),
    proven: Type.Boolean(),
    words: text,
    at: time,
  },
  closed,
);

const fieldValue = nullable(Type.Union([Type.String(), Type.Number()]));

const documentSummarySchema = Type.Object(
  {
    id: Type.String(),
    size_bytes: Type.Integer(),
    vendor: Type.String(),
    pages: Type.Integer(),
    scanned: Type.Boolean(),
    failed_checks: Type.Array(Type.String()),
    /** No field could be read with certainty: a staff member has to open it. */
    nothing_read: Type.Boolean(),
    /** The VIN the report is about when it is not the consultation's; then none of its facts are shown. */
    other_vehicle: text,
    /** The owner that the report names when it is not the consultation's. */
    other_owner: text,
    differences: Type.Array(Type.Object({ field: Type.String(), sent: fieldValue, read: fieldValue }, closed)),
    /** When the file itself was removed, because its customer was never proven. */
    file_removed_at: nullable(time),
    created_at: time,
  },
  closed,
);

const marketSchema = Type.Object(
  {
    label: Type.String(),
    coverage: Type.String(),
    sample_size: Type.Integer(),
    low: amount,
    mid: amount,
    high: amount,
    adjusted_mid: amount,
    adjusted_low: amount,
    adjusted_high: amount,
    gap_cents: amount,
    snapshot_id: text,
    disclaimer: Type.String(),
  },
  closed,
);

const callingSchema = Type.Object(
  {
    may_call: Type.Boolean(),
    /** When calls are allowed again; null while they are allowed, and when they have ended. */
    opens_at: nullable(time),
    /** Why no call is allowed now: the hours, or the number was tried as often as allowed. */
    reason: nullable(Type.Enum(['outside_calling_hours', 'capped'], { type: 'string' })),
    /** Why there will be no more calls about this consultation; null while there may be. */
    ended: nullable(Type.Enum(['do_not_contact', 'declined', 'no_calls', 'test_case'], { type: 'string' })),
    /** Why the given number is neither texted nor dialed; null when it may be, and when there is none. */
    number_problem: nullable(Type.Enum(['premium', 'toll_free', 'outside_us', 'not_assigned'], { type: 'string' })),
    until: Type.String(),
    rule_version: Type.String(),
    /** Every time zone the customer may be in; the hours of all of them must allow the call. */
    zones: Type.Array(Type.String()),
    /** Every state that the loss, the ZIP or the area code names; empty when the location is unknown. */
    states: Type.Array(Type.String()),
    /** When a call can be promised, in every zone the customer may be in; empty when calls have ended. */
    callback_openings: Type.Array(Type.Object({ from: time, to: time }, closed)),
  },
  closed,
);

/** Another open case of the same customer: one person, one call. */
const tiedSchema = Type.Object(
  { id: Type.String(), number: Type.String(), lane: laneName, status: Type.String(), opened_at: time },
  closed,
);

const factSchema = Type.Object(
  {
    group: Type.String(),
    label: Type.String(),
    value: Type.String(),
    from: Type.String(),
    /** The staff member who stated it, and when. */
    by: text,
    at: nullable(time),
  },
  closed,
);

const allowedOutcomeSchema = Type.Object(
  {
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    allowed: Type.Boolean({ description: 'Whether a call with this outcome can be logged now.' }),
    reason: nullable(Type.String({ description: 'Why it cannot be logged.' })),
  },
  closed,
);

export const consultationDetailSchema = Type.Object(
  {
    object: Type.Literal('board.case'),
    at: time,
    card: cardSchema,
    tied: Type.Array(tiedSchema),
    person: Type.Object(
      {
        first_name: text,
        last_name: text,
        email: text,
        phone: text,
        phone_hint: text,
        /** The customer's chosen language for reading and speaking; null until they choose. */
        language: nullable(Type.Enum([...languages], { type: 'string' })),
      },
      closed,
    ),
    asked: askedSchema,
    facts: Type.Array(factSchema),
    /** A change of the facts must name the version it is based on. */
    facts_version: Type.Integer(),
    offer_cents: amount,
    settlement_cents: amount,
    money: boardMoneySchema,
    review: nullable(reviewSchema),
    market: nullable(marketSchema),
    missing: Type.Array(Type.String()),
    payment: paymentSchema,
    holds: Type.Array(holdSchema),
    payments: boardPaymentsSchema,
    closing: boardClosingSchema,
    documents: Type.Array(documentSummarySchema),
    /** The owner's replies, newest first. */
    replies: Type.Array(replySchema),
    /** The owner's choices and requests on their own page. */
    own_page: Type.Object(
      {
        stopped_channels: Type.Array(Type.Enum([...channels], { type: 'string' })),
        /** Newest first. */
        requests: Type.Array(requestSchema),
      },
      closed,
    ),
    calling: callingSchema,
    allowed_outcomes: Type.Array(allowedOutcomeSchema),
    /** The number of calls that a logged outcome must confirm. */
    call_count: Type.Integer(),
    say: Type.Array(Type.Array(scriptWordsSchema)),
    timeline: Type.Array(timelineEntrySchema),
  },
  closed,
);

export type ConsultationDetail = Static<typeof consultationDetailSchema>;
export type TimelineEntry = Static<typeof timelineEntrySchema>;
export type ScriptWords = Static<typeof scriptWordsSchema>;
