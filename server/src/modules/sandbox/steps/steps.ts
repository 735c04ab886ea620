import type { Ctx, Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { lockConsultation, recordParts, sandboxTime } from '#modules/consultations';
import { getEnrollment, listEnrollments, type EnrollmentView } from '#modules/memberships';
import {
  attestReferral,
  cancelReferral,
  editReferral,
  expireNow,
  getReferral,
  listReferrals,
  reviewReferral,
  simulateReferral,
  type ReferralView,
} from '#modules/referrals';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { stepNotPossible } from '../errors.ts';
import {
  listEnrollmentSteps,
  listReferralSteps,
  type ReferralStep,
  type SandboxTenant,
  type StepView,
} from '../rules.ts';
import type { SandboxEnrollment, SandboxQuery, SandboxReferral } from '../schemas.ts';
import { findReferralConsultation, listOpenRedemptions, listProgress, type ReferralProgress } from '../store.ts';

export async function getSandboxEnrollment(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<SandboxEnrollment> {
  const [enrollment, [redemption]] = await Promise.all([
    getEnrollment(ctx, tenant, id),
    listOpenRedemptions(ctx.db, tenant, [id]),
  ]);
  return toEnrollmentView(enrollment, redemption);
}

export async function getSandboxReferral(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<SandboxReferral> {
  const [referral, [progress]] = await Promise.all([getReferral(ctx, tenant, id), listProgress(ctx.db, tenant, [id])]);
  return toReferralView(referral, progress);
}

/** Sandbox enrollments, newest first, each with its steps. */
export async function listSandboxEnrollments(ctx: Ctx, tenant: SandboxTenant, query: SandboxQuery) {
  const page = await listEnrollments(ctx, tenant, query);
  const ids = page.data.map(({ id }) => id);
  const open = new Map((await listOpenRedemptions(ctx.db, tenant, ids)).map((row) => [row.enrollmentId, row]));
  return { ...page, data: page.data.map((enrollment) => toEnrollmentView(enrollment, open.get(enrollment.id))) };
}

/** Sandbox referrals, newest first, each with its steps. */
export async function listSandboxReferrals(ctx: Ctx, tenant: SandboxTenant, query: SandboxQuery) {
  const page = await listReferrals(ctx, tenant, query);
  const ids = page.data.map(({ id }) => id);
  const progress = new Map((await listProgress(ctx.db, tenant, ids)).map((row) => [row.id, row]));
  return { ...page, data: page.data.map((referral) => toReferralView(referral, progress.get(referral.id))) };
}

type Stepped = {
  readonly status: string;
  readonly review?: string | null;
  readonly steps: readonly StepView[];
};

type TakeStep<T extends Stepped> = {
  readonly step: string;
  readonly read: () => Promise<T>;
  readonly take: () => Promise<unknown>;
};

/** Takes a step that is possible now, and returns the changed object. Otherwise throws an error with the possible steps. */
export async function requireStep<T extends Stepped>({ step, read, take }: TakeStep<T>): Promise<T> {
  const before = await read();
  if (!before.steps.some((one) => one.step === step)) throw refusalOf(before);
  try {
    await take();
  } catch (error) {
    // A concurrent request changed it after it was read.
    if (error instanceof AppError && movedMeanwhile.has(error.code)) throw refusalOf(await read());
    throw error;
  }
  return read();
}

const movedMeanwhile = new Set(['invalid_state', 'loss_notice_exists']);

const refusalOf = ({ status, review, steps }: Stepped) =>
  stepNotPossible({ status, review: review ?? undefined, possible: steps.map((one) => one.step) });

/** A sample loss's offer if its notice had none, and the amount that a simulated settlement adds. */
const offeredCents = 1_500_000;
const increaseCents = 250_000;

/** Settles the claim behind a test redemption with the record that the team would write, both figures before tax and fees. */
export async function settleRedemption(tx: Tx, consultationId: string): Promise<void> {
  const locked = await lockConsultation(tx, consultationId);
  const cents = locked.offer.value?.cents ?? locked.offer.stated?.cents ?? offeredCents;
  const value = (amount: number): OfferParts => ({ value: { cents: amount, from: 'staff' } });
  recordParts(tx, locked, { offer: value(cents), settlement: value(cents + increaseCents), retold: 'staff' });
}

type Run = (input: {
  readonly ctx: Ctx;
  readonly tenant: SandboxTenant;
  readonly id: string;
  readonly sources: sandboxTime.ClosingSources;
}) => Promise<unknown>;

const simulate =
  (step: 'accept' | 'decline' | 'deliver' | 'settle' | 'close'): Run =>
  ({ ctx, tenant, id }) =>
    transact(ctx, (tx) => simulateReferral(tx, tenant, { id, step }));

const pass =
  (days: typeof sandboxTime.passQuietDays): Run =>
  async ({ ctx, tenant, id, sources }) => {
    const consultationId = await findReferralConsultation(ctx.db, tenant, id);
    if (consultationId !== undefined) await days(ctx, sources, { id: consultationId, sourceId: id });
  };

const attestation = {
  attestor_name: 'Synthetic Teller',
  channel: 'phone',
  attestation: 'Synthetic: the borrower knows who will call and why, and wants the call.',
} as const;

/** Each step calls the verb that live referrals use. */
const runs: Readonly<Record<ReferralStep, Run>> = {
  accept: simulate('accept'),
  decline: simulate('decline'),
  deliver: simulate('deliver'),
  settle: simulate('settle'),
  close: simulate('close'),
  attest: ({ ctx, tenant, id }) => transact(ctx, (tx) => attestReferral(tx, tenant, { id, attestation })),
  cancel: ({ ctx, tenant, id }) =>
    transact(ctx, (tx) => cancelReferral(tx, tenant, { id, reason: 'Canceled in the portal’s sandbox' })),
  edit: ({ ctx, tenant, id }) => {
    const patch = { external_ref: `edited ${ctx.clock.now().toISOString()}` };
    return transact(ctx, (tx) => editReferral(tx, tenant, { id, patch }));
  },
  expire: ({ ctx, tenant: { institutionId }, id }) => expireNow(ctx, { institutionId, id }),
  pass_settled_days: pass(sandboxTime.passSettledDays),
  pass_quiet_days: pass(sandboxTime.passQuietDays),
  start_review: ({ ctx, tenant, id }) => reviewReferral(ctx, tenant, { id, change: { status: 'in_review' } }),
  complete_review: ({ ctx, tenant, id }) =>
    reviewReferral(ctx, tenant, {
      id,
      change: { status: 'completed', outcome: 'offer_low', summary: 'Synthetic: the offer is below the listings.' },
    }),
};

type TakeReferralStep = {
  readonly id: string;
  readonly step: ReferralStep;
  readonly sources: sandboxTime.ClosingSources;
};

/** Moves a sandbox referral as people or time would. */
export const takeReferralStep = (
  ctx: Ctx,
  tenant: SandboxTenant,
  { id, step, sources }: TakeReferralStep,
): Promise<SandboxReferral> =>
  requireStep({
    step,
    read: () => getSandboxReferral(ctx, tenant, id),
    take: () => runs[step]({ ctx, tenant, id, sources }),
  });

type Redemption = { readonly id: string; readonly settled: boolean };

/** A sandbox enrollment, with the steps that are possible now. */
function toEnrollmentView(enrollment: EnrollmentView, redemption: Redemption | undefined): SandboxEnrollment {
  const { id, status, member, vehicle } = enrollment;
  return {
    id,
    object: 'sandbox.enrollment',
    status,
    redemption: redemption === undefined ? null : { id: redemption.id, settled: redemption.settled },
    name: `${member.first_name} ${member.last_name}`,
    vehicle: [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ') || vehicle.vin,
    external_ref: enrollment.external_ref,
    created_at: enrollment.created_at,
    steps: listEnrollmentSteps({ status, settled: redemption?.settled }),
  };
}

/** A sandbox referral, with the steps that are possible now. */
function toReferralView(referral: ReferralView, progress: ReferralProgress | undefined): SandboxReferral {
  const { id, status, borrower, vehicle } = referral;
  const review = progress?.review ?? undefined;
  return {
    id,
    object: 'sandbox.referral',
    status,
    status_label: referral.status_label,
    review: review ?? null,
    name: `${borrower.first_name} ${borrower.last_name}`,
    vehicle: `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
    external_ref: referral.external_ref,
    created_at: referral.created_at,
    invitation_expires_at: referral.invitation_expires_at,
    steps: listReferralSteps({ status, review, delivered: progress?.delivered ?? false }),
  };
}
