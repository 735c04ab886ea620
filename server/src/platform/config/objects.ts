import { resolve } from 'node:path';
import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

export type S3Config = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
};

export type ObjectConfig = {
  /** An S3 bucket, with all its settings; without any, a directory. */
  readonly s3: S3Config | undefined;
  readonly blobDir: string;
  /** What the file system of the directory must have free, or 5 % of it where that is less. */
  readonly minFreeBytes: number;
};

/** What may be uploaded on a UTC day, in bytes. */
export type UploadConfig = {
  readonly addressBytes: number;
  readonly networkBytes: number;
  /** Of everybody without an agent key together. */
  readonly anonymousBytes: number;
  readonly agentBytes: number;
  /** How many days the file of a report is stored while nobody has proven to be the customer. */
  readonly unprovenDays: number;
};

const bytesPerMb = 1_048_576;
const mb = { min: 0, max: 1_000_000_000 };

const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function readObjects(read: EnvReader): ObjectConfig {
  const blobDir = resolve(read.text('BLOB_DIR', './data/blobs'));
  const minFreeBytes = read.integer('BLOB_MIN_FREE_MB', 2048, mb) * bytesPerMb;
  const values = names.map((name) => read.optional(name));
  if (values.every((value) => value === undefined)) {
    // The default directory is on one machine, and is lost with it.
    if (read.text('NODE_ENV', '') === 'production' && read.optional('BLOB_DIR') === undefined)
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

export const readUploads = (read: EnvReader): UploadConfig => ({
  addressBytes: read.integer('UPLOAD_ADDRESS_MB_PER_DAY', 60, mb) * bytesPerMb,
  networkBytes: read.integer('UPLOAD_NETWORK_MB_PER_DAY', 200, mb) * bytesPerMb,
  anonymousBytes: read.integer('UPLOAD_ANONYMOUS_MB_PER_DAY', 5000, mb) * bytesPerMb,
  agentBytes: read.integer('UPLOAD_AGENT_MB_PER_DAY', 2000, mb) * bytesPerMb,
  unprovenDays: read.integer('UNPROVEN_FILE_DAYS', 14, { min: 1, max: 3650 }),
});
