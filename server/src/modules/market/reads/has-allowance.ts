import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { countReads } from './allowance-store.ts';
import { allowanceHours, allowanceName } from './allowance-rules.ts';

/** Whether it is worth searching for a client without a key; only `consumeAllowance` decides. */
export async function hasAllowance(ctx: Ctx, callerAddress: string): Promise<boolean> {
  const limit = ctx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const fingerprints = ctx.vault.fingerprints(allowanceName(callerAddress, ctx.actor));
  return (await countReads(ctx.db, fingerprints, addHours(ctx.clock.now(), -allowanceHours), limit)) < limit;
}
