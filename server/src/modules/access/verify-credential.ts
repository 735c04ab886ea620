import { timingSafeEqual } from 'node:crypto';
import { requirePartner } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { activateCredential, findCredentialRow } from './credential-store.ts';
import { partnerProblem } from './errors.ts';
import { challengeRow } from './upload-credential.ts';

/** The credential that the call is about, if the caller's institution has it in the caller's mode. */
export async function requireOwnCredential(ctx: Ctx, id: string): Promise<void> {
  const { institutionId, livemode, credentialId, credentialType } = requirePartner(ctx.actor);
  const row = await findCredentialRow(ctx.db, institutionId, id);
  if (row === undefined || row.livemode !== livemode) throw notFound();
  if (credentialType !== 'signed' || credentialId !== id)
    throw partnerProblem('forbidden', 'A credential is activated by a request that it signed itself.');
}

/** Activates the credential that signed this call, when it answers its challenge; of two calls at once one is first. */
export async function verifyCredential(ctx: Ctx, id: string, challenge: string): Promise<void> {
  const { institutionId } = requirePartner(ctx.actor);
  const row = await findCredentialRow(ctx.db, institutionId, id);
  if (row === undefined) throw notFound();
  if (row.activated_at !== null) throw alreadyActive();
  const now = ctx.clock.now();
  if (now >= row.challenge_expires_at)
    throw partnerProblem('challenge_expired', 'The challenge is older than 24 hours; upload the key again.');
  if (!equal(ctx.vault.open(row.sealed_challenge, challengeRow(id)), challenge))
    throw partnerProblem('challenge_invalid', 'This is not the challenge of this credential.');
  if ((await activateCredential(ctx.db, { institutionId, id }, now)) === undefined) throw alreadyActive();
}

const alreadyActive = () => partnerProblem('credential_already_active', 'This credential is active already.');

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
