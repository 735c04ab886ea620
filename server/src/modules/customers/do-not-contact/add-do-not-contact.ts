import type { Tx } from '#context';
import { contactHashes, storedListHashes, type Contacts } from '#lib/text/contacts';
import { recordConsent } from '#modules/consent';
import { type SuppressionSource, suppressHashes } from './suppress-hashes.ts';

/** How customers say it themselves. */
export type StopChannel = 'text' | 'page' | 'one_click' | 'email' | 'complaint';

type Listing = { readonly how: SuppressionSource | StopChannel; readonly subjectIds: readonly string[] };

/**
 * From now on nobody writes to or calls these contacts, on any interface; what waits for them, and what waits about
 * these subjects for other contacts, is canceled. Subjects are those that have the contacts now: of a struck number's
 * case the owner still hears. `stop_reply` is what customers do themselves, and may lift. Of a test customer only the list of
 * the institution that tries learns: no message waits for one, and whatever else has the same contact is a live person's.
 */
export function addDoNotContact(tx: Tx, contacts: Contacts, { how, subjectIds }: Listing): void {
  const source = how === 'staff' || how === 'call' ? how : 'stop_reply';
  const stored = storedListHashes(tx, contacts);
  if (contacts.test === true) return suppressHashes(tx, { stored, known: [], source, subjectIds: [] });
  suppressHashes(tx, { stored, known: contactHashes(tx, contacts), source, subjectIds });
  recordConsent(tx, { kind: 'stopped', contacts, details: { source, channel: how === 'stop_reply' ? 'text' : how } });
}
