import type { EraseTx, DataSubject } from '#platform/personal-data';
import { blankEntries } from './blank-entries.ts';
import { detailsUnchained } from './errors.ts';
import { listToErase, updateErased } from './erase-store.ts';

/** Entries of one turn; a person has some dozens. */
const entriesPerTurn = 500;

/**
 * Erases what entries about these subjects and contacts say; that they were made, when and of which kind stays, and the
 * chain goes on through them. Entries that are not chained yet must be chained first.
 */
export async function eraseDetails(tx: EraseTx, { ids, hashes }: DataSubject): Promise<number> {
  let erased = 0;
  for (;;) {
    const entries = await listToErase(tx.db, { ids, hashes, limit: entriesPerTurn });
    if (entries.some(({ seq }) => seq === null)) throw detailsUnchained();
    if (entries.length === 0) return erased;
    updateErased(tx.db, await blankEntries(tx, entries));
    erased += entries.length;
  }
}
