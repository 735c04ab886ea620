import type { Tx } from '#context';
import { deleteDoNotContact } from '../customer-store.ts';
import { contactHashes, type Contacts } from '../contacts/contact-rules.ts';

/** Customers may lift their own STOP; a decision of staff stays. */
export function liftStopReply(tx: Tx, contacts: Contacts): void {
  deleteDoNotContact(tx.db, { hashes: contactHashes(tx, contacts), source: 'stop_reply' });
}
