import type { Tx } from '#context';
import { contactHashes, storedHashes, type Contacts } from './find-person.ts';
import { cancelMessages, deleteDoNotContact, insertDoNotContact } from './people-store.ts';

export type SuppressionSource = 'staff' | 'call' | 'stop_reply';

/** From now on nobody writes to or calls these contacts, on any surface; what was about to leave stays. */
export function addDoNotContact(tx: Tx, contacts: Contacts, source: SuppressionSource): void {
  const now = tx.clock.now();
  insertDoNotContact(tx.db, { hashes: storedHashes(tx, contacts), source, now });
  cancelMessages(tx.db, contactHashes(tx, contacts), now);
}

/** A person who stopped our texts may start them again; what staff decided stands. */
export function liftStopReply(tx: Tx, contacts: Contacts): void {
  deleteDoNotContact(tx.db, { hashes: contactHashes(tx, contacts), source: 'stop_reply' });
}
