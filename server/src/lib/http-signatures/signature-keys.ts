// Public keys that sign requests.
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from './signature-fields.ts';

/**
 * The beginning of a SubjectPublicKeyInfo of either kind, and its length, so that only the point itself can vary.
 * OpenSSL would also accept P-256 points that are compressed, hybrid or at infinity, and explicit curve parameters.
 * These must not reach OpenSSL, because the point at infinity leaves an error behind that breaks the next key.
 */
const encodings = {
  ed25519: { type: 'ed25519', prefix: '302a300506032b6570032100', length: 44 },
  'ecdsa-p256-sha256': { type: 'ec', prefix: '3059301306072a8648ce3d020106082a8648ce3d03010703420004', length: 91 },
} as const;

/** A P-256 key has 178 characters; the rest allows other line lengths and line endings. */
const pemLengthMax = 400;

const pemForm = /^-----BEGIN PUBLIC KEY-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END PUBLIC KEY-----(?:\r?\n)?$/;

/** The key of an SPKI PEM, which must contain exactly one key of that algorithm; otherwise undefined. */
export function readPublicKey(alg: SignatureAlgorithm, pem: string): KeyObject | undefined {
  const [, wrapped = ''] = (pem.length <= pemLengthMax && pemForm.exec(pem)) || [];
  const base64 = wrapped.replaceAll(/[\r\n]/g, '');
  const der = Buffer.from(base64, 'base64');
  const { prefix, length } = encodings[alg];
  if (der.toString('base64') !== base64 || der.length !== length) return undefined;
  if (der.toString('hex', 0, prefix.length / 2) !== prefix) return undefined;
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // The only remaining failure is a point that is not on the curve.
    return undefined;
  }
}

export function matchesAlgorithm(alg: SignatureAlgorithm, key: KeyObject): boolean {
  if (key.asymmetricKeyType !== encodings[alg].type) return false;
  return alg === 'ed25519' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}
