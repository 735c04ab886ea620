import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { deleteOldNonces } from './nonce-store.ts';

/** Deletes nonces whose signatures have become too old to be accepted; returns how many. */
export async function purgeNonces(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -ctx.config.nonceTtlS);
  return (await deleteOldNonces(ctx.db, until, limit)).length;
}
