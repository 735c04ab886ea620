import type { Ctx } from '#context';
import type { sandboxTime } from '#modules/consultations';
import { enrollVehicle } from '#modules/memberships';
import { createReferrals, reviewReferral } from '#modules/referrals';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import {
  enrollmentSamples,
  referralSamples,
  sampleEnrollment,
  sampleReferral,
  type EnrollmentOutcome,
  type ReferralOutcome,
  type SandboxTenant,
} from '../rules.ts';
import type { SandboxEnrollment, SandboxReferral } from '../schemas.ts';
import { getSandboxEnrollment, getSandboxReferral, takeReferralStep } from '../steps/steps.ts';
import { takeEnrollmentStep } from '../steps/take-enrollment-step.ts';

type SampleEnrollment = { readonly outcome: EnrollmentOutcome; readonly sources: sandboxTime.ClosingSources };

/** Enrolls an invented vehicle, and takes the steps to that outcome as if each button had been clicked. */
export async function createSampleEnrollment(
  ctx: Ctx,
  tenant: SandboxTenant,
  { outcome, sources }: SampleEnrollment,
): Promise<SandboxEnrollment> {
  const { id } = await transact(ctx, (tx) => enrollVehicle(tx, tenant, sampleEnrollment()));
  for (const step of enrollmentSamples[outcome]) await takeEnrollmentStep(ctx, tenant, { id, step, sources });
  return getSandboxEnrollment(ctx, tenant, id);
}

type SampleReferral = { readonly outcome: ReferralOutcome; readonly sources: sandboxTime.ClosingSources };

/** The team's entry when it found no comparable vehicles. */
const noMarket = {
  status: 'completed',
  outcome: 'inconclusive',
  summary: 'Synthetic: no comparable vehicles were found on the market.',
} as const;

/** Refers an invented borrower, and takes the steps to that outcome as if each button had been clicked. */
export async function createSampleReferral(
  ctx: Ctx,
  tenant: SandboxTenant,
  { outcome, sources }: SampleReferral,
): Promise<SandboxReferral> {
  const requests = [sampleReferral(ctx.clock.now())];
  const [created] = await transact(ctx, (tx) => createReferrals(tx, { tenant, submittedVia: 'portal', requests }));
  if (created === undefined || created instanceof AppError) throw created;
  const { id } = created;
  for (const step of referralSamples[outcome]) {
    if (step === 'find_no_market') await reviewReferral(ctx, tenant, { id, change: noMarket });
    else await takeReferralStep(ctx, tenant, { id, step, sources });
  }
  return getSandboxReferral(ctx, tenant, id);
}
