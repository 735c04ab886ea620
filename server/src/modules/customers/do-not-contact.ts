import type { Tx } from '#context';
import { contactHashes, storedHashes, type Contacts } from './find-person.ts';
import { cancelMessages, deleteDoNotContact, insertDoNotContact } from './people-store.ts';

export type SuppressionSource = 'staff' | 'call' | 'stop_reply';

/** From now on nobody writes to or calls these contacts, on any surface; what was about to leave stays. */
export function addDoNotContact(tx: Tx, contacts: Contacts, source: SuppressionSource): void {
  listHashes(tx, { stored: storedHashes(tx, contacts), known: contactHashes(tx, contacts), source });
}

export type ListedHashes = {
  /** One for each contact, as it is written. */
  readonly stored: Buffer[];
  /** The same contacts under every key, as messages may have them. */
  readonly known: Buffer[];
  readonly source: SuppressionSource;
};

export function listHashes(tx: Tx, { stored, known, source }: ListedHashes): void {
  const now = tx.clock.now();
  insertDoNotContact(tx.db, { hashes: stored, source, now });
  cancelMessages(tx.db, known, now);
}

/** A person who stopped our texts may start them again; what staff decided stands. */
export function liftStopReply(tx: Tx, contacts: Contacts): void {
  deleteDoNotContact(tx.db, { hashes: contactHashes(tx, contacts), source: 'stop_reply' });
}
