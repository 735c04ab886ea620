import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { isHeadIntact, toOriginal } from './check-rules.ts';
import { headBroken } from './errors.ts';
import { headText, linkText, type Position } from './rules.ts';
import { chainLinks, listLinks, listUnchained, lockHead, type StoredEntry } from './store.ts';

/**
 * Chains what was recorded since the last turn, in the order of its times; one process at a time, the others skip their
 * turn. An entry that commits late comes behind those that were there: the chain tells the order in which it found them.
 */
export async function chainEntries(ctx: Ctx, limit: number): Promise<number> {
  // Without this look every idle worker would take the lock, and so write, every second.
  if ((await listUnchained(ctx.db, 1)).length === 0) return 0;
  return transact(ctx, async (tx) => {
    const head = await lockHead(tx.db);
    if (head === undefined) return 0;
    const [entries, links] = await Promise.all([listUnchained(tx.db, limit), listLinks(tx.db, [head.seq])]);
    const last = head.seq === 0 ? head.mac : links.get(head.seq);
    if (!isHeadIntact(tx.vault, head) || last?.equals(head.mac) !== true) throw headBroken();
    const chained = link(tx, head, entries);
    const end = chained.at(-1);
    if (end !== undefined) chainLinks(tx.db, chained, { ...end, seal: tx.vault.fingerprint(headText(end), 'chain') });
    return chained.length;
  });
}

/** An entry that was edited before it is chained is chained as well: its own fingerprint still tells. */
function link({ vault }: Pick<Ctx, 'vault'>, head: Position, entries: readonly StoredEntry[]) {
  let before = head;
  return entries.map((entry) => {
    before = { seq: before.seq + 1, mac: vault.fingerprint(linkText(before, toOriginal(vault, entry)), 'chain') };
    return { id: entry.id, ...before };
  });
}
