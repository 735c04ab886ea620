import { requireRole } from '#actor';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { recordUnsent } from '../messages/record-unsent.ts';
import { groupId, messagesPerTurn } from './held-rules.ts';
import type { HeldChange } from './held-schemas.ts';
import { allowMessages, dropMessages, listHeldScopes } from './held-store.ts';

type ChangeHeld = { readonly id: string; readonly decision: 'allow' | 'drop' };

/**
 * Sends the messages of a group after all, or withdraws them. What is allowed counts for no budget: somebody has decided
 * about it.
 */
export async function changeHeld(ctx: Ctx, { id, decision }: ChangeHeld): Promise<HeldChange> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const heldBy = (await listHeldScopes(tx.db)).find((row) => groupId(row.held_by) === id)?.held_by;
    if (heldBy === undefined) throw notFound('No messages are held under this id; somebody may have decided already.');
    const query = { heldBy, now: tx.clock.now(), limit: messagesPerTurn };
    const changed = await (decision === 'allow' ? allowMessages(tx.db, query) : drop(tx, query));
    return { changed: changed.length, more: changed.length === messagesPerTurn };
  });
}

async function drop(tx: Tx, query: Parameters<typeof dropMessages>[1]) {
  const dropped = await dropMessages(tx.db, query);
  recordUnsent(tx, dropped, 'dropped');
  return dropped;
}
