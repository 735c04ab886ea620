import type { Tx } from '#context';
import { type Contacts, storedHashes } from '#lib/text/contacts';
import { isEvidence, type ConsentDetails, type ConsentKind } from './rules.ts';
import { insertEntries } from './store.ts';
import { toEntryRow } from './to-entry-row.ts';

/** Contacts of what an entry is about: whoever records it says whether it is a test. */
export type SubjectContacts = Contacts & { readonly test: boolean };

export type NewConsentEntry = {
  readonly kind: ConsentKind;
  readonly details: ConsentDetails;
} & (
  | {
      /** Whose: the contacts that it is about. */
      readonly contacts: SubjectContacts;
      /** The intake, referral or redemption that it is about; undefined when it is about the contact alone. */
      readonly subjectId?: string | undefined;
    }
  | { readonly contacts: Contacts; readonly subjectId?: undefined }
);

/**
 * Adds entries to the ledger of these contacts, in the transaction of what they tell. It takes no lock. Of tests only what is
 * about an institution's own case is stored, under the name of its test customer, for the sample of its evidence: of an
 * intake of the sandbox and of its contacts nothing is evidence, whoever asks.
 */
export function recordConsent(tx: Tx, ...entries: readonly NewConsentEntry[]): void {
  const toRow = ({ kind, contacts, subjectId, details }: NewConsentEntry) =>
    toEntryRow(tx, { kind, subjectId: subjectId ?? null, contactHashes: storedHashes(tx, contacts), details });
  insertEntries(tx.db, entries.filter(isEvidence).map(toRow));
}
