import type { Tx } from '#context';
import { updateContact } from '#modules/consultations';
import type { LockedSubmission, StatedContact } from '#modules/facts';
import { toSubmission } from '../submission-rules.ts';
import { callContactOf } from '../rules.ts';
import { findTenant, updateNumbers, type Referral } from '../store.ts';
import { getLockedReferral } from './get-locked-referral.ts';

/** Locks a referral for a change of the case's facts; what the institution sent stays as it is. */
export async function lockBorrowerSubmission(tx: Tx, id: string): Promise<LockedSubmission | undefined> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  return { ...toSubmission(referral), updateContact: (stated) => applyContact(tx, referral, stated) };
}

/** A number that the team states is the customer's, also if it was struck before. */
async function applyContact(tx: Tx, referral: Referral, staffContact: StatedContact): Promise<void> {
  const struckPhones = referral.struckPhones.filter((phone) => phone !== staffContact.phone);
  const changed = { ...referral, staffContact, struckPhones };
  updateNumbers(tx.db, changed);
  if (referral.consultationId === null) return;
  await updateContact(tx, { consultationId: referral.consultationId, contact: callContactOf(changed) });
}
