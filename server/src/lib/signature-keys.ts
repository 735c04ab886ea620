// Public keys that requests may be signed with.
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from './signature-fields.ts';

/**
 * How a SubjectPublicKeyInfo of either kind begins, and how long it is. Nothing but the point itself can vary then.
 * OpenSSL would also take P-256 points that are compressed, hybrid or at infinity, and curves spelled out in numbers;
 * it must not even see them, since the point at infinity makes it report an error of which the next key dies.
 */
const encodings = {
  ed25519: { type: 'ed25519', prefix: '302a300506032b6570032100', length: 44 },
  'ecdsa-p256-sha256': { type: 'ec', prefix: '3059301306072a8648ce3d020106082a8648ce3d03010703420004', length: 91 },
} as const;

/** A P-256 key has 178 characters; room for other line lengths and line ends. */
const pemLengthMax = 400;

const pemForm = /^-----BEGIN PUBLIC KEY-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END PUBLIC KEY-----(?:\r?\n)?$/;

/** The key of an SPKI PEM, which must hold one key of that algorithm and nothing else; otherwise undefined. */
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
    // Only a point that is not on the curve is left.
    return undefined;
  }
}

export function fitsAlgorithm(alg: SignatureAlgorithm, key: KeyObject): boolean {
  if (key.asymmetricKeyType !== encodings[alg].type) return false;
  return alg === 'ed25519' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}
