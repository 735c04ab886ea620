import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { getConsultation } from '#modules/consultations';
import { lockNames, transact } from '#platform/db';
import { insertRelease } from '../store.ts';
import { findReleased } from './find-released.ts';

/** Nothing of the check is shown to the customer any more; appraisals that were released keep what they say. */
export async function withdrawFindings(ctx: Ctx, consultationId: string): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  await getConsultation(ctx, consultationId);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`report-checks/${consultationId}`]);
    if ((await findReleased(tx, consultationId)) === undefined) return;
    const at = tx.clock.now();
    const id = newId('rcr', at);
    insertRelease(tx.db, { id, consultation_id: consultationId, sealed_findings: null, staff_id: staffId, at });
  });
}
