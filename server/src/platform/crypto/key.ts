import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secret } from '#platform/config';

/** Kinds of fingerprints; each has its own key. */
export type FingerprintUse = 'contact' | 'token' | 'chain';

/** Kinds of encrypted values: a value in a row, or a link that is not stored. */
export type EncryptionUse = 'row' | 'link';

/**
 * One key of the ring. Key objects are made once: from raw bytes the library would make them at every call, which is several times slower.
 */
export type Key = {
  /** Derived from the key material, not from its notation: a `compare:` prefix does not change it. */
  readonly id: Buffer;
  readonly name: string;
  /** True if the key only compares fingerprints, and opens values wrapped by a current key. */
  readonly compares: boolean;
  readonly fingerprints: Readonly<Record<FingerprintUse, KeyObject>>;
  readonly ciphers: Readonly<Record<EncryptionUse, KeyObject>>;
};

export const idLength = 4;
const macLength = 32;

/** The first byte of what a key makes, and the byte in front of its id on fingerprints. */
export const keyVersion = 2;

const comparing = 'compare:';

/** The setting's text is the key material, in any format. HKDF derives independent keys for each use. */
export function deriveKey(secret: Secret): Key {
  const text = secret.reveal();
  const compares = text.startsWith(comparing);
  const material = compares ? text.slice(comparing.length) : text;
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', Buffer.from(material, 'utf8'), 'makewhole', use, 32));
  const keyOf = (use: string) => createSecretKey(derive(use));
  const id = createHash('sha256').update(derive('id')).digest().subarray(0, idLength);
  return {
    id,
    name: id.toString('hex'),
    compares,
    fingerprints: { contact: keyOf('v2/contact'), token: keyOf('v2/token'), chain: keyOf('v2/chain') },
    ciphers: { row: keyOf('v2/row'), link: keyOf('v2/link') },
  };
}

/** HMAC-SHA256, then the version and the key's id. They are at the end because some callers use only the first digits. */
export const hmac = (key: Key, text: string, use: FingerprintUse): Buffer =>
  Buffer.concat([createHmac('sha256', key.fingerprints[use]).update(text).digest(), Buffer.of(keyVersion), key.id]);

/** The id of the key that made a fingerprint. */
export const fingerprintKey = (hash: Buffer): string => hash.subarray(macLength + 1).toString('hex');
