// Protects what must not be readable in a stolen database: fingerprints of tokens, encrypted values, and the ring of keys.
import type { Secret } from '#platform/config';
import { decrypt, encrypt, encryptAgain, encryptionKey, encryptPacked, unwrap, wrap } from './cipher.ts';
import { deriveKey, hmac, type EncryptionUse, type FingerprintUse, type Key } from './key.ts';

export { encryptionKey } from './cipher.ts';
export { fingerprintKey, type EncryptionUse, type FingerprintUse } from './key.ts';

/** What may be said of a key: who it is and what it does. */
export type RingKey = {
  readonly id: string;
  readonly compares: boolean;
};

export type Vault = {
  /** HMAC-SHA256 under the key that writes: what is stored for a key, token or code. */
  fingerprint(text: string, use?: FingerprintUse): Buffer;
  /** The same under every key of the ring: what is looked up, so that rotation invalidates no token. */
  fingerprints(text: string, use?: FingerprintUse): Buffer[];
  /** AES-256-GCM; `aad` (table and row id) is authenticated, so a value copied to another row does not decrypt. */
  encrypt(plain: string, aad: string, use?: EncryptionUse): Buffer;
  /** The same in fewer bytes, for long texts that resemble our mails; as it is while a process runs that cannot read it. */
  encryptPacked(plain: string, aad: string): Buffer;
  decrypt(encrypted: Buffer, aad: string, use?: EncryptionUse): string;
  /** Under the key that writes; undefined when it is already. */
  encryptAgain(encrypted: Buffer, aad: string): Buffer | undefined;
  /** The same for a value whose bytes are fingerprinted: they stay as they are, inside. */
  wrapAgain(encrypted: Buffer, aad: string): Buffer | undefined;
  /** A wrapped value as it was before; any other as it is. */
  unwrap(encrypted: Buffer, aad: string): Buffer;
  /** In the order of the setting. */
  readonly keys: readonly RingKey[];
  /** The id of the key that encrypts and fingerprints whatever is written. */
  writingKey(): string;
  /** From now on this key writes; it must be one that encrypts. */
  writeWith(id: string): void;
};

/** `keys` newest first: the first writes until told otherwise, the others read what they wrote. */
export function createVault(keys: readonly Secret[]): Vault {
  const ring = keys.map(deriveKey);
  let current = requireWriter(ring.find((key) => !key.compares));
  const isCurrent = (encrypted: Buffer) => encryptionKey(encrypted) === current.name;
  return {
    fingerprint: (text, use = 'contact') => hmac(current, text, use),
    // The one that is stored comes first.
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
