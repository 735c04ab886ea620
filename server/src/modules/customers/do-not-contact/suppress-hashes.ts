import type { Tx } from '#context';
import { cancelMessages, insertDoNotContact } from '../customer-store.ts';

export type SuppressionSource = 'staff' | 'call' | 'stop_reply';

type SuppressedHashes = {
  /** One for each contact, to store. */
  readonly stored: Buffer[];
  /** The same contacts under every key, as messages may have them. */
  readonly known: Buffer[];
  readonly source: SuppressionSource;
  /** Cases that have one of the contacts now, and what they are about: nothing is sent about them to any contact. */
  readonly subjectIds: readonly string[];
};

export function suppressHashes(tx: Tx, { stored, known, source, subjectIds }: SuppressedHashes): void {
  const now = tx.clock.now();
  insertDoNotContact(tx.db, { hashes: stored, source, now });
  cancelMessages(tx.db, { hashes: known, subjectIds, now });
}
