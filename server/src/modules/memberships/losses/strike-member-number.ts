import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { redemptionNotFound } from '../errors.ts';
import { findMemberBeingCalled } from '../member-store.ts';
import { callContactOf, struckMax } from '../rules.ts';
import { updateNumbers } from '../store.ts';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { lockRedemption } from './store.ts';

/** Locks the member's redemption and enrollment, and returns what striking a number does: the roster's data stay. */
export async function strikeMemberNumber(tx: Tx, redemptionId: string): Promise<(phone: string) => CallContact> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption === undefined) throw redemptionNotFound();
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const member = await findMemberBeingCalled(tx.db, redemptionId);
  return (phone) => {
    const struckPhones = [...(enrollment.struckPhones ?? []), phone].slice(-struckMax);
    updateNumbers(tx.db, { ...enrollment, struckPhones });
    return callContactOf({ ...enrollment, struckPhones, lossState: member?.lossState ?? null });
  };
}
