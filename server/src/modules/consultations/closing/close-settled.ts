import { addHours } from '#lib/time/dates';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { LockedConsultation } from '../facts.ts';
import { closeLocked, type LockedForClosing } from './close-locked.ts';
import type { ClosingSources } from './facts.ts';
import { decideSettled } from './rules.ts';
import { closeEach } from './close-each.ts';
import { findClosingFacts, listToClose, updateCloseCheck, type Candidate } from './store.ts';

/** Long enough that a case that always fails is in nobody's way. */
const retryHours = 1;

/**
 * Closes settled cases whose money is done or whose fourteen days are over; the others are looked at again later.
 * Returns how many were looked at.
 */
export async function closeSettled(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const due = await listToClose(ctx.db, ctx.clock.now(), limit);
  const close = async ({ id, source: origin, source_id: sourceId }: Candidate): Promise<void> => {
    const source = origin as LockedConsultation['source'];
    await transact(ctx, (tx) => closeLocked(tx, { id, source, sourceId, sources }, (facts) => decide(tx, id, facts)));
  };
  return closeEach(ctx, due, {
    close,
    later: (tx, { id }) => updateCloseCheck(tx.db, id, addHours(tx.clock.now(), retryHours)),
  });
}

async function decide(tx: Tx, id: string, { locked, money }: LockedForClosing) {
  const facts = await findClosingFacts(tx.db, id);
  // Somebody closed it, or took the settlement back, since it was listed.
  if (locked.closedAt !== undefined || !facts?.settled_at) return undefined;
  const { settled_at: settledAt, reopened_at: reopenedAt } = facts;
  const verdict = decideSettled({ settledAt, reopenedAt: reopenedAt ?? undefined }, money, tx.clock.now());
  if (verdict.kind === 'close') return { reason: verdict.reason };
  updateCloseCheck(tx.db, id, verdict.until);
  return undefined;
}
