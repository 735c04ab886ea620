import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { invalidState, redemptionNotFound } from '../errors.ts';
import { type Closing, recordClosing } from './record-closing.ts';
import { toRedemption } from './events.ts';
import type { RedemptionView } from './schemas.ts';
import { lockRedemption } from './store.ts';

export async function closeRedemption(ctx: Ctx, id: string, closing: Closing): Promise<RedemptionView> {
  return transact(ctx, async (tx) => {
    const redemption = await lockRedemption(tx.db, id);
    if (redemption === undefined) throw redemptionNotFound();
    if (redemption.status !== 'open') throw invalidState(redemption.status);
    const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
    return toRedemption(recordClosing(tx, { redemption, enrollment }, closing));
  });
}
