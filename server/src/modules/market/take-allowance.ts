import type { Ctx, Tx } from '#context';
import { addressBucket } from '#lib/address';
import { addHours } from '#lib/dates';
import { lockNames } from '#platform/db';
import { countReads, deleteOldReads, insertRead } from './allowance-store.ts';

const windowHours = 24;

/**
 * One of the early reads that a caller without a key has in any 24 hours (decision 26); false when they are used up.
 * Waits for others of the same caller until they end, so it is asked for after every other lock of a transaction.
 */
export async function takeAllowance(tx: Tx, callerAddress: string): Promise<boolean> {
  const limit = tx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const name = nameOf(callerAddress);
  const now = tx.clock.now();
  lockNames(tx.db, [name]);
  const since = [tx.vault.fingerprints(name), addHours(now, -windowHours), limit] as const;
  return (await insertRead(tx.db, since, { caller: tx.vault.fingerprint(name), now })) !== undefined;
}

/** Whether it is worth searching for a caller without a key; only `takeAllowance` decides. */
export async function hasAllowance(ctx: Ctx, callerAddress: string): Promise<boolean> {
  const limit = ctx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const fingerprints = ctx.vault.fingerprints(nameOf(callerAddress));
  return (await countReads(ctx.db, fingerprints, addHours(ctx.clock.now(), -windowHours), limit)) < limit;
}

/** Forgets reads that no longer count; gives how many. */
export async function purgeAllowances(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldReads(ctx.db, addHours(ctx.clock.now(), -windowHours), limit)).length;
}

const nameOf = (address: string): string => `market/reads/${addressBucket(address)}`;
