import type { PartnerActor } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import type { SignedProfile } from '#lib/http-signatures/gap-v2';
import type { AppError } from '#platform/errors';
import { partnerProblem, staleSignatureText } from '../errors.ts';
import { lastUsedExactS } from '../rules.ts';
import { recordNonce } from './nonce-store.ts';
import { isSignatureStale } from './rules.ts';

/**
 * Consumes the nonce, durably, before anything is done; a second copy of the request is refused (D-080). Its time is
 * checked again: a slow body may arrive after the nonce of the first copy was deleted.
 */
export async function consumeNonce(
  ctx: Ctx,
  actor: PartnerActor,
  profile: SignedProfile,
): Promise<AppError | undefined> {
  if (isSignatureStale(ctx, profile)) return partnerProblem('signature_stale', staleSignatureText);
  const now = ctx.clock.now();
  const credential = { institution_id: actor.institutionId, id: actor.credentialId };
  const forgottenUntil = addSeconds(now, -ctx.config.nonceTtlS);
  const usedBefore = addSeconds(now, -lastUsedExactS);
  const db = ctx.db.seeing({ account: actor.institutionId });
  const free = await recordNonce(db, { credential, nonce: profile.nonce, now, forgottenUntil, usedBefore });
  return free ? undefined : partnerProblem('nonce_replayed', 'This nonce was used before.');
}
