import type { KeyObject } from 'node:crypto';
import type { Ctx } from '#context';
import { isSignatureValid, readPublicKey, type SignedProfile } from '#lib/http-signatures/gap-v2';
import { diagnoseRequest, type OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import type { SignedRequest } from '#lib/signature-diagnosis/signed-request';
import { isEnabled, type FeatureName } from '#modules/feature-flags';
import { readTogether } from '#platform/db';
import type { AppError } from '#platform/errors';
import type { Limit } from '#platform/limits';
import {
  partnerProblem,
  refuseAuthentication,
  signatureInvalid,
  staleSignatureText,
} from '../partner-credentials/errors.ts';
import { toAuthentication, type Authentication } from '../partner-credentials/rules.ts';
import { listVerifyingKeys } from './credentials.ts';
import { isSignatureStale } from './rules.ts';
import { findCredential, type StoredCredential } from './store.ts';

type SignedCall = {
  /** The credential that the called operation activates. */
  readonly activates?: string | undefined;
  /** The feature that the called operation needs. */
  readonly feature?: FeatureName | undefined;
};

/**
 * The institution that signed; checks credential, signature and time, in this order. `consumeNonce` consumes the nonce
 * later, once the body has proven to be the signed one. A pending credential is refused, except in the call that
 * activates it.
 */
export async function authenticateSignature(
  ctx: Ctx,
  profile: SignedProfile,
  { activates, feature }: SignedCall,
): Promise<Authentication> {
  // The credential itself determines the institution.
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

const explained = ['signature_invalid', 'signature_profile_invalid', 'signature_stale'] as const;

/** Looking for a mistake takes a hundred verifications; developers do not fix their signer more often than this. */
const perMinute: Limit = { name: 'signature_hints', points: 30, windowS: 60, whenStoreIsGone: 'refuse' };

/**
 * In test mode the refusal of a signature contains the text we expected, and the mistake if the signature verifies with
 * one. This reveals nothing to others: only the holder of the private key can create such a signature. The code stays.
 */
export async function explainRefusal(ctx: Ctx, request: SignedRequest, refusal: AppError): Promise<AppError> {
  const code = explained.find((one) => one === refusal.code);
  if (code === undefined || !isTest(request)) return refusal;
  // A violation of the profile is reported without reading the credential (D-083).
  const credentials = code === 'signature_profile_invalid' ? [] : await listOwn(ctx, request);
  const { verdict, mistakes, expectedText } = await diagnoseRequest({
    request,
    publicBaseUrl: ctx.config.publicBaseUrl,
    credentials,
    at: ctx.clock.now(),
    windowS: ctx.config.signatureWindowS,
    depth: 1,
  });
  const hints = verdict === 'explained' || code === 'signature_profile_invalid' ? mistakes : [];
  return partnerProblem(code, refusal.message, {
    details: {
      ...(hints.length === 0 ? {} : { hints }),
      ...(expectedText === undefined ? {} : { signature_base: expectedText }),
    },
  });
}

const isTest = ({ rawHeaders }: SignedRequest): boolean =>
  rawHeaders.some(
    (name, index) =>
      index % 2 === 0 &&
      name.toLowerCase() === 'x-svc-environment' &&
      /^\s*test\s*$/i.test(rawHeaders[index + 1] ?? ''),
  );

/** The test credentials of the institution whose credential the request names. */
async function listOwn(ctx: Ctx, { rawHeaders }: SignedRequest): Promise<OwnCredential[]> {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'signature-input');
  const keyid = /;\s*keyid="([\w-]{1,255})"/.exec(rawHeaders[at + 1] ?? '')?.[1];
  if (at === -1 || keyid === undefined) return [];
  // The credential itself determines the institution.
  const db = ctx.db.seeing('all');
  const named = await findCredential(db, keyid);
  if (named === undefined || named.livemode || !(await isAllowed(ctx, named.institution_id))) return [];
  return listVerifyingKeys({ db }, named.institution_id, { keyid, livemode: false });
}

async function isAllowed(ctx: Ctx, institutionId: string): Promise<boolean> {
  try {
    await ctx.limits.consume(perMinute, institutionId);
    return true;
  } catch {
    return false;
  }
}
