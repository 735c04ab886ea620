import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/time/dates';
import { lockNames } from '#platform/db';
import { allowanceHours, allowanceName } from './rules.ts';
import { countReads, deleteOldReads, insertRead } from './store.ts';

/**
 * Uses one of the early reads that a client without a key has in any 24 hours (D-026); false when they are used up. It
 * waits for other transactions of the same client until they end, so it must be the last lock a transaction takes.
 */
export async function consumeAllowance(tx: Tx, callerAddress: string): Promise<boolean> {
  const limit = tx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const name = allowanceName(callerAddress, tx.actor);
  const now = tx.clock.now();
  lockNames(tx.db, [name]);
  const since = [tx.vault.fingerprints(name), addHours(now, -allowanceHours), limit] as const;
  return (await insertRead(tx.db, since, { caller: tx.vault.fingerprint(name), now })) !== undefined;
}

/** Whether it is worth searching for a client without a key; only `consumeAllowance` decides. */
export async function hasAllowance(ctx: Ctx, callerAddress: string): Promise<boolean> {
  const limit = ctx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const fingerprints = ctx.vault.fingerprints(allowanceName(callerAddress, ctx.actor));
  return (await countReads(ctx.db, fingerprints, addHours(ctx.clock.now(), -allowanceHours), limit)) < limit;
}

/** Deletes reads that no longer count; returns how many. */
export async function purgeAllowances(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldReads(ctx.db, addHours(ctx.clock.now(), -allowanceHours), limit)).length;
}
