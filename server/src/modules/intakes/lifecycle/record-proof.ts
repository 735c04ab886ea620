import type { Tx } from '#context';
import { type SubjectContacts, recordConsent } from '#modules/consent';
import { markProven } from '#modules/consultations';
import type { Contacts } from '#lib/text/contacts';
import { proveDiscount } from '#modules/customers';
import { updateProof } from '../status-store.ts';
import type { Intake, ProofKind } from '../store.ts';

/**
 * Records that the customer of a locked intake was reached: at the address by the mailed link, at the number by the
 * texted link or a call. The contact that was proven gets the discount that the case was promised.
 */
export async function recordProof(tx: Tx, intake: Intake, by: ProofKind): Promise<void> {
  const { id, consultationId, proofs } = intake;
  if (proofs[by] !== undefined) return;
  updateProof(tx.db, id, { by, now: tx.clock.now() });
  // Whoever logs a call tells of that one.
  if (by !== 'call')
    recordConsent(tx, { kind: 'proven', contacts: contactBy(intake, by), subjectId: id, details: { by } });
  if (consultationId === undefined) return;
  markProven(tx, [consultationId]);
  await proveDiscount(tx, { contacts: provenContacts(intake, by), consultationId });
}

/** Where a case has no number, staff who reached its customer did so by the address. */
const contactBy = ({ email, phone, test }: Intake, by: ProofKind): SubjectContacts =>
  by === 'email' || phone === undefined ? { email, phone: undefined, test } : { email: undefined, phone, test };

/**
 * Both contacts only if the links to both were pressed. A call proves the number, and not that the address beside it is
 * of the same person: a stranger may have put it there.
 */
const provenContacts = (intake: Intake, by: ProofKind): Contacts => {
  const { email, phone, test, proofs } = intake;
  const other = by === 'email' ? proofs.text : by === 'text' ? proofs.email : undefined;
  return other === undefined ? contactBy(intake, by) : { email, phone, test };
};
