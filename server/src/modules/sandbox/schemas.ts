import { Type, type Static } from 'typebox';
import { pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { partnerEventTypes } from '#modules/webhooks';
import {
  enrollmentOutcomes,
  enrollmentStepNames,
  referralOutcomes,
  referralStepNames,
  type EnrollmentOutcome,
  type EnrollmentStep,
  type ReferralOutcome,
  type ReferralStep,
} from './rules.ts';

const time = Type.String({ format: 'date-time' });
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));

const stepSchema = Type.Object(
  {
    step: Type.String(),
    label: Type.String(),
    kind: oneOf(['action', 'time']),
    publishes: Type.Array(oneOf(partnerEventTypes)),
  },
  closed,
);

export const sandboxReferralSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('sandbox.referral'),
    status: Type.String(),
    status_label: Type.String(),
    review: nullable(oneOf(['in_review', 'completed'])),
    name: Type.String(),
    vehicle: Type.String(),
    external_ref: nullable(Type.String()),
    created_at: time,
    invitation_expires_at: time,
    steps: Type.Array(stepSchema),
  },
  closed,
);
export type SandboxReferral = Static<typeof sandboxReferralSchema>;
export const sandboxReferralPageSchema = pageOf(sandboxReferralSchema);

export const sandboxEnrollmentSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('sandbox.enrollment'),
    status: Type.String(),
    redemption: nullable(Type.Object({ id: Type.String(), settled: Type.Boolean() }, closed)),
    name: Type.String(),
    vehicle: Type.String(),
    external_ref: nullable(Type.String()),
    created_at: time,
    steps: Type.Array(stepSchema),
  },
  closed,
);
export type SandboxEnrollment = Static<typeof sandboxEnrollmentSchema>;
export const sandboxEnrollmentPageSchema = pageOf(sandboxEnrollmentSchema);

export const sandboxQuerySchema = Type.Object(pageQuery, closed);
export type SandboxQuery = Static<typeof sandboxQuerySchema>;

export const referralStepSchema = Type.Object({ step: oneOf<ReferralStep>(referralStepNames) }, closed);
export const enrollmentStepSchema = Type.Object({ step: oneOf<EnrollmentStep>(enrollmentStepNames) }, closed);

export const referralSampleSchema = Type.Object({ outcome: oneOf<ReferralOutcome>(referralOutcomes) }, closed);
export const enrollmentSampleSchema = Type.Object({ outcome: oneOf<EnrollmentOutcome>(enrollmentOutcomes) }, closed);

const messageMembers = {
  id: Type.String(),
  object: Type.Literal('sandbox.message'),
  /** The message's purpose, such as referrals.invitation. */
  purpose: Type.String(),
  channel: oneOf(['email', 'text']),
  from: Type.String(),
  to: Type.String(),
  subject: nullable(Type.String()),
  about: Type.Object(
    { id: Type.String(), object: oneOf(['referral', 'enrollment', 'endpoint', 'removed']) },
    { ...closed, description: 'what it is about; removed when that is no longer there' },
  ),
  created_at: time,
};

const mailboxItemSchema = Type.Object(messageMembers, closed);
export type MailboxItem = Static<typeof mailboxItemSchema>;
export const mailboxPageSchema = pageOf(mailboxItemSchema);

export const mailboxMessageSchema = Type.Object(
  {
    ...messageMembers,
    text: Type.String(),
    links: Type.Array(Type.String(), { description: 'addresses of our own pages in it; they work' }),
    has_html: Type.Boolean(),
  },
  closed,
);
export type MailboxMessage = Static<typeof mailboxMessageSchema>;

export const mailboxQuerySchema = Type.Object(
  {
    ...pageQuery,
    about: Type.Optional(
      Type.String({
        pattern: '^(ref|enr|whe)_[0-9A-Za-z]{1,60}$',
        description: 'a referral, an enrollment or an endpoint',
      }),
    ),
  },
  closed,
);
export type MailboxQuery = Static<typeof mailboxQuerySchema>;

/** The user must type this to reset, so that it does not happen by accident. */
export const resetPhrase = 'empty the sandbox';

export const newResetSchema = Type.Object({ confirm: Type.String({ maxLength: 100 }) }, closed);

const counts = Type.Object(
  {
    messages: Type.Integer(),
    referrals: Type.Integer(),
    enrollments: Type.Integer(),
    roster_syncs: Type.Integer(),
    idempotency_keys: Type.Integer(),
  },
  closed,
);
export type ResetCounts = Static<typeof counts>;

export const resetSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('sandbox.reset'),
    status: oneOf(['running', 'finished']),
    asked_at: time,
    finished_at: nullable(time),
    found: counts,
    removed: counts,
    kept: nullable(Type.Integer(), 'referrals and enrollments that stay; null while it runs'),
  },
  closed,
);
export type ResetView = Static<typeof resetSchema>;
export const latestResetSchema = Type.Object(
  { object: Type.Literal('sandbox.latest_reset'), reset: nullable(resetSchema) },
  closed,
);
