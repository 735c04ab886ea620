import type { Tx } from '#context';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { enrollmentTransitions } from '../transitions.ts';
import { toCompleted } from './closing-rules.ts';
import { recordClosing } from './record-closing.ts';
import { lockRedemption } from './store.ts';

/**
 * Locks the redemption of a member's case that is to be closed. A member who was helped has used the plan, so it is
 * completed (T8); otherwise it stays open, since only staff know whether it was a total loss.
 */
export async function prepareMemberClose(tx: Tx, redemptionId: string) {
  const redemption = await lockRedemption(tx.db, redemptionId);
  const enrollment =
    redemption?.status === 'open' ? await getLockedEnrollment(tx, redemption, redemption.enrollmentId) : undefined;
  return {
    hindrance: undefined,
    end(helped: boolean): void {
      if (!helped || redemption === undefined || enrollment === undefined) return;
      if (enrollmentTransitions.canMove(enrollment.status, 'redeem'))
        recordClosing(tx, { redemption, enrollment }, toCompleted);
    },
    /** What is completed stays so. */
    resume: async () => undefined,
  };
}
