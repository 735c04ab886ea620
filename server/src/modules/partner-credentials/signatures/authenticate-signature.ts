import type { KeyObject } from 'node:crypto';
import type { Ctx } from '#context';
import { readPublicKey, isSignatureValid, type SignedProfile } from '#lib/http-signatures/gap-v2';
import { isEnabled, type FeatureName } from '#modules/feature-flags';
import { readTogether } from '#platform/db';
import { refuseAuthentication, signatureInvalid, staleSignatureText } from '../errors.ts';
import { toAuthentication, type Authentication } from '../rules.ts';
import { isSignatureStale } from './rules.ts';
import { findCredential, type StoredCredential } from './store.ts';

type SignedCall = {
  /** The credential that the called operation activates. */
  readonly activates?: string | undefined;
  /** What the called operation needs. */
  readonly feature?: FeatureName | undefined;
};

/**
 * The institution that signed; checks credential, signature and time, in this order. The nonce is consumed later by
 * `consumeNonce`, once the body has proven to be the signed one. A pending credential is refused, except in the call
 * that activates it.
 */
export async function authenticateSignature(
  ctx: Ctx,
  profile: SignedProfile,
  { activates, feature }: SignedCall,
): Promise<Authentication> {
  // Whose credential it is, is what it says.
  const [credential, isOpen] = await readTogether({ ...ctx, db: ctx.db.seeing('all') }, (rx) =>
    Promise.all([findCredential(rx.db, profile.keyid), feature === undefined || isEnabled(rx, feature)]),
  );
  if (credential === undefined || credential.revoked_at !== null || credential.alg !== profile.alg)
    return signatureInvalid();
  if (credential.activated_at === null && credential.id !== activates) return signatureInvalid();
  const key = publicKeyOf(credential);
  if (key === undefined || !(await isSignatureValid(profile, key))) return signatureInvalid();
  if (isSignatureStale(ctx, profile)) return refuseAuthentication('signature_stale', staleSignatureText);
  return toAuthentication(credential, 'signed', isOpen);
}

/** Parsing a key costs more than verifying with it; at most this many are cached, the oldest is evicted first. */
const keysCachedMax = 10_000;
const keys = new Map<string, KeyObject>();

/** A credential's key never changes, so its id is a sufficient cache key. */
function publicKeyOf({ id, alg, public_key: pem }: StoredCredential): KeyObject | undefined {
  const cached = keys.get(id);
  if (cached !== undefined) return cached;
  const key = readPublicKey(alg, pem);
  if (key === undefined) return undefined;
  if (keys.size >= keysCachedMax) keys.delete(keys.keys().next().value ?? '');
  keys.set(id, key);
  return key;
}
