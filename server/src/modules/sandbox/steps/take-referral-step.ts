import type { Ctx } from '#context';
import { sandboxTime } from '#modules/consultations';
import {
  attestReferral,
  cancelReferral,
  editReferral,
  expireNow,
  reviewReferral,
  simulateReferral,
} from '#modules/referrals';
import { transact } from '#platform/db';
import type { SandboxReferral } from '../schemas.ts';
import type { ReferralStep } from '../step-rules.ts';
import { findReferralConsultation } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { getSandboxReferral } from './get-sandbox-referral.ts';
import { requireStep } from './require-step.ts';

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

/** Each step is the verb that does it for live referrals too. */
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

/** Moves a referral of the sandbox as people or time would. */
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
