import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { idLength, keyVersion, type EncryptionUse, type Key } from './key.ts';

const ivLength = 12;
const tagLength = 16;
/** The version byte of a value that wraps another encrypted value. */
const wrapped = 3;
/** Added to the version byte of a value whose text was compressed before encryption. */
const packedBit = 16;

type Bound = { readonly aad: string; readonly use: EncryptionUse };
type Versioned = Bound & { readonly version: number };
type Encrypted = { readonly encrypted: Buffer; readonly aad: string };

/** Layout: version, key id, iv, tag, ciphertext. */
function encryptBytes(key: Key, plain: Buffer, { aad, use, version }: Versioned): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key.ciphers[use], iv);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), key.id, iv, cipher.getAuthTag(), body]);
}

function decryptBytes(key: Key, encrypted: Buffer, { aad, use }: Bound): Buffer {
  const iv = encrypted.subarray(1 + idLength, 1 + idLength + ivLength);
  const body = encrypted.subarray(1 + idLength + ivLength + tagLength);
  // Without the length, Node would also accept a truncated tag.
  const decipher = createDecipheriv('aes-256-gcm', key.ciphers[use], iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(encrypted.subarray(1 + idLength + ivLength, 1 + idLength + ivLength + tagLength));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

function find(ring: readonly Key[], encrypted: Buffer, within: boolean): Key {
  const id = encrypted.subarray(1, 1 + idLength);
  const key = ring.find((candidate) => candidate.id.equals(id));
  const known = isWrapped(encrypted) || encrypted[0] === keyVersion || encrypted[0] === (keyVersion | packedBit);
  if (key === undefined || !known) throw new Error('encrypted with a key that is not in the ring');
  // An attacker who has stolen this key could have made any value under it. Only a value that a current key has wrapped is known to be
  // older.
  if (key.compares && !within) throw new Error('encrypted with a key that only compares');
  return key;
}

/** The id of the key that made the outermost encryption. */
export const encryptionKey = (encrypted: Buffer): string => encrypted.subarray(1, 1 + idLength).toString('hex');

const isPacked = ([first = 0]: Buffer): boolean => (first & packedBit) !== 0;

const isWrapped = (encrypted: Buffer): boolean => encrypted[0] === wrapped;

export const encrypt = (key: Key, plain: string, bound: Bound): Buffer =>
  encryptBytes(key, Buffer.from(plain, 'utf8'), { ...bound, version: keyVersion });

/** Compresses first, for long texts that resemble our emails. */
export const encryptPacked = (key: Key, plain: string, aad: string): Buffer =>
  encryptBytes(key, pack(plain), { aad: packedAad(aad), use: 'row', version: keyVersion | packedBit });

/** Re-encrypts under this key, and keeps the compression. */
export function encryptAgain(ring: readonly Key[], key: Key, { encrypted, aad }: Encrypted): Buffer {
  const plain = decrypt(ring, encrypted, { aad, use: 'row' });
  return isPacked(encrypted) ? encryptPacked(key, plain, aad) : encrypt(key, plain, { aad, use: 'row' });
}

/** The value as it was first encrypted. A value that is not wrapped is returned as it is. */
export function unwrap(ring: readonly Key[], encrypted: Buffer, aad: string): Buffer {
  if (!isWrapped(encrypted)) return encrypted;
  return decryptBytes(find(ring, encrypted, false), encrypted, { aad: wrapAad(aad), use: 'row' });
}

/** Encrypts an encrypted value and leaves its bytes intact inside, because a fingerprint was computed over them. */
export const wrap = (key: Key, original: Buffer, aad: string): Buffer =>
  encryptBytes(key, original, { aad: wrapAad(aad), use: 'row', version: wrapped });

const wrapAad = (aad: string): string => `wrapped/${aad}`;
const packedAad = (aad: string): string => `packed/${aad}`;

export function decrypt(ring: readonly Key[], encrypted: Buffer, bound: Bound): string {
  const inner = bound.use === 'row' ? unwrap(ring, encrypted, bound.aad) : encrypted;
  const key = find(ring, inner, inner !== encrypted);
  // A value is wrapped only once.
  if (isWrapped(inner)) throw new Error('encrypted with a key that is not in the ring');
  const plain = isPacked(inner)
    ? unpack(decryptBytes(key, inner, { ...bound, aad: packedAad(bound.aad) }))
    : decryptBytes(key, inner, bound);
  return plain.toString('utf8');
}

/** The version of the dictionary, written before compressed text, so that a second dictionary can be added. */
const number = 1;
/** Text that our emails have in common, as stored. It never changes, because only the same dictionary can decompress a text. */
const dictionary = readFileSync(new URL('packing-1.txt', import.meta.url));
/** Higher levels hardly make an email smaller and take half as long again. */
const level = 3;
/** Enough to find repetitions across a text of this length, with little to allocate per message. */
const [memLevel, windowBits] = [4, 13];
/** Far more than any message with its attachments. */
const mostBytes = 64 * 1024 * 1024;

/** Compresses a long text; an email shrinks to a twentieth. */
const pack = (plain: string): Buffer =>
  Buffer.concat([Buffer.of(number), deflateRawSync(plain, { level, memLevel, windowBits, dictionary })]);

function unpack(packed: Buffer): Buffer {
  if (packed[0] !== number) throw new Error('packed by a text that is not known');
  return inflateRawSync(packed.subarray(1), { dictionary, maxOutputLength: mostBytes });
}
