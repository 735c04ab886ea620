import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secret } from '#platform/config';

/** What is fingerprinted; each has a key of its own. */
export type FingerprintUse = 'contact' | 'token' | 'chain';

/** What is encrypted: a value in a row, or a link that is stored nowhere. */
export type EncryptionUse = 'row' | 'link';

/**
 * One key of the ring. Key objects are made once: from raw bytes the library would make them at every call, which is
 * several times slower.
 */
export type Key = {
  /** Of its material, not of its form: `compare:` in front of it changes nothing. */
  readonly id: Buffer;
  readonly name: string;
  /** The one byte of the format that it makes: 1 undivided, 2 divided. */
  readonly version: 1 | 2;
  /** Only compares fingerprints, and opens what a key in force has wrapped. */
  readonly compares: boolean;
  readonly fingerprints: Readonly<Record<FingerprintUse, KeyObject>>;
  readonly ciphers: Readonly<Record<EncryptionUse, KeyObject>>;
};

export const idLength = 4;
const macLength = 32;

const comparing = 'compare:';
const divided = 'v2:';

/** The setting's text is key material, whatever its form; HKDF derives independent keys for each use. */
export function deriveKey(secret: Secret): Key {
  const text = secret.reveal();
  const compares = text.startsWith(comparing);
  const material = compares ? text.slice(comparing.length) : text;
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', Buffer.from(material, 'utf8'), 'makewhole', use, 32));
  const keyOf = (use: string) => createSecretKey(derive(use));
  const id = createHash('sha256').update(derive('id')).digest().subarray(0, idLength);
  const common = { id, name: id.toString('hex'), compares };
  if (material.startsWith(divided))
    return {
      ...common,
      version: 2,
      fingerprints: { contact: keyOf('v2/contact'), token: keyOf('v2/token'), chain: keyOf('v2/chain') },
      ciphers: { row: keyOf('v2/row'), link: keyOf('v2/link') },
    };
  // Keys from before there were uses: one of each kind for all.
  const [pepper, cipher] = [keyOf('pepper'), keyOf('seal')];
  return {
    ...common,
    version: 1,
    fingerprints: { contact: pepper, token: pepper, chain: pepper },
    ciphers: { row: cipher, link: cipher },
  };
}

/**
 * HMAC-SHA256. A divided key puts version and id behind it: in front they would take the place of the digits that are
 * used where a few are enough.
 */
export function hmac(key: Key, text: string, use: FingerprintUse): Buffer {
  const mac = createHmac('sha256', key.fingerprints[use]).update(text).digest();
  return key.version === 1 ? mac : Buffer.concat([mac, Buffer.of(key.version), key.id]);
}

/** The id of the key that made a fingerprint; undefined when it was made by an undivided one, which leaves none. */
export const fingerprintKey = (hash: Buffer): string | undefined =>
  hash.length === macLength + 1 + idLength && hash[macLength] === 2
    ? hash.subarray(macLength + 1).toString('hex')
    : undefined;
