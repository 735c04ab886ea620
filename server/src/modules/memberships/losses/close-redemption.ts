import type { Ctx } from '#context';
import { closeConsultations } from '#modules/consultations';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { invalidState, redemptionNotFound } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import { updateEnrollment, type Enrollment } from '../store.ts';
import { redemptionExtra, toRedemption } from './events.ts';
import type { RedemptionView } from './schemas.ts';
import { lockRedemption, updateRedemption, type Redemption } from './store.ts';

type Closing = (locked: { readonly redemption: Redemption; readonly enrollment: Enrollment; readonly now: Date }) => {
  readonly redemption: Redemption;
  readonly enrollment: Enrollment;
  readonly event: 'plan.redemption.completed' | 'plan.enrollment.updated';
};

export async function closeRedemption(ctx: Ctx, id: string, closing: Closing): Promise<RedemptionView> {
  return transact(ctx, async (tx) => {
    const found = await lockRedemption(tx.db, id);
    if (found === undefined) throw redemptionNotFound();
    if (found.status !== 'open') throw invalidState(found.status);
    const locked = await getLockedEnrollment(tx, found, found.enrollmentId);
    const { redemption, enrollment, event } = closing({ redemption: found, enrollment: locked, now: tx.clock.now() });
    updateRedemption(tx.db, redemption);
    updateEnrollment(tx.db, enrollment);
    closeConsultations(tx, [redemption.consultationId]);
    const extra = event === 'plan.redemption.completed' ? redemptionExtra(redemption) : undefined;
    publishEvent(tx, enrollmentEvent(enrollment, event, extra));
    return toRedemption(redemption);
  });
}
