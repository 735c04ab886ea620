import type { Tx } from '#context';
import { commandLineOf, entryText, headText, type Entry, type NewEntry } from './rules.ts';
import { insertEntry, lockHead } from './store.ts';

/** Ids of this service are shorter; a longer id in a request is cut to this length. */
const idLength = 200;
// Half a surrogate pair would be stored as a different character than the fingerprinted one, and the row would look
// edited.
const cut = (text: string | undefined): string | null => text?.slice(0, idLength).toWellFormed() ?? null;

/** Adds a row to the trail. Call it last in a transaction: from here to the commit, all other writers of rows wait. */
export async function recordEntry(
  tx: Pick<Tx, 'db' | 'vault' | 'clock'> & Partial<Pick<Tx, 'actor'>>,
  input: NewEntry,
): Promise<void> {
  const head = await lockHead(tx.db);
  const entry: Entry = {
    seq: head.seq + 1,
    at: tx.clock.now(),
    kind: input.kind,
    operation: input.operation,
    staffId: cut(input.staffId),
    credentialId: cut(input.credentialId ?? commandLineOf(tx.actor)),
    subjectId: cut(input.subjectId),
    reason: cut(input.reason),
    requestId: cut(input.requestId),
    institutionId: cut(input.institutionId),
    userId: cut(input.userId),
  };
  const mac = tx.vault.fingerprint(entryText(head.mac, entry), 'chain');
  insertEntry(tx.db, entry, { mac, seal: tx.vault.fingerprint(headText(entry.seq, mac), 'chain') });
}
