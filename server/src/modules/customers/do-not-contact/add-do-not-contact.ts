import type { Tx } from '#context';
import { contactHashes, storedHashes, type Contacts } from '../contacts/contact-rules.ts';
import { type SuppressionSource, suppressHashes } from './suppress-hashes.ts';

/** From now on nobody writes to or calls these contacts, on any interface; waiting messages are canceled. */
export function addDoNotContact(tx: Tx, contacts: Contacts, source: SuppressionSource): void {
  suppressHashes(tx, { stored: storedHashes(tx, contacts), known: contactHashes(tx, contacts), source });
}
