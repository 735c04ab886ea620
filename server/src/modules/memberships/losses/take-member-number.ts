import type { Tx } from '#context';
import type { ConsultationSources } from '#modules/consultations';
import { getLockedEnrollment } from '../enrollments/get-locked-enrollment.ts';
import { findMemberBeingCalled } from '../member-store.ts';
import { callContactOf } from '../rules.ts';
import { updateNumbers } from '../store.ts';
import { lockRedemption } from './store.ts';

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['membership']>>;

/** Locks the enrollment of a member who is asked for another number; undefined when the redemption has ended. */
export async function takeMemberNumber(tx: Tx, redemptionId: string): Promise<NumberWanted> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption?.status !== 'open') return undefined;
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const member = await findMemberBeingCalled(tx.db, redemptionId);
  const { consultationId } = redemption;
  return {
    consultationIds: [consultationId],
    struck: enrollment.struckPhones ?? [],
    take: (givenPhone) => {
      // Newer than whatever the team stated.
      const { phone: _stated, ...staffContact } = enrollment.staffContact ?? {};
      const given = { ...enrollment, givenPhone, staffContact };
      updateNumbers(tx.db, given);
      return new Map([[consultationId, callContactOf({ ...given, lossState: member?.lossState ?? null })]]);
    },
  };
}
