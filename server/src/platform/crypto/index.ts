import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Secret } from '#platform/config';

/** Protects what must not be readable in a stolen database: fingerprints of tokens, encrypted values. */
export type Vault = {
  /** HMAC-SHA256 under the newest key's pepper: what is stored for a key, token or code. */
  fingerprint(token: string): Buffer;
  /** The same under every key of the ring: what is looked up, so that rotation invalidates no token. */
  fingerprints(token: string): Buffer[];
  /** AES-256-GCM; `aad` (table and row id) is authenticated, so a value copied to another row does not decrypt. */
  encrypt(plain: string, aad: string): Buffer;
  decrypt(encrypted: Buffer, row: string): string;
};

/**
 * Key objects are made once: from raw bytes the library would make them at every call, which is several times slower.
 */
type Key = { readonly id: Buffer; readonly cipher: KeyObject; readonly pepper: KeyObject };

const version = 1;
const idLength = 4;
const ivLength = 12;
const tagLength = 16;

/** `keys` newest first: the first encrypts, the others only decrypt what they encrypted while they were the first. */
export function createVault(keys: readonly Secret[]): Vault {
  const ring = keys.map(deriveKey);
  const [current] = ring;
  if (current === undefined) throw new Error('the vault needs a key');
  return {
    fingerprint: (token) => hmac(current, token),
    fingerprints: (token) => ring.map((key) => hmac(key, token)),
    encrypt: (plain, row) => encrypt(current, plain, row),
    decrypt: (encrypted, row) => decrypt(ring, encrypted, row),
  };
}

/** The setting's text is key material, whatever its form; HKDF derives independent keys for each use. */
function deriveKey(secret: Secret): Key {
  const material = Buffer.from(secret.reveal(), 'utf8');
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', material, 'makewhole', use, 32));
  return {
    id: createHash('sha256').update(derive('id')).digest().subarray(0, idLength),
    cipher: createSecretKey(derive('seal')),
    pepper: createSecretKey(derive('pepper')),
  };
}

const hmac = (key: Key, token: string): Buffer => createHmac('sha256', key.pepper).update(token).digest();

/** version, key id, iv, tag, ciphertext. */
function encrypt(key: Key, plain: string, aad: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key.cipher, iv);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), key.id, iv, cipher.getAuthTag(), body]);
}

function decrypt(ring: readonly Key[], encrypted: Buffer, aad: string): string {
  const id = encrypted.subarray(1, 1 + idLength);
  const key = ring.find((candidate) => candidate.id.equals(id));
  if (encrypted[0] !== version || key === undefined) throw new Error('encrypted with a key that is not in the ring');
  const iv = encrypted.subarray(1 + idLength, 1 + idLength + ivLength);
  const body = encrypted.subarray(1 + idLength + ivLength + tagLength);
  // Without the length, Node would also accept a truncated tag.
  const decipher = createDecipheriv('aes-256-gcm', key.cipher, iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(encrypted.subarray(1 + idLength + ivLength, 1 + idLength + ivLength + tagLength));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
