import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { codeNotFound } from './errors.ts';
import { codesPerUser, readCode } from './rules.ts';
import { denyPairingRow } from './store.ts';

/** Whoever has the code and did not ask for it says no; the code is worth nothing from then on. */
export async function denyPairing(ctx: Ctx, typed: string): Promise<{ ok: true }> {
  const { userId } = requirePortalUser(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  if (code === undefined) throw codeNotFound();
  await transact(ctx, async (tx) => {
    const denied = await denyPairingRow(tx.db, tx.vault.fingerprints(code, 'token'), tx.clock.now());
    if (denied === undefined) throw codeNotFound();
  });
  return { ok: true };
}
