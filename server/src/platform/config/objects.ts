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
};

const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function readObjects(read: EnvReader): ObjectConfig {
  const blobDir = resolve(read.text('BLOB_DIR', './data/blobs'));
  const values = names.map((name) => read.optional(name));
  if (values.every((value) => value === undefined)) {
    // The default directory is on one machine, and is lost with it.
    if (read.text('NODE_ENV', '') === 'production' && read.optional('BLOB_DIR') === undefined)
      read.problems.push(`${names.join(', ')} are required in production, or BLOB_DIR: where documents are kept`);
    return { s3: undefined, blobDir };
  }
  const endpoint = read.url('S3_ENDPOINT', undefined, ['http:', 'https:']);
  const [, region, bucket, accessKeyId, secret] = values;
  if (endpoint === undefined || !region || !bucket || !accessKeyId || !secret) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return { s3: undefined, blobDir };
  }
  return { s3: { endpoint, region, bucket, accessKeyId, secretAccessKey: new Secret(secret) }, blobDir };
}
