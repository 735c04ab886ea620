import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Config } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { objectsFull, requireKey, type NewObject, type ObjectStore } from './port.ts';

/** A bucket in the same region responds in tens of milliseconds; one that takes this long counts as unavailable. */
const connectTimeoutMs = 3000;
const requestTimeoutMs = 15_000;
/** How often, and after how long, a put is retried that met another one of the same key. */
const putsMax = 5;
const pauseMs = 100;

const dayMs = 86_400_000;

/** Days for which the server must refuse to delete an object; 0 requests nothing. */
type S3Options = { readonly retainDays?: number };

/** Any S3-compatible server that supports If-None-Match: AWS, R2, Ceph. */
export function createS3Store(config: S3Config, { retainDays = 0 }: S3Options = {}): ObjectStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    endpoint,
    region,
    // Self-hosted servers have no host name per bucket.
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() },
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  return {
    async create({ key, bytes, type, signal }) {
      const put = new PutObjectCommand({ Bucket: bucket, ...toPut({ key, bytes, type }), ...retention(retainDays) });
      for (let tries = 1; ; tries += 1) {
        try {
          await client.send(put, signal === undefined ? {} : { abortSignal: signal });
          return 'created';
        } catch (error) {
          if (statusOf(error) === 412) return 'exists';
          if (!isMeanwhile(error) || tries === putsMax) throw failure(error);
          await pause(tries * pauseMs, undefined, { signal }).catch(() => undefined);
        }
      }
    },
    async find(key) {
      try {
        const { Body: body, ContentLength: length } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: requireKey(key) }),
        );
        if (body === undefined || length === undefined)
          throw new GatewayError('malformed', 'the object store sent no object');
        return { sizeBytes: length, content: body as Readable };
      } catch (error) {
        if (error instanceof GatewayError) throw error;
        if (statusOf(error) === 404 && nameOf(error) === 'NoSuchKey') return undefined;
        throw failure(error);
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: requireKey(key) })).catch(fail);
    },
    list: () => listBucket(client, bucket),
    freeBytes: async () => undefined,
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(fail);
      return 'the bucket answers';
    },
    close: () => client.destroy(),
  };
}

const toPut = ({ key, bytes, type }: NewObject) => ({
  Key: requireKey(key),
  Body: bytes,
  ContentType: type,
  ContentLength: bytes.length,
  // Also covers a first attempt whose response was lost: the retry then finds that the object exists.
  IfNoneMatch: '*',
});

/** In compliance mode nobody can shorten it, not even the bucket's owner. */
const retention = (days: number) =>
  days === 0
    ? {}
    : { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: new Date(Date.now() + days * dayMs) };

async function* listBucket(client: S3Client, bucket: string): AsyncGenerator<string> {
  for (let after: string | undefined; ;) {
    const page = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: after });
    const { Contents: objects = [], NextContinuationToken: next } = await client.send(page).catch(fail);
    for (const { Key: key } of objects) if (key !== undefined) yield key;
    if (next === undefined) return;
    after = next;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

function statusOf(error: unknown): number | undefined {
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return metadata?.httpStatusCode;
}

/** The response of AWS while another client puts the same key: neither stored nor refused, to be retried. */
const isMeanwhile = (error: unknown): boolean => nameOf(error) === 'ConditionalRequestConflict';

function fail(error: unknown): never {
  throw failure(error);
}

/** Error names for a full bucket: quotas of Ceph and MinIO; AWS has none. */
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);

/** 4xx is final, about our credential or bucket; the rest is retryable. */
function failure(error: unknown): GatewayError {
  const status = statusOf(error);
  if (status === 507 || fullNames.has(nameOf(error))) return objectsFull(error);
  const refused = status !== undefined && status >= 400 && status < 500 && !isMeanwhile(error);
  return new GatewayError(refused ? 'refused' : 'unavailable', 'the object store did not do as asked', {
    cause: error,
    ...(status === undefined ? {} : { responseCode: status }),
  });
}
