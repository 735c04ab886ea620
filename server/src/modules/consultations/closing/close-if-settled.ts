import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { LockedConsultation } from '../facts.ts';
import { closeLocked, type LockedForClosing } from './close-locked.ts';
import type { ClosingSources } from './facts.ts';
import { decideSettled } from './rules.ts';
import { findClosingFacts, updateCloseCheck, type Candidate } from './store.ts';

/** Closes a settled case whose money is done or whose fourteen days are over; otherwise it is checked again later. */
export async function closeIfSettled(ctx: Ctx, sources: ClosingSources, one: Candidate): Promise<void> {
  const { id, source_id: sourceId } = one;
  const source = one.source as LockedConsultation['source'];
  await transact(ctx, (tx) => closeLocked(tx, { id, source, sourceId, sources }, (facts) => decide(tx, id, facts)));
}

async function decide(tx: Tx, id: string, { locked, money }: LockedForClosing) {
  const facts = await findClosingFacts(tx.db, id);
  // It was closed, or its settlement was withdrawn, since it was listed.
  if (locked.closedAt !== undefined || !facts?.settled_at) return undefined;
  const { settled_at: settledAt, reopened_at: reopenedAt } = facts;
  const verdict = decideSettled({ settledAt, reopenedAt: reopenedAt ?? undefined }, money, tx.clock.now());
  if (verdict.kind === 'close') return { reason: verdict.reason };
  updateCloseCheck(tx.db, id, verdict.until);
  return undefined;
}
