import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { type ConsentDetails, detailsAad, entryText } from './rules.ts';
import type { EntryRow } from './store.ts';

type NewEntry = {
  readonly kind: string;
  readonly subjectId: string | null;
  readonly contactHashes: Buffer[];
  readonly details: ConsentDetails;
};

/** A new entry as it is stored: encrypted, fingerprinted, not chained yet. */
export function toEntryRow(
  tx: Pick<Tx, 'clock' | 'vault'>,
  { kind, subjectId, contactHashes, details }: NewEntry,
): EntryRow {
  const at = tx.clock.now();
  const id = newId('cse', at);
  const sealedDetails = tx.vault.encrypt(JSON.stringify(details), detailsAad(id));
  const mac = tx.vault.fingerprint(entryText({ id, at, kind, subjectId, contactHashes, sealedDetails }), 'chain');
  return { id, at, kind, subject_id: subjectId, contact_hashes: contactHashes, sealed_details: sealedDetails, mac };
}
