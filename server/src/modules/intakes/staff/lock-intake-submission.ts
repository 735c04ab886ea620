import type { Tx } from '#context';
import { updateContact } from '#modules/consultations';
import type { LockedSubmission, StatedContact } from '#modules/facts';
import { contactsOf, saidOfIntake } from '../contact-rules.ts';
import { updateContacts } from '../number-store.ts';
import { isEnded } from '../rules.ts';
import { lockIntake, updateLookedUp, type Intake } from '../store.ts';

/** Locks an intake for a change of the case's facts; its submission stays as it is. */
export async function lockIntakeSubmission(tx: Tx, id: string): Promise<LockedSubmission | undefined> {
  const intake = (await lockIntake(tx.db, id, tx.clock.now()))?.intake;
  if (intake === undefined) return undefined;
  const { lookedUp, preliminary, status, email, phone } = intake;
  return {
    sentBy: 'agent',
    sent: saidOfIntake(intake),
    called: { email, phone },
    kept: { lookedUp, preliminary },
    ended: isEnded(status),
    keep: (kept) => updateLookedUp(tx.db, { ...intake, ...kept }),
    updateContact: (stated, withdrawn) => applyContact(tx, intake, { stated, withdrawn }),
  };
}

type NewContact = { readonly stated: StatedContact; readonly withdrawn: readonly string[] };

/** The number and the address that are stated replace those in force, and nothing has proven them yet. */
async function applyContact(tx: Tx, intake: Intake, { stated, withdrawn }: NewContact): Promise<void> {
  const contacts = contactsOf(intake, stated, withdrawn);
  updateContacts(tx.db, intake.id, contacts);
  if (intake.consultationId === undefined) return;
  const { loss } = intake.request;
  const zip = stated.zip === undefined ? loss?.zip : (stated.zip ?? undefined);
  const state = stated.state === undefined ? loss?.loss_state : (stated.state ?? undefined);
  await updateContact(tx, { consultationId: intake.consultationId, contact: { ...contacts, zip, state } });
}
