import { timingSafeEqual } from 'node:crypto';
import { requirePartner } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { partnerProblem } from '../errors.ts';
import { challengeAad } from './rules.ts';
import { activateCredential, findCredentialRow } from './store.ts';

/** Activates the credential that signed this call, when the challenge matches; of two concurrent calls one wins. */
export async function verifyCredential(ctx: Ctx, id: string, challenge: string): Promise<void> {
  const { institutionId, livemode } = requirePartner(ctx.actor);
  const row = await findCredentialRow(ctx.db, { institutionId, livemode }, id);
  if (row === undefined) throw notFound();
  if (row.activated_at !== null) throw alreadyActive();
  const now = ctx.clock.now();
  if (now >= row.challenge_expires_at)
    throw partnerProblem('challenge_expired', 'The challenge is older than 24 hours; upload the key again.');
  if (!equal(ctx.vault.decrypt(row.sealed_challenge, challengeAad(id)), challenge))
    throw partnerProblem('challenge_invalid', 'This is not the challenge of this credential.');
  if ((await activateCredential(ctx.db, { institutionId, id }, now)) === undefined) throw alreadyActive();
}

const alreadyActive = () => partnerProblem('credential_already_active', 'This credential is active already.');

function equal(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
