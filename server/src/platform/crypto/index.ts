// Protects data in a stolen database: fingerprints of tokens, encrypted values, and the key ring.
import type { Secret } from '#platform/config';
import { decrypt, encrypt, encryptAgain, encryptionKey, encryptPacked, unwrap, wrap } from './cipher.ts';
import { deriveKey, hmac, type EncryptionUse, type FingerprintUse, type Key } from './key.ts';

export { encryptionKey } from './cipher.ts';
export { fingerprintKey, type EncryptionUse, type FingerprintUse } from './key.ts';

/** The public facts about a key: its id and its role. */
export type RingKey = {
  readonly id: string;
  readonly compares: boolean;
};

export type Vault = {
  /** HMAC-SHA256 under the writing key: stored in place of a key, token or code. */
  fingerprint(text: string, use?: FingerprintUse): Buffer;
  /** Fingerprints under all keys of the ring, for lookups, so that rotation does not invalidate tokens. */
  fingerprints(text: string, use?: FingerprintUse): Buffer[];
  /** AES-256-GCM. `aad` (table and row id) is authenticated, so a value copied to another row does not decrypt. */
  encrypt(plain: string, aad: string, use?: EncryptionUse): Buffer;
  /** Compresses first, for long texts that resemble our emails; uncompressed while a running process cannot read that format. */
  encryptPacked(plain: string, aad: string): Buffer;
  decrypt(encrypted: Buffer, aad: string, use?: EncryptionUse): string;
  /** Re-encrypts under the writing key; undefined if the value already is. */
  encryptAgain(encrypted: Buffer, aad: string): Buffer | undefined;
  /** The same for a value with a fingerprint over its bytes: it is wrapped, and its bytes stay intact inside. */
  wrapAgain(encrypted: Buffer, aad: string): Buffer | undefined;
  /** A wrapped value in its original form; any other value unchanged. */
  unwrap(encrypted: Buffer, aad: string): Buffer;
  /** In the order in which DATA_KEY lists them. */
  readonly keys: readonly RingKey[];
  /** The id of the key that encrypts and fingerprints new values. */
  writingKey(): string;
  /** Makes this the writing key; it must be a key that encrypts. */
  writeWith(id: string): void;
};

/** `keys` is newest first. The first writes until `writeWith` selects another; the others read. */
export function createVault(keys: readonly Secret[]): Vault {
  const ring = keys.map(deriveKey);
  let current = requireWriter(ring.find((key) => !key.compares));
  const isCurrent = (encrypted: Buffer) => encryptionKey(encrypted) === current.name;
  return {
    fingerprint: (text, use = 'contact') => hmac(current, text, use),
    // The fingerprint that is stored comes first.
    fingerprints: (text, use = 'contact') =>
      [current, ...ring.filter((key) => key !== current)].map((key) => hmac(key, text, use)),
    encrypt: (plain, aad, use = 'row') => encrypt(current, plain, { aad, use }),
    encryptPacked: (plain, aad) => encryptPacked(current, plain, aad),
    decrypt: (encrypted, aad, use = 'row') => decrypt(ring, encrypted, { aad, use }),
    encryptAgain: (encrypted, aad) =>
      isCurrent(encrypted) ? undefined : encryptAgain(ring, current, { encrypted, aad }),
    wrapAgain: (encrypted, aad) =>
      isCurrent(encrypted) ? undefined : wrap(current, unwrap(ring, encrypted, aad), aad),
    unwrap: (encrypted, aad) => unwrap(ring, encrypted, aad),
    keys: ring.map(({ name, compares }) => ({ id: name, compares })),
    writingKey: () => current.name,
    writeWith(id) {
      current = requireWriter(ring.find((key) => key.name === id && !key.compares));
    },
  };
}

function requireWriter(key: Key | undefined): Key {
  if (key === undefined) throw new Error('the vault needs a key that encrypts');
  return key;
}
