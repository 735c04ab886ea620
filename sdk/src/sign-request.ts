// Signs requests with the gap-v2 profile, synchronously, on Node. Other runtimes, and clients, use `createSigner`.
// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, hash, randomBytes, sign, type KeyObject } from 'node:crypto';
import { readPem } from './read-pem.ts';
import { CannotSign, computeSignatureBase, type SignatureAlgorithm } from './signature-base.ts';

export { CannotSign } from './signature-base.ts';

export type RequestToSign = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** The full URL with its query. It is signed as fetch sends it: normalized, without a fragment. */
  readonly url: string | URL;
  /** Your other headers. Checked only for headers that must not be sent with a signature. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exact bytes you will send, not the object they were made from. Omit it for an empty body. */
  readonly body?: string | Uint8Array | undefined;
  /** The id of your credential, `crd_…`. */
  readonly keyid: string;
  /** An Ed25519 or P-256 key, as a key object or as PEM. A key object is faster: create it once. */
  readonly privateKey: KeyObject | string;
  /** `TEST` with a test credential, `PRODUCTION` with a live one. */
  readonly environment: 'TEST' | 'PRODUCTION';
  /** Required for POST and PATCH. Store it: a retry has the same key and a new signature. */
  readonly idempotencyKey?: string | undefined;
  /** The time of signing in unix seconds; default: now. */
  readonly created?: number;
  /** Never use the same nonce twice; default: random. */
  readonly nonce?: string;
};

/**
 * Returns the headers to add to a request to sign it. Sign every attempt again: a nonce is accepted once, and a
 * signature is valid for 300 seconds.
 *
 * ```ts
 * const signed = signRequest({ method: 'GET', url, keyid: 'crd_…', privateKey, environment: 'TEST' });
 * await fetch(url, { headers: signed });
 * ```
 */
export function signRequest({ body, privateKey, ...request }: RequestToSign): Record<string, string> {
  const { created = Math.floor(Date.now() / 1000), nonce = randomBytes(16).toString('base64url') } = request;
  const { key, alg } = readKey(privateKey);
  const digest = hash('sha256', body ?? '', 'base64');
  const hasBody = body !== undefined && body.length > 0;
  const { base, toHeaders } = computeSignatureBase({ ...request, created, nonce, alg, digest, hasBody });
  // For P-256: r and s of 32 bytes each, not DER. An Ed25519 key ignores it.
  const options = { key, dsaEncoding: 'ieee-p1363' } as const;
  return toHeaders(sign(alg === 'ed25519' ? null : 'sha256', Buffer.from(base), options).toString('base64'));
}

function readKey(privateKey: KeyObject | string): { key: KeyObject; alg: SignatureAlgorithm } {
  if (typeof privateKey === 'string') {
    const { der, alg } = readPem(privateKey);
    return { key: createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }), alg };
  }
  if (privateKey.asymmetricKeyType === 'ed25519') return { key: privateKey, alg: 'ed25519' };
  if (privateKey.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return { key: privateKey, alg: 'ecdsa-p256-sha256' };
  throw new CannotSign('privateKey is neither an Ed25519 nor a P-256 key');
}
