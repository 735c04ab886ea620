import type { Tx } from '#context';
import type { ConsultationSources } from '#modules/consultations';
import { callContactOf } from '../rules.ts';
import { findTenant, updateNumbers } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['referral']>>;

/** Locks the referral of a borrower who is asked for another number; undefined when it has ended. */
export async function takeBorrowerNumber(tx: Tx, id: string): Promise<NumberWanted> {
  const tenant = await findTenant(tx.db, id);
  const referral = tenant && (await getLockedReferral(tx, tenant, id));
  const { consultationId } = referral ?? {};
  if (!referral || !consultationId || referralTransitions.isTerminal(referral.status)) return undefined;
  return {
    consultationIds: [consultationId],
    struck: referral.struckPhones,
    take: (givenPhone) => {
      // Newer than whatever the team stated.
      const { phone: _stated, ...staffContact } = referral.staffContact;
      const given = { ...referral, givenPhone, staffContact };
      updateNumbers(tx.db, given);
      return new Map([[consultationId, callContactOf(given)]]);
    },
  };
}
