import type { Ctx } from '#context';
import { closeConsultations } from '#modules/consultations';
import { announce } from '#modules/webhooks';
import { transact } from '#platform/db';
import { requireLocked } from './change-enrollment.ts';
import { invalidState, redemptionNotFound } from './errors.ts';
import { enrollmentEvent } from './events.ts';
import { toRedemption } from './loss-events.ts';
import type { RedemptionView } from './loss-schemas.ts';
import { lockRedemption, updateRedemption, type Redemption } from './loss-store.ts';
import { redemptionExtra } from './report-loss.ts';
import { updateEnrollment, type Enrollment } from './store.ts';

/** The member was helped; the enrollment is used up and billed for this month for the last time. */
export const completeRedemption = (ctx: Ctx, id: string) =>
  endRedemption(ctx, id, ({ redemption, enrollment, now }) => ({
    redemption: { ...redemption, status: 'completed', completedAt: now },
    enrollment: { ...enrollment, status: 'redeemed', redeemedAt: now, updatedAt: now },
    event: 'plan.redemption.completed',
  }));

/** It was no total loss after all; the vehicle is on the roster again as before. */
export const cancelRedemption = (ctx: Ctx, id: string) =>
  endRedemption(ctx, id, ({ redemption, enrollment, now }) => ({
    redemption: { ...redemption, status: 'canceled' },
    enrollment: { ...enrollment, status: 'active', updatedAt: now },
    event: 'plan.enrollment.updated',
  }));

type Ending = (held: { readonly redemption: Redemption; readonly enrollment: Enrollment; readonly now: Date }) => {
  readonly redemption: Redemption;
  readonly enrollment: Enrollment;
  readonly event: 'plan.redemption.completed' | 'plan.enrollment.updated';
};

async function endRedemption(ctx: Ctx, id: string, ending: Ending): Promise<RedemptionView> {
  return transact(ctx, async (tx) => {
    const found = await lockRedemption(tx.db, id);
    if (found === undefined) throw redemptionNotFound();
    if (found.status !== 'open') throw invalidState(found.status);
    const locked = await requireLocked(tx, found, found.enrollmentId);
    const { redemption, enrollment, event } = ending({ redemption: found, enrollment: locked, now: tx.clock.now() });
    updateRedemption(tx.db, redemption);
    updateEnrollment(tx.db, enrollment);
    closeConsultations(tx, [redemption.consultationId]);
    const extra = event === 'plan.redemption.completed' ? redemptionExtra(redemption) : undefined;
    announce(tx, enrollmentEvent(enrollment, event, extra));
    return toRedemption(redemption);
  });
}
