import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import type { EnvReader } from './env-reader.ts';
import type { Policy } from './policy.ts';
import { Secret } from './secret.ts';

export type S3Config = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
};

export type ObjectConfig = {
  /** An S3 bucket, with all its settings; otherwise a directory. */
  readonly s3: S3Config | undefined;
  readonly blobDir: string;
  /** Free space that the directory's file system must have, or 5 % of it if that is less. */
  readonly minFreeBytes: number;
};

const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function readObjects(read: EnvReader, { blobMinFreeBytes }: Policy): ObjectConfig {
  const blobDir = resolve(read.text('BLOB_DIR', './data/blobs'));
  const environment = read.text('NODE_ENV', '');
  const production = environment === 'production';
  // A nearly full laptop can still be used for development.
  const minFreeBytes = environment === 'development' ? 0 : blobMinFreeBytes;
  const values = names.map((name) => read.optional(name));
  if (values.every((value) => value === undefined)) {
    // The default directory is on one machine, and is lost with that machine.
    if (production && read.optional('BLOB_DIR') === undefined)
      read.problems.push(`${names.join(', ')} are required in production, or BLOB_DIR: where documents are kept`);
    return { s3: undefined, blobDir, minFreeBytes };
  }
  const endpoint = read.url('S3_ENDPOINT', undefined, ['http:', 'https:']);
  const [, region, bucket, accessKeyId, secret] = values;
  if (endpoint === undefined || !region || !bucket || !accessKeyId || !secret) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return { s3: undefined, blobDir, minFreeBytes };
  }
  return { s3: { endpoint, region, bucket, accessKeyId, secretAccessKey: new Secret(secret) }, blobDir, minFreeBytes };
}

/** Where the signed heads of both chains are written, and the keys that sign and check them. */
export type AnchorConfig = {
  /** A directory, or a dedicated bucket at the same object store. */
  readonly place: { readonly directory: string } | { readonly s3: S3Config; readonly retainDays: number };
  /** An Ed25519 key as PEM, for the worker only. */
  readonly key: Secret | undefined;
  /** Includes the public keys of retired signing keys. */
  readonly publicKeys: readonly KeyObject[];
  /** Ranges of anchors, by first and last number, whose rows were lost in a restore. */
  readonly lost: readonly (readonly [first: number, last: number])[];
};

type Parts = { readonly role: 'api' | 'worker' | 'all' | 'cli'; readonly s3: S3Config | undefined };

/** Without a store no anchors are written, and `doctor` reports it. */
export function readAnchors(read: EnvReader, { role, s3 }: Parts): AnchorConfig | undefined {
  const stored = read.optional('AUDIT_ANCHOR_STORE');
  const given = read.optional('AUDIT_ANCHOR_KEY');
  const publicKeys = readPublicKeys(read);
  const lost = readLost(read);
  if (given !== undefined && role === 'api')
    read.problems.push('AUDIT_ANCHOR_KEY must not be given to an api: only the worker signs');
  if (stored === undefined) {
    if (given !== undefined && role !== 'api')
      read.problems.push('AUDIT_ANCHOR_STORE is required with AUDIT_ANCHOR_KEY');
    return undefined;
  }
  const place = readPlace(read, { stored, s3 });
  if (publicKeys.length === 0)
    read.problems.push('AUDIT_ANCHOR_PUBLIC_KEYS is required: what anchors are checked with, newest first');
  // An operator's shell may have the worker's settings, but commands only check anchors.
  const key = role === 'worker' || role === 'all' ? readKey(read, given, publicKeys) : undefined;
  return { place, key, publicKeys, lost };
}

/** A hundred years. A longer retention would be a typo that could not be undone. */
const retainDaysMax = 36_500;

type Stored = { readonly stored: string; readonly s3: S3Config | undefined };

function readPlace(read: EnvReader, { stored, s3 }: Stored): AnchorConfig['place'] {
  if (stored.startsWith('/')) return { directory: stored };
  const [, bucket, days = '0'] = /^s3:\/\/([a-z0-9.-]{3,63})(?:\?retain-days=(\d{1,5}))?$/.exec(stored) ?? [];
  if (bucket === undefined || Number(days) > retainDaysMax)
    read.problems.push(
      `AUDIT_ANCHOR_STORE must be an absolute path, or s3://bucket or s3://bucket?retain-days=1 to ${retainDaysMax}`,
    );
  else if (s3 === undefined || s3.bucket === bucket)
    read.problems.push('AUDIT_ANCHOR_STORE needs the settings S3_*, and another bucket than S3_BUCKET');
  else return { s3: { ...s3, bucket }, retainDays: Number(days) };
  return { directory: '.' };
}

function readKey(read: EnvReader, given: string | undefined, publicKeys: readonly KeyObject[]): Secret | undefined {
  const pem = given?.replaceAll(String.raw`\n`, '\n');
  const own = pem === undefined ? undefined : toPublic(pem);
  if (pem === undefined || own === undefined) {
    read.problems.push('AUDIT_ANCHOR_KEY must be an Ed25519 key as PEM: `openssl genpkey -algorithm ed25519`');
    return undefined;
  }
  if (publicKeys.length > 0 && !publicKeys.some((one) => one.equals(own)))
    read.problems.push('AUDIT_ANCHOR_PUBLIC_KEYS must contain the public key of AUDIT_ANCHOR_KEY');
  return new Secret(pem);
}

function toPublic(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? createPublicKey(key) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes before the 32 key bytes in an Ed25519 SubjectPublicKeyInfo (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

function readPublicKeys(read: EnvReader): KeyObject[] {
  const listed = read.list('AUDIT_ANCHOR_PUBLIC_KEYS');
  const isKey = (text: string) => Buffer.from(text, 'base64').length === 32 && /^[\w+/]{43}=$/.test(text);
  if (!listed.every(isKey)) {
    read.problems.push('AUDIT_ANCHOR_PUBLIC_KEYS must be a list of Ed25519 keys, 32 bytes each in base64');
    return [];
  }
  return listed.map((text) =>
    createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(text, 'base64')]), format: 'der', type: 'spki' }),
  );
}

function readLost(read: EnvReader): [number, number][] {
  const ranges = read.list('AUDIT_ANCHORS_LOST').map((range) => /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range));
  const lost = ranges.map((match): [number, number] => [Number(match?.[1]), Number(match?.[2] ?? match?.[1])]);
  // NaN fails this comparison too.
  if (!lost.every(([first, last]) => first >= 1 && first <= last))
    read.problems.push('AUDIT_ANCHORS_LOST must be a list of numbers and ranges, such as 118-120');
  return lost;
}
