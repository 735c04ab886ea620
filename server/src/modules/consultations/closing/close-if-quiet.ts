import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import type { LockedConsultation } from '../facts.ts';
import { closeLocked, type LockedForClosing } from './close-locked.ts';
import type { ClosingSources } from './facts.ts';
import { askedDays, quietDays } from './rules.ts';
import { findClosingFacts, updateActive, type Candidate } from './store.ts';

/** Closes a case that never settled and to which nothing has happened for three months. */
export async function closeIfQuiet(ctx: Ctx, sources: ClosingSources, one: Candidate): Promise<void> {
  const { id, source_id: sourceId } = one;
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  // Read outside the transaction: what other modules know is old by months or new by seconds.
  const seen = await sources.lastActivity(ctx, id);
  const source = one.source as LockedConsultation['source'];
  await transact(ctx, (tx) =>
    closeLocked(tx, { id, source, sourceId, sources }, (facts) => decide(tx, { id, before, seen }, facts)),
  );
}

type Quiet = { readonly id: string; readonly before: Date; readonly seen: Date | undefined };

async function decide(tx: Tx, { id, before, seen }: Quiet, { locked, money, source }: LockedForClosing) {
  const facts = await findClosingFacts(tx.db, id);
  if (locked.closedAt !== undefined || facts === undefined || facts.settled_at !== null) return undefined;
  if (facts.quiet_since > before) return undefined;
  const moved = money.open ? tx.clock.now() : seen;
  // What waits for its customer's answer ends by its own time.
  const later = source.hindrance === undefined ? moved : tx.clock.now();
  if (later !== undefined && later > before) {
    updateActive(tx.db, id, later);
    return undefined;
  }
  return { reason: 'no_answer' };
}
