import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { invalidState, redemptionNotFound } from '../errors.ts';
import { type Closing, recordClosing } from './record-closing.ts';
import { toRedemption } from './events.ts';
import type { RedemptionView } from './schemas.ts';
import { lockOwnRedemption } from './store.ts';

type EndRedemption = { readonly id: string; readonly closing: Closing };

export async function closeRedemption(
  ctx: Ctx,
  tenant: Tenant,
  { id, closing }: EndRedemption,
): Promise<RedemptionView> {
  return transact(ctx, async (tx) => {
    const redemption = await lockOwnRedemption(tx.db, tenant, id);
    if (redemption === undefined) throw redemptionNotFound();
    if (redemption.status !== 'open') throw invalidState(redemption.status);
    const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
    return toRedemption(recordClosing(tx, { redemption, enrollment }, closing));
  });
}
