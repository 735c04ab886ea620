import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { generateKeyPairSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig, type Env } from '#platform/config';
import { makeBucket, startCeph, type Ceph } from '#test/doubles/ceph';
import { createAnchorObjects, type ObjectStore } from '#gateways/objects';

// Ceph takes long to start.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let ceph: Ceph;
let store: ObjectStore;
let client: S3Client;
const bucket = 'synthetic-anchors';

beforeAll(async () => {
  ceph = await startCeph();
  const documents = await makeBucket(ceph, 'synthetic-documents');
  await makeBucket(ceph, bucket, { locked: true });
  store = open(documents);
  const { endpoint, accessKeyId, secretAccessKey } = ceph;
  const credentials = { accessKeyId, secretAccessKey };
  client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
});
afterAll(async () => {
  client?.destroy();
  store?.close();
  await ceph?.stop();
});

/** Opens it as the worker does, from settings. */
function open(documents: Env): ObjectStore {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const settings = {
    ...documents,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    DATA_KEY: 'a key for tests only with 32 characters or more',
    AUDIT_ANCHOR_STORE: `s3://${bucket}?retain-days=1`,
    AUDIT_ANCHOR_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    AUDIT_ANCHOR_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
  };
  const { anchors } = readConfig(settings, 'worker');
  if (anchors === undefined) throw new Error('anchors are configured');
  return createAnchorObjects(anchors);
}

describe('anchors in a bucket with object lock', () => {
  it('are not deleted while they are retained, by the credential that wrote them either', async () => {
    const object = { key: 'anchor-000000000001.json', type: 'application/json' };
    expect(await store.create({ ...object, bytes: Buffer.from('first') })).toBe('created');
    const { Versions: versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
    expect(versions).toHaveLength(1);
    const version = { Bucket: bucket, Key: object.key, VersionId: versions[0]?.VersionId };
    await expect(client.send(new DeleteObjectCommand(version))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const found = await store.find(object.key);
    expect(found && (await text(found.content))).toBe('first');
    // A delete without a version hides the object; the data is still there.
    await store.delete(object.key);
    expect(await store.find(object.key)).toBeUndefined();
    const { Versions: left = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
    expect(left.map(({ VersionId: id }) => id)).toEqual([version.VersionId]);
  });

  it('an overwritten anchor remains as a version, on servers that do not refuse the overwrite', async () => {
    const object = { key: 'anchor-000000000002.json', type: 'application/json' };
    expect(await store.create({ ...object, bytes: Buffer.from('first') })).toBe('created');
    const list = async () =>
      (await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: object.key }))).Versions ?? [];
    const [first] = await list();
    // AWS responds that it exists; Ceph 16 accepts it despite If-None-Match when the bucket has versions.
    await store.create({ ...object, bytes: Buffer.from('second') });
    expect((await list()).map(({ VersionId: id }) => id)).toContain(first?.VersionId);
    const version = { Bucket: bucket, Key: object.key, VersionId: first?.VersionId };
    await expect(client.send(new DeleteObjectCommand(version))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});
