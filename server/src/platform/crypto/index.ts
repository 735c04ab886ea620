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

/** Keeps what must not be read from a stolen database: fingerprints of tokens, sealed values. */
export type Vault = {
  /** HMAC-SHA256 under the newest key's pepper: what is stored for a key, token or code. */
  fingerprint(token: string): Buffer;
  /** The same under every key of the ring: what is looked up, so that rotation breaks no token. */
  fingerprints(token: string): Buffer[];
  /** AES-256-GCM; `row` (table and row id) is authenticated, so a value copied to another row does not open. */
  seal(plain: string, row: string): Buffer;
  open(sealed: Buffer, row: string): string;
};

/** Key objects are made once: from bytes the library would make them anew at every call, several times as slow. */
type Key = { readonly id: Buffer; readonly cipher: KeyObject; readonly pepper: KeyObject };

const version = 1;
const idLength = 4;
const ivLength = 12;
const tagLength = 16;

/** `keys` newest first; the others open what they sealed until everything is sealed anew. */
export function createVault(keys: readonly Secret[]): Vault {
  const ring = keys.map(deriveKey);
  const [current] = ring;
  if (current === undefined) throw new Error('the vault needs a key');
  return {
    fingerprint: (token) => hmac(current, token),
    fingerprints: (token) => ring.map((key) => hmac(key, token)),
    seal: (plain, row) => seal(current, plain, row),
    open: (sealed, row) => open(ring, sealed, row),
  };
}

/** The setting's text is key material, whatever its form; HKDF gives independent keys for each use. */
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
function seal(key: Key, plain: string, row: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key.cipher, iv);
  cipher.setAAD(Buffer.from(row));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), key.id, iv, cipher.getAuthTag(), body]);
}

function open(ring: readonly Key[], sealed: Buffer, row: string): string {
  const id = sealed.subarray(1, 1 + idLength);
  const key = ring.find((candidate) => candidate.id.equals(id));
  if (sealed[0] !== version || key === undefined) throw new Error('sealed with a key that is not in the ring');
  const iv = sealed.subarray(1 + idLength, 1 + idLength + ivLength);
  const body = sealed.subarray(1 + idLength + ivLength + tagLength);
  // Without the length, Node also takes the first bytes of a tag for a whole one.
  const decipher = createDecipheriv('aes-256-gcm', key.cipher, iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(1 + idLength + ivLength, 1 + idLength + ivLength + tagLength));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
