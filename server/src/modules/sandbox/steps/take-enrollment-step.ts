import type { Ctx } from '#context';
import { sandboxTime } from '#modules/consultations';
import {
  cancelRedemption,
  changeEnrollment,
  completeRedemption,
  getEnrollment,
  reportLoss,
  type EnrollmentPatch,
} from '#modules/memberships';
import { transact } from '#platform/db';
import { syntheticVin, type EnrollmentStep, type SandboxTenant } from '../rules.ts';
import type { SandboxEnrollment } from '../schemas.ts';
import { listOpenRedemptions } from '../store.ts';
import { getSandboxEnrollment, requireStep, settleRedemption } from './steps.ts';

type Input = {
  readonly ctx: Ctx;
  readonly tenant: SandboxTenant;
  readonly id: string;
  readonly sources: sandboxTime.ClosingSources;
};
type Run = (input: Input) => Promise<unknown>;

const change =
  (patch: (input: Input) => EnrollmentPatch): Run =>
  (input) =>
    transact(input.ctx, (tx) => changeEnrollment(tx, input.tenant, { id: input.id, patch: patch(input) }));

type Open = Awaited<ReturnType<typeof listOpenRedemptions>>[number];

/** Steps of the open redemption. If it was ended concurrently, nothing is left to do. */
const redemption =
  (run: (input: Input, open: Open) => Promise<unknown>): Run =>
  async (input) => {
    const [open] = await listOpenRedemptions(input.ctx.db, input.tenant, [input.id]);
    if (open !== undefined) await run(input, open);
  };

/** Each step calls the verb that live enrollments use. */
const runs: Readonly<Record<EnrollmentStep, Run>> = {
  edit: change(({ ctx }) => ({ external_ref: `edited ${ctx.clock.now().toISOString()}` })),
  swap_vehicle: change(() => ({
    vehicle: { vin: syntheticVin(), year: 2023, make: 'Synthetic', model: 'Replacement' },
  })),
  cancel: change(() => ({ status: 'canceled', cancel_reason: 'Canceled in the portal’s sandbox' })),
  report_loss: reportSampleLoss,
  complete_redemption: redemption(({ ctx, tenant }, { id }) => completeRedemption(ctx, tenant, id)),
  cancel_redemption: redemption(({ ctx, tenant }, { id }) => cancelRedemption(ctx, tenant, id)),
  settle: redemption(({ ctx }, { consultationId }) => transact(ctx, (tx) => settleRedemption(tx, consultationId))),
  pass_settled_days: redemption(({ ctx, sources }, { id, consultationId }) =>
    sandboxTime.passSettledDays(ctx, sources, { id: consultationId, sourceId: id }),
  ),
};

async function reportSampleLoss({ ctx, tenant, id }: Input): Promise<void> {
  const { effective_at: effectiveAt } = await getEnrollment(ctx, tenant, id);
  const now = ctx.clock.now().toISOString();
  const loss = {
    enrollment_id: id,
    // A loss is never before the enrollment began.
    date_of_loss: effectiveAt > now ? effectiveAt : now,
    loss_state: 'NY',
    carrier: 'Synthetic Mutual',
    claim_number: 'SYN-LOSS',
    initial_offer_cents: 1_500_000,
  };
  await transact(ctx, (tx) => reportLoss(tx, tenant, loss));
}

type TakeEnrollmentStep = {
  readonly id: string;
  readonly step: EnrollmentStep;
  readonly sources: sandboxTime.ClosingSources;
};

/** Moves a sandbox enrollment, or its redemption, as people or time would. */
export const takeEnrollmentStep = (
  ctx: Ctx,
  tenant: SandboxTenant,
  { id, step, sources }: TakeEnrollmentStep,
): Promise<SandboxEnrollment> =>
  requireStep({
    step,
    read: () => getSandboxEnrollment(ctx, tenant, id),
    take: () => runs[step]({ ctx, tenant, id, sources }),
  });
