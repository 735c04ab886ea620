import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import type { FactSources } from './source-facts.ts';
import { refreshFacts } from './refresh-facts.ts';
import { listDueIds, updateDue } from './store.ts';

/** Each is a search of the market, which may take a second. */
const perTurn = 20;
/** Long enough that a case that always fails is in nobody's way. */
const retryMs = 600_000;

/** Reads the market of cases that wait for it, oldest first; returns how many. Doing one twice changes nothing. */
export async function readDueMarkets(ctx: Ctx, sources: FactSources, limit: number): Promise<number> {
  const ids = await listDueIds(ctx.db, ctx.clock.now(), Math.min(limit, perTurn));
  for (const consultationId of ids) {
    try {
      await refreshFacts(ctx, sources, { consultationId, learn: (known) => known });
    } catch (error) {
      // A case that is over or gone needs no market read; anything else is tried again, after the others.
      const over = error instanceof AppError;
      if (!over) ctx.log.warn({ err: error, case: consultationId }, 'facts.market-read-failed');
      const dueAt = over ? undefined : new Date(ctx.clock.now().getTime() + retryMs);
      await transact(ctx, async (tx) => updateDue(tx.db, consultationId, dueAt));
    }
  }
  return ids.length;
}
