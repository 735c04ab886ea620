import type { Tx } from '#context';
import type { NewConsentEntry } from './record-consent.ts';
import { insertEntries } from './store.ts';
import { toEntryRow } from './to-entry-row.ts';

type EntryOfHashes = Pick<NewConsentEntry, 'kind' | 'details' | 'subjectId'> & {
  /** Fingerprints of the contacts, as they are stored with what the entry tells. */
  readonly contactHashes: Buffer[];
};

/** Like `recordConsent`, where only the fingerprints of the contacts are known. */
export function recordConsentOfHashes(tx: Tx, { kind, contactHashes, subjectId, details }: EntryOfHashes): void {
  insertEntries(tx.db, [toEntryRow(tx, { kind, subjectId: subjectId ?? null, contactHashes, details })]);
}
