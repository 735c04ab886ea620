import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { deleteOldNonces } from './credential-store.ts';
import { deleteOldFailures } from './failure-store.ts';
import { failureWindowS } from './throttle-failures.ts';

/** Forgets nonces whose signatures have become too old to be taken; gives how many. */
export async function purgeNonces(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -ctx.config.nonceTtlS);
  return (await deleteOldNonces(ctx.db, until, limit)).length;
}

/** Forgets callers whose last failure no longer counts; gives how many. */
export async function purgeFailures(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -failureWindowS);
  return (await deleteOldFailures(ctx.db, until, limit)).length;
}
