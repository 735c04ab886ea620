import type { Ctx } from '#context';
import type { sandboxTime } from '#modules/consultations';
import { createReferrals, reviewReferral } from '#modules/referrals';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { referralSamples, sampleReferral, type ReferralOutcome } from '../sample-rules.ts';
import type { SandboxReferral } from '../schemas.ts';
import { getSandboxReferral } from '../steps/get-sandbox-referral.ts';
import { takeReferralStep } from '../steps/take-referral-step.ts';
import type { SandboxTenant } from '../tenant-rules.ts';

type SampleReferral = { readonly outcome: ReferralOutcome; readonly sources: sandboxTime.ClosingSources };

/** What the team writes when it found nothing to compare with. */
const noMarket = {
  status: 'completed',
  outcome: 'inconclusive',
  summary: 'Synthetic: no comparable vehicles were found on the market.',
} as const;

/** Refers an invented borrower, and takes the steps to that outcome, each as if it had been pressed. */
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
