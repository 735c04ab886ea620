// Signs requests with the profile gap-v2. It imports only node:crypto; you can copy this file.
// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, hash, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Thrown for a request that cannot be signed by the profile; nothing has been sent. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';
}

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
export function signRequest(request: RequestToSign): Record<string, string> {
  const { method, idempotencyKey, environment, keyid } = request;
  const { created = Math.floor(Date.now() / 1000), nonce = randomBytes(16).toString('base64url') } = request;
  requireSignable(request);
  const { key, alg } = readKey(request.privateKey);
  const changes = method === 'POST' || method === 'PATCH';
  const added: Record<string, string> = {
    ...(changes ? { 'content-digest': `sha-256=:${hash('sha256', request.body ?? '', 'base64')}:` } : {}),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    'x-svc-environment': environment,
  };
  // The order of the members above is the order in which the profile requires them.
  const components = { '@method': method, '@target-uri': targetUri(request.url), ...added };
  const covered = Object.keys(components).map((name) => `"${name}"`);
  requirePlain({ keyid, nonce });
  const parameters = `(${covered.join(' ')});created=${created};nonce="${nonce}";keyid="${keyid}";alg="${alg}";tag="gap-v2"`;
  const lines = Object.entries({ ...components, '@signature-params': parameters });
  const base = Buffer.from(lines.map(([name, value]) => `"${name}": ${value}`).join('\n'));
  // For P-256: r and s of 32 bytes each, not DER. An Ed25519 key ignores it.
  const signature = sign(alg === 'ed25519' ? null : 'sha256', base, { key, dsaEncoding: 'ieee-p1363' });
  return { ...added, 'signature-input': `svc=${parameters}`, signature: `svc=:${signature.toString('base64')}:` };
}

/** The URL as fetch sends it, which the server rebuilds from its own address and the request line. */
function targetUri(text: string | URL): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** `authorization` makes the request ambiguous; the others would be sent twice. */
const notBeside = [
  'authorization',
  'content-digest',
  'idempotency-key',
  'signature',
  'signature-input',
  'x-svc-environment',
];

function requireSignable({ method, headers = {}, body, idempotencyKey, created = 0 }: RequestToSign): void {
  const clash = Object.keys(headers).find((name) => notBeside.includes(name.toLowerCase()));
  if (clash !== undefined) throw new CannotSign(`${clash} must not be among the headers of a request to sign`);
  const changes = method === 'POST' || method === 'PATCH';
  if (!changes && method !== 'GET' && method !== 'HEAD') throw new CannotSign('the method must be one of the four');
  if (changes && idempotencyKey === undefined) throw new CannotSign(`${method} needs an idempotencyKey`);
  if (!changes && body !== undefined && body.length > 0) throw new CannotSign(`${method} must have no body`);
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new CannotSign('an idempotencyKey is 1 to 255 visible ASCII characters');
  }
  if (!Number.isSafeInteger(created) || created < 0) throw new CannotSign('created is in whole unix seconds');
}

function requirePlain(parameters: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(value)) continue;
    throw new CannotSign(`${name} is 1 to 255 visible ASCII characters without quotation marks and backslashes`);
  }
}

function readKey(privateKey: KeyObject | string): { key: KeyObject; alg: 'ed25519' | 'ecdsa-p256-sha256' } {
  const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
  if (key.asymmetricKeyType === 'ed25519') return { key, alg: 'ed25519' };
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { key, alg: 'ecdsa-p256-sha256' };
  throw new CannotSign('privateKey is neither an Ed25519 nor a P-256 key');
}
