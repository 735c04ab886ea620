import type { PartnerActor } from '#actor';
import type { Ctx } from '#context';
import type { SignedProfile } from '#lib/http-signatures/gap-v2';
import { addSeconds } from '#lib/time/dates';
import type { AppError } from '#platform/errors';
import { partnerProblem, staleSignatureText } from '../partner-credentials/errors.ts';
import { lastUsedExactS } from '../partner-credentials/rules.ts';
import { deleteOldNonces, findNonce, recordNonce } from './store.ts';
import { isSignatureStale } from './rules.ts';

/**
 * Consumes the nonce durably before the request has any effect; a second copy of the request is refused (D-080). Its
 * time is checked again: a slow body may arrive after the nonce of the first copy was deleted.
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

/** Deletes nonces whose signatures are too old to be accepted; returns how many. */
export async function purgeNonces(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -ctx.config.nonceTtlS);
  return (await deleteOldNonces(ctx.db, until, limit)).length;
}

type Nonce = { readonly credentialId: string; readonly nonce: string };

/** When a credential of the institution used this nonce, as long as it is still blocked. */
export async function findNonceUse(ctx: Ctx, institutionId: string, nonce: Nonce): Promise<Date | undefined> {
  const since = addSeconds(ctx.clock.now(), -ctx.config.nonceTtlS);
  return (await findNonce(ctx.db, { ...nonce, institutionId, since }))?.seen_at;
}
