import type { Tx } from '#context';
import { updateContact } from '#modules/consultations';
import type { LockedSubmission } from '#modules/facts';
import { toSubmission } from '../submission-rules.ts';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { findMemberLoss } from '../member-store.ts';
import { callContactOf } from '../rules.ts';
import { updateNumbers } from '../store.ts';
import { lockRedemption } from './store.ts';

/** Locks a member's redemption and enrollment for a change of the case's facts; what the institution sent stays. */
export async function lockMemberSubmission(tx: Tx, redemptionId: string): Promise<LockedSubmission | undefined> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption === undefined) return undefined;
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const row = await findMemberLoss(tx.db, redemptionId);
  if (row === undefined) return undefined;
  return {
    ...toSubmission(row),
    // A number that the team states is the customer's, also if it was struck before.
    updateContact: async (staffContact) => {
      const struckPhones = (enrollment.struckPhones ?? []).filter((phone) => phone !== staffContact.phone);
      updateNumbers(tx.db, { ...enrollment, staffContact, struckPhones });
      const contact = callContactOf({ ...row, staffContact, struckPhones });
      await updateContact(tx, { consultationId: redemption.consultationId, contact });
    },
  };
}
