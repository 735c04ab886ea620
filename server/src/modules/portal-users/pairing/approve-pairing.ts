import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { codeNotFound } from './errors.ts';
import { codesPerUser, readCode } from './rules.ts';
import { approvePairingRow } from './store.ts';

/** Lets the command line that shows this code have a token of the caller at this institution, for the sandbox. */
export async function approvePairing(ctx: Ctx, typed: string): Promise<{ ok: true }> {
  const { userId, institutionId, credentialId: sessionId } = requirePortal(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  if (code === undefined) throw codeNotFound();
  await transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(code, 'token');
    const yes = { userId, sessionId, institutionId, now: tx.clock.now() };
    const approved = await approvePairingRow(tx.db, hashes, yes);
    if (approved === undefined) throw codeNotFound();
    nameSubject(ctx.actor, approved.id);
  });
  return { ok: true };
}
