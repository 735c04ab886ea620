import { Type, type Static } from 'typebox';
import { moneySchema } from '#lib/api/offer-parts';
import { pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { languages } from '#lib/languages/language';

export const callOutcomes = [
  'no_answer',
  'voicemail',
  'callback_requested',
  'confirmed',
  'declined',
  'not_requested',
  'do_not_contact',
  'wrong_number',
] as const;

/** The channels for reaching a customer, each of which they can stop for a case. */
export const channels = ['email', 'text', 'call'] as const;
export type Channel = (typeof channels)[number];

const callSchema = Type.Object(
  {
    id: Type.String(),
    staff_id: Type.String(),
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    note: nullable(Type.String()),
    called_at: Type.String(),
    /** The version of the calling hours and the customer's local times; null for calls from before these were stored. */
    rule_version: nullable(Type.String()),
    local_time: nullable(Type.String()),
    callback_at: nullable(Type.String()),
    /** The call of another case of the same customer whose outcome applies here too; it was dialed once. */
    applied_from: nullable(Type.String()),
  },
  closed,
);

export const consultationSchema = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    source: Type.Enum(['agent_intake', 'referral', 'membership'], { type: 'string' }),
    source_id: Type.String(),
    priority: Type.Boolean(),
    test: Type.Boolean(),
    /** The customer's chosen language for reading and speaking; null until they choose. */
    language: nullable(Type.Enum([...languages], { type: 'string' })),
    opened_at: Type.String(),
    delivered_at: nullable(Type.String()),
    closed_at: nullable(Type.String()),
    initial_offer_cents: nullable(Type.Integer()),
    settlement_cents: nullable(Type.Integer()),
    settled_at: nullable(Type.String()),
    money: moneySchema,
    calls: Type.Array(callSchema),
  },
  closed,
);

export type Consultation = Static<typeof consultationSchema>;

const {
  calls: _calls,
  initial_offer_cents: _offer,
  settlement_cents: _settlement,
  settled_at: _settledAt,
  money: _money,
  language: _language,
  ...boardMembers
} = consultationSchema.properties;

export const boardRowSchema = Type.Object(boardMembers, closed);

export const boardSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(boardRowSchema),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  closed,
);

export type Board = Static<typeof boardSchema>;

export const boardQuerySchema = Type.Object(
  {
    ...pageQuery,
    test: Type.Optional(Type.Enum(['true', 'false'], { type: 'string' })),
  },
  closed,
);

export type BoardQuery = Static<typeof boardQuerySchema>;
