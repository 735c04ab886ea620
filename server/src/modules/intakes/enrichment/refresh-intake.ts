import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { computePreliminary, storeSnapshot, consumeAllowance } from '#modules/market';
import { transact } from '#platform/db';
import { intakeNotFound } from '../errors.ts';
import type { LookedUp, Submitted } from '../facts.ts';
import { enrichRequest, type Enrichment } from './enrich-request.ts';
import { findIntake, lockIntake, updateLookedUp, type StoredIntake, type Intake } from '../store.ts';

export type Refresh = {
  /** What is known now, given what was known before and what was submitted. */
  learn(known: LookedUp, sent: Submitted): LookedUp;
  /** Further writes or refusals in the same transaction, with the intake locked. */
  within?(tx: Tx, intake: Intake): Promise<void>;
};

/** A retry happens when another request changed the same intake meanwhile; five in a row do not occur in practice. */
const triesMax = 5;

/** Stores what was found out after an intake was created, and reads the market again with it. */
export async function refreshIntake(ctx: Ctx, intakeId: string, refresh: Refresh): Promise<StoredIntake> {
  for (let tries = 1; ; tries += 1) {
    const stored = await findIntake(ctx.db, intakeId, ctx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const { request, lookedUp } = stored.intake;
    // Outside the transaction, because other services are called; the intake is therefore compared again inside.
    const enrichment = await enrichRequest(ctx, request, { known: refresh.learn(lookedUp, request) });
    const refreshed = await transact(ctx, async (tx) => {
      const locked = await lockIntake(tx.db, intakeId, tx.clock.now());
      const overtaken = !isDeepStrictEqual(locked?.intake.lookedUp, lookedUp);
      if (locked === undefined || (overtaken && tries < triesMax)) return undefined;
      await refresh.within?.(tx, locked.intake);
      // What other requests found out is never lost, even when there is no time left to read the market with it.
      const known: Enrichment = overtaken
        ? { ...enrichment, lookedUp: refresh.learn(locked.intake.lookedUp, request), read: undefined }
        : enrichment;
      return { ...locked, intake: await applyEnrichment(tx, locked.intake, known) };
    });
    if (refreshed !== undefined) return refreshed;
  }
}

async function applyEnrichment(tx: Tx, intake: Intake, enrichment: Enrichment): Promise<Intake> {
  const { lookedUp } = enrichment;
  const preliminary = await refreshPreliminary(tx, intake.preliminary, enrichment);
  const refreshed = { ...intake, lookedUp, preliminary };
  updateLookedUp(tx.db, refreshed);
  return refreshed;
}

/**
 * A market that could not be read now, or says the same, leaves the earlier read and its snapshot. So does an anonymous
 * agent whose daily allowance is used up; an upload needs none (D-026).
 */
async function refreshPreliminary(
  tx: Tx,
  before: Intake['preliminary'],
  { facts, read }: Enrichment,
): Promise<Intake['preliminary']> {
  if (read === undefined) return before;
  const { offerCents } = facts;
  const again = computePreliminary(read, { snapshotId: before?.snapshot_id ?? undefined, offerCents });
  if (again.snapshot_id !== null && isDeepStrictEqual(again, before)) return before;
  if (tx.actor.kind === 'anonymous' && !(await consumeAllowance(tx, tx.actor.address))) return before;
  return computePreliminary(read, { snapshotId: storeSnapshot(tx, read), offerCents });
}
