import type { Tx } from '#context';
import { type Contacts, storedHashes } from '#lib/text/contacts';
import type { ConsentDetails, ConsentKind } from './rules.ts';
import { insertEntries } from './store.ts';
import { toEntryRow } from './to-entry-row.ts';

export type NewConsentEntry = {
  readonly kind: ConsentKind;
  /** Whose: the contacts that it is about. */
  readonly contacts: Contacts;
  /** The intake, referral or redemption that it is about; undefined when it is about the contact alone. */
  readonly subjectId?: string | undefined;
  readonly details: ConsentDetails;
};

/** Adds entries to the ledger of these contacts, in the transaction of what they tell. It takes no lock. */
export function recordConsent(tx: Tx, ...entries: readonly NewConsentEntry[]): void {
  const toRow = ({ kind, contacts, subjectId, details }: NewConsentEntry) =>
    toEntryRow(tx, { kind, subjectId: subjectId ?? null, contactHashes: storedHashes(tx, contacts), details });
  insertEntries(tx.db, entries.map(toRow));
}
