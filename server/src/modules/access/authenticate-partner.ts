import type { KeyObject } from 'node:crypto';
import type { PartnerActor } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { readPublicKey, signatureHolds, type SignedProfile } from '#lib/gap-v2';
import type { AppError } from '#platform/errors';
import { findCredential, takeNonce, type FoundCredential } from './credential-store.ts';
import { partnerProblem } from './errors.ts';
import { findPartnerKey, touchPartnerKey } from './partner-key-store.ts';
import { bearerToken } from './rules.ts';

/** Who is calling, or why not. A refusal that `counts` is one that guessing makes (decision 86). */
export type Authentication =
  | { readonly actor: PartnerActor; readonly suspended: boolean }
  | { readonly refusal: AppError; readonly counts: boolean };

/** How exact "last used" is; a write per request would cost more than it tells. */
const lastUsedExactS = 60;

/** The institution behind a bearer key. */
export async function authenticateKey(ctx: Ctx, header: string): Promise<Authentication> {
  const key = bearerToken(header);
  const found = key?.startsWith('gap_') ? await findPartnerKey(ctx.db, ctx.vault.fingerprints(key)) : undefined;
  if (found === undefined) return refuse('key_unknown', 'This bearer key is not known.');
  const now = ctx.clock.now();
  // Whoever holds the key is known, so these are told apart and never throttled; revoked wins (decision 73).
  if (found.revoked_at !== null) return { ...refuse('key_revoked', 'This bearer key was revoked.'), counts: false };
  if (found.expires_at !== null && now >= found.expires_at)
    return { ...refuse('key_expired', 'This bearer key has expired.'), counts: false };
  if (isStale(found.last_used_at, now)) await touchPartnerKey(ctx.db, found, now);
  return {
    actor: {
      kind: 'partner',
      institutionId: found.institution_id,
      livemode: found.livemode,
      role: found.role,
      credentialId: found.id,
      credentialType: 'bearer',
    },
    suspended: found.institution_status !== 'active',
  };
}

/** A request that says `nobody` failed, whatever the reason: strangers learn nothing (decision 84). */
const nobody = () => refuse('signature_invalid', 'No active credential made this signature over this request.');

/**
 * The institution that signed; its credential, signature and time are looked at, in this order. The nonce is not:
 * `useNonce` takes it once the body has proven to be the one that was signed. A pending credential is nobody's, except
 * in the call that activates it.
 */
export async function authenticateSignature(
  ctx: Ctx,
  profile: SignedProfile,
  activates: string | undefined,
): Promise<Authentication> {
  const found = await findCredential(ctx.db, profile.keyid);
  if (found === undefined || found.revoked_at !== null || found.alg !== profile.alg) return nobody();
  if (found.activated_at === null && found.id !== activates) return nobody();
  const key = publicKeyOf(found);
  if (key === undefined || !(await signatureHolds(profile, key))) return nobody();
  if (isOld(ctx, profile)) return refuse('signature_stale', tooFar);
  return {
    actor: {
      kind: 'partner',
      institutionId: found.institution_id,
      livemode: found.livemode,
      role: found.role,
      credentialId: found.id,
      credentialType: 'signed',
    },
    suspended: found.institution_status !== 'active',
  };
}

/**
 * Takes the nonce, durably, before anything is done; the second copy of a request finds it taken (decision 80). Its time
 * is looked at once more: a body may come so slowly that the nonce of its first copy is forgotten meanwhile.
 */
export async function useNonce(ctx: Ctx, actor: PartnerActor, profile: SignedProfile): Promise<AppError | undefined> {
  if (isOld(ctx, profile)) return partnerProblem('signature_stale', tooFar);
  const now = ctx.clock.now();
  const credential = { institution_id: actor.institutionId, id: actor.credentialId };
  const forgottenUntil = addSeconds(now, -ctx.config.nonceTtlS);
  const usedBefore = addSeconds(now, -lastUsedExactS);
  const free = await takeNonce(ctx.db, { credential, nonce: profile.nonce, now, forgottenUntil, usedBefore });
  return free ? undefined : partnerProblem('nonce_replayed', 'This nonce was used before.');
}

const tooFar = 'The created time of the signature is too far from our clock.';

const isOld = ({ clock, config }: Ctx, { created }: SignedProfile): boolean =>
  Math.abs(Math.floor(clock.now().getTime() / 1000) - created) > config.signatureWindowS;

const refuse = (
  code: 'key_unknown' | 'key_revoked' | 'key_expired' | 'signature_invalid' | 'signature_stale',
  detail: string,
) => ({
  refusal: partnerProblem(code, detail),
  counts: true,
});

const isStale = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || lastUsed <= addSeconds(now, -lastUsedExactS);

/** Parsing a key costs more than verifying with it; at most this many are held, the oldest goes first. */
const keysHeld = 10_000;
const keys = new Map<string, KeyObject>();

/** A credential's key never changes, so its id is enough to find it. */
function publicKeyOf({ id, alg, public_key: pem }: FoundCredential): KeyObject | undefined {
  const held = keys.get(id);
  if (held !== undefined) return held;
  const key = readPublicKey(alg, pem);
  if (key === undefined) return undefined;
  if (keys.size >= keysHeld) keys.delete(keys.keys().next().value ?? '');
  keys.set(id, key);
  return key;
}
