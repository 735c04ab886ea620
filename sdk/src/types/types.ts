// The objects of both APIs by their names; only this file depends on their place in the descriptions.
import type { Operations as AgentOperations } from './agent.gen.ts';
import type { Operations as PartnerOperations } from './partner.gen.ts';

type Agent<K extends keyof AgentOperations> = AgentOperations[K];
type Partner<K extends keyof PartnerOperations> = PartnerOperations[K];
type Rows<T> = T extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** Every list has `limit` and `cursor`; times can be dates. */
type Filter<Query> = {
  readonly [Name in Exclude<keyof Query, 'limit' | 'cursor' | 'order' | 'created_from' | 'created_to'>]?:
    | Query[Name]
    | undefined;
} & (Query extends { readonly created_from?: unknown }
  ? { readonly created_from?: string | Date | undefined; readonly created_to?: string | Date | undefined }
  : unknown) & {
    /** Objects per page, 1 to 100. */
    readonly limit?: number | undefined;
    /** Where to begin: `next_cursor` from an earlier page. */
    readonly cursor?: string | undefined;
  };

export type IntakeRequest = Agent<'POST /api/agent/v1/intakes'>['body'];
/** A new intake has a `poll_token`; a replay and a neutral response have none. */
export type IntakeAnswer = Agent<'POST /api/agent/v1/intakes'>['response'];
export type IntakeReceipt = Agent<'GET /api/agent/v1/intakes/{intake_id}'>['response'];
export type Agreement = Agent<'GET /api/agent/v1/agreement'>['response'];
export type RegistrationRequest = Agent<'POST /api/agent/v1/register'>['body'];
export type Registration = Agent<'POST /api/agent/v1/register'>['response'];
export type VerifyRequest = Agent<'POST /api/agent/v1/register/verify'>['body'];
export type Verified = Agent<'POST /api/agent/v1/register/verify'>['response'];
export type RecoveryRequest = Agent<'POST /api/agent/v1/recover'>['body'];
export type Recovery = Agent<'POST /api/agent/v1/recover'>['response'];
export type RecoverKeyRequest = Agent<'POST /api/agent/v1/recover/verify'>['body'];
export type RecoveredKey = Agent<'POST /api/agent/v1/recover/verify'>['response'];
export type AgentAccount = Agent<'GET /api/agent/v1/me'>['response'];
export type RotatedKey = Agent<'POST /api/agent/v1/me/rotate-key'>['response'];
export type WebhookRequest = Agent<'PUT /api/agent/v1/me/webhook'>['body'];
export type AgentWebhook = Agent<'PUT /api/agent/v1/me/webhook'>['response'];
export type RemovedWebhook = Agent<'DELETE /api/agent/v1/me/webhook'>['response'];

export type PartnerCredential = Partner<'GET /api/gap/v1/me'>['response'];
export type ChallengeRequest = Partner<'POST /api/gap/v1/credentials/{id}/verify'>['body'];
export type ActivatedCredential = Partner<'POST /api/gap/v1/credentials/{id}/verify'>['response'];
export type ReferralRequest = Partner<'POST /api/gap/v1/referrals'>['body'];
export type Referral = Partner<'GET /api/gap/v1/referrals/{id}'>['response'];
export type ReferralChange = Partner<'PATCH /api/gap/v1/referrals/{id}'>['body'];
export type ReferralFilter = Filter<Partner<'GET /api/gap/v1/referrals'>['query']>;
export type ListedReferral = Rows<Partner<'GET /api/gap/v1/referrals'>['response']>;
export type BulkReferralsRequest = Partner<'POST /api/gap/v1/referrals/bulk'>['body'];
export type BulkReferrals = Partner<'POST /api/gap/v1/referrals/bulk'>['response'];
export type SimulateRequest = Partner<'POST /api/gap/v1/referrals/{id}/simulate'>['body'];
export type AttestRequest = Partner<'POST /api/gap/v1/referrals/{id}/attest'>['body'];
export type ReviewRecord = Partner<'GET /api/gap/v1/referrals/{id}/review-record'>['response'];
export type ReviewLookup = Partner<'POST /api/gap/v1/review-status/lookup'>['body'];
export type FoundReviews = Partner<'POST /api/gap/v1/review-status/lookup'>['response'];
export type EventFilter = Filter<Partner<'GET /api/gap/v1/events'>['query']> & {
  readonly order?: 'asc' | 'desc' | undefined;
};
export type AnalyticsFilter = Partner<'GET /api/gap/v1/analytics'>['query'];
export type Analytics = Partner<'GET /api/gap/v1/analytics'>['response'];
export type EnrollmentRequest = Partner<'POST /api/gap/v1/plans/enrollments'>['body'];
export type Enrollment = Partner<'GET /api/gap/v1/plans/enrollments/{id}'>['response'];
export type EnrollmentChange = Partner<'PATCH /api/gap/v1/plans/enrollments/{id}'>['body'];
export type EnrollmentFilter = Filter<Partner<'GET /api/gap/v1/plans/enrollments'>['query']>;
export type ListedEnrollment = Rows<Partner<'GET /api/gap/v1/plans/enrollments'>['response']>;
export type BulkEnrollmentsRequest = Partner<'POST /api/gap/v1/plans/enrollments/bulk'>['body'];
export type BulkEnrollments = Partner<'POST /api/gap/v1/plans/enrollments/bulk'>['response'];
export type RosterSync = Partner<'POST /api/gap/v1/plans/roster-sync'>['response'];
export type LossNoticeRequest = Partner<'POST /api/gap/v1/plans/loss-notices'>['body'];
export type LossNotice = Partner<'POST /api/gap/v1/plans/loss-notices'>['response'];
export type RedemptionFilter = Filter<Partner<'GET /api/gap/v1/plans/redemptions'>['query']>;
export type Redemption = Rows<Partner<'GET /api/gap/v1/plans/redemptions'>['response']>;
export type StatementFilter = Filter<Partner<'GET /api/gap/v1/plans/statements'>['query']>;
export type Statement = Rows<Partner<'GET /api/gap/v1/plans/statements'>['response']>;
