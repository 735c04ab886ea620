import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { refreshPreliminary, type LookedUp } from '#modules/facts';
import { transact } from '#platform/db';
import { intakeNotFound } from '../errors.ts';
import type { Submitted } from '../facts.ts';
import { fillOffer } from '../lifecycle/fill-offer.ts';
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
      // What other requests found out is never lost, even when there is no time left to read the market with it.
      const known: Enrichment = overtaken
        ? { ...enrichment, lookedUp: refresh.learn(locked.intake.lookedUp, request), read: undefined }
        : enrichment;
      await fillOffer(tx, locked.intake, known.lookedUp);
      await refresh.within?.(tx, locked.intake);
      return { ...locked, intake: await applyEnrichment(tx, locked.intake, known) };
    });
    if (refreshed !== undefined) return refreshed;
  }
}

async function applyEnrichment(tx: Tx, intake: Intake, enrichment: Enrichment): Promise<Intake> {
  const { lookedUp, read, facts } = enrichment;
  const preliminary = await refreshPreliminary(tx, intake.preliminary, { read, offerCents: facts.offerCents });
  const refreshed = { ...intake, lookedUp, preliminary };
  updateLookedUp(tx.db, refreshed);
  return refreshed;
}
