import { agentEventTypes, partnerEventTypes, type PartnerEventType } from '#modules/webhooks';
import { reference, type Schema } from './document-types.ts';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const literal = (value: string): Schema => ({ type: 'string', const: value });
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** `plan.loss.reported` reads PlanLossReportedEvent. */
const nameOf = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

/** One schema per type and their union by `type`, which a client can switch on. */
function unionOf(name: string, types: readonly string[], one: (type: string) => Schema): Record<string, Schema> {
  const union: Schema = {
    oneOf: types.map((type) => reference(nameOf(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
    },
    description: 'One of the event types, identified by type. We may add more types; ignore the ones you don’t know.',
  };
  return { [name]: union, ...Object.fromEntries(types.map((type) => [nameOf(type), one(type)])) };
}

const id: Schema = { type: 'string', description: 'the same on every retry and resend; process each id once' };

export const agentEventSchemas = unionOf('IntakeEvent', agentEventTypes, (type) => ({
  ...object({
    id,
    object: literal('event'),
    type: literal(type),
    created_at: time,
    data: object({ intake_id: text, status: literal(type.slice('intake.'.length)) }),
  }),
  description: `An intake entered the status ${type.slice('intake.'.length)}.`,
}));

/** The objects inside thin events: ids, statuses, references and times. */
const thinSchemas: Record<string, Schema> = {
  ThinReferral: object({
    id: text,
    object: literal('gap.referral'),
    status: reference('ReferralStatus'),
    external_ref: orNull(text),
    created_at: time,
    invited_at: time,
    invitation_expires_at: time,
    activated_at: orNull(time),
    settled_at: orNull(time),
    closed_at: orNull(time),
  }),
  ThinEnrollment: object({
    id: text,
    object: literal('gap.enrollment'),
    status: reference('EnrollmentStatus'),
    external_ref: orNull(text),
    test: { type: 'boolean' },
    created_at: time,
    effective_at: time,
    canceled_at: orNull(time),
  }),
  ThinLossNotice: object({
    id: text,
    object: literal('gap.loss_notice'),
    status: literal('received'),
    external_ref: orNull(text),
    created_at: time,
  }),
  ThinRedemption: object({
    id: text,
    object: literal('gap.redemption'),
    status: { type: 'string', enum: ['open', 'completed', 'canceled'] },
    consultation_number: text,
    created_at: time,
    completed_at: orNull(time),
  }),
  ThinStatement: object({
    id: text,
    object: literal('gap.statement'),
    number: text,
    period: text,
    status: { type: 'string', enum: ['issued', 'paid', 'void'] },
    issued_at: time,
  }),
  ThinReviewRecord: object({
    id: text,
    object: literal('gap.review_record'),
    status: { type: 'string', enum: ['in_review', 'completed'] },
    updated_at: time,
  }),
};

const referral = { referral: reference('ThinReferral') };
const enrollment = { enrollment: reference('ThinEnrollment') };
const redemption = { ...enrollment, redemption: reference('ThinRedemption') };
const numbered = { ...referral, consultation_number: orNull(text) };

/** What the data of a type holds, where it is more than the referral or the enrollment. */
const ownData: Partial<Record<PartnerEventType, Record<string, Schema>>> = {
  'referral.activated': { ...numbered, via: orNull(text) },
  'referral.settled': numbered,
  'referral.closed': numbered,
  'referral.review_updated': { ...referral, review_record: reference('ThinReviewRecord') },
  'plan.loss.reported': { ...enrollment, loss_notice: reference('ThinLossNotice') },
  'plan.redemption.created': redemption,
  'plan.redemption.completed': redemption,
  'plan.statement.issued': { statement: reference('ThinStatement') },
};

const dataOf = (type: PartnerEventType): Schema =>
  object(ownData[type] ?? (type.startsWith('referral.') ? referral : enrollment));

/** Statements are always live, and their events have no `livemode`. */
const modeOf = (type: string): Record<string, Schema> =>
  type === 'plan.statement.issued' ? {} : { livemode: { type: 'boolean' } };

/** `means` says what happened, by type. */
export const partnerEventSchemas = (means: ReadonlyMap<string, string>): Record<string, Schema> => ({
  ...thinSchemas,
  ...unionOf('Event', partnerEventTypes, (type) => ({
    ...object({
      id,
      object: literal('event'),
      type: literal(type),
      api_version: literal('1.1'),
      created_at: time,
      ...modeOf(type),
      account: object({ id: { type: 'string', description: 'the id of your institution' } }),
      data: dataOf(type as PartnerEventType),
    }),
    description: means.get(type) ?? '',
  })),
});
