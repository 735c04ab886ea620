import type { EraseTx } from '#platform/personal-data';
import { decryptDetails } from './check-rules.ts';
import { beginning, blankDetails, detailsAad, erasedText } from './rules.ts';
import type { ErasedEntry } from './erase-store.ts';
import { listLinks, type StoredEntry } from './store.ts';

/** What is left of entries, each with the fingerprint that takes the place of its own. */
export async function blankEntries(tx: EraseTx, entries: readonly StoredEntry[]): Promise<ErasedEntry[]> {
  const links = await listLinks(
    tx.db,
    entries.flatMap(({ seq }) => (seq === null ? [] : [seq - 1])),
  );
  return entries.map((entry) => {
    const before = links.get((entry.seq ?? 0) - 1) ?? beginning.mac;
    const details = JSON.stringify(blankDetails(decryptDetails(tx.vault, entry) ?? {}));
    const sealedDetails = tx.vault.encrypt(details, detailsAad(entry.id));
    const mac = tx.vault.fingerprint(erasedText({ ...entry, sealedDetails }, before), 'chain');
    return { id: entry.id, sealedDetails, before, mac, at: tx.clock.now() };
  });
}
