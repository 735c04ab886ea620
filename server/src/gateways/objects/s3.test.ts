import { buffer } from 'node:stream/consumers';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig, type Env } from '#platform/config';
import { makeBucket, startCeph, type Ceph } from '#test/doubles/ceph';
import { createObjects, type ObjectStore } from '#gateways/objects';

// Ceph takes long to start, and a killed gateway to restart.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let ceph: Ceph;
let bucket: Env;
let store: ObjectStore;

beforeAll(async () => {
  ceph = await startCeph();
  bucket = await makeBucket(ceph, 'synthetic-documents');
  store = open();
});
afterAll(async () => {
  store?.close();
  await ceph?.stop();
});

/** As the service creates it, by settings. */
function open(changes: Readonly<Record<string, string>> = {}): ObjectStore {
  const settings = {
    DATABASE_URL: 'postgres://127.0.0.1/none',
    DATA_KEY: 'a key for tests only with 32 characters or more',
    ...bucket,
  };
  return createObjects(readConfig({ ...settings, ...changes }, 'api'));
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const put = (key: string, bytes: Uint8Array, to = store) => to.create({ key, bytes, type: 'application/pdf' });
const read = async (key: string) => {
  const found = await store.find(key);
  return found && { size: found.sizeBytes, sha256: hash(await buffer(found.content)) };
};

describe('objects in a bucket of a Ceph RADOS gateway', () => {
  it('an object is read as it was put, up to the largest file', async () => {
    const bytes = randomBytes(15_728_640);
    expect(await put('intakes/int_1/a.pdf', bytes)).toBe('created');
    expect(await read('intakes/int_1/a.pdf')).toEqual({ size: bytes.length, sha256: hash(bytes) });
    expect(await read('intakes/int_1/b.pdf')).toBeUndefined();
    expect(await store.check()).toBe('the bucket answers');
  });

  it('an object stays as it was first put, whatever is put later', async () => {
    expect(await put('intakes/int_2/a.pdf', Buffer.from('first'))).toBe('created');
    expect(await put('intakes/int_2/a.pdf', Buffer.from('second'))).toBe('exists');
    expect(await read('intakes/int_2/a.pdf')).toEqual({ size: 5, sha256: hash(Buffer.from('first')) });
  });

  it('objects are listed', async () => {
    await put('intakes/int_listed/a.pdf', Buffer.from('x'));
    const keys: string[] = [];
    for await (const key of store.list()) keys.push(key);
    expect([keys.includes('intakes/int_listed/a.pdf'), new Set(keys).size]).toEqual([true, keys.length]);
  });

  it('a removed object is gone, and may be removed again', async () => {
    await put('intakes/int_4/a.pdf', Buffer.from('x'));
    for (const _ of [1, 2]) await store.delete('intakes/int_4/a.pdf');
    expect(await read('intakes/int_4/a.pdf')).toBeUndefined();
  });

  it.each([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'not-the-secret' }],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'nobody' }],
    ['a bucket that is not there', { S3_BUCKET: 'nowhere' }],
  ])('an object is refused with %s', async (_what, changes) => {
    const other = open(changes);
    const refused = { name: 'GatewayError', kind: 'refused' };
    await expect(put('intakes/int_3/a.pdf', Buffer.from('x'), other)).rejects.toMatchObject(refused);
    await expect(other.find('intakes/int_2/a.pdf')).rejects.toMatchObject(refused);
    await expect(other.delete('intakes/int_2/a.pdf')).rejects.toMatchObject(refused);
    await expect(other.check()).rejects.toMatchObject(refused);
    other.close();
    expect(await read('intakes/int_3/a.pdf')).toBeUndefined();
    expect(await read('intakes/int_2/a.pdf')).toBeDefined();
  });

  it('an object exists when its put succeeded, and is complete or absent when it failed, even if the gateway is killed midway', async () => {
    const outcomes: { key: string; sha256: string; said: string }[] = [];
    for (let round = 0; round < 4; round += 1) {
      const puts = Array.from({ length: 4 }, async (_, index) => {
        const bytes = randomBytes(4_000_000);
        const key = `intakes/int_kill_${round}/${index}.pdf`;
        const said = await put(key, bytes).catch((error: { kind?: string }) => error.kind ?? 'thrown');
        outcomes.push({ key, sha256: hash(bytes), said });
      });
      // Not waiting for anything: the kill hits another moment of the puts each time.
      await new Promise((resolve) => setTimeout(resolve, 20 + round * 45));
      await ceph.killGateway();
      await Promise.all(puts);
      await ceph.startGateway();
    }
    const failed = outcomes.filter(({ said }) => said !== 'created' && said !== 'exists');
    for (const { said } of failed) expect(said).toBe('unavailable');
    expect(failed.length).toBeGreaterThan(0);
    for (const { key, sha256, said } of outcomes) {
      const found = await read(key);
      if (said === 'created' || said === 'exists') expect([key, found?.sha256]).toEqual([key, sha256]);
      else expect([undefined, sha256]).toContain(found?.sha256);
    }
  });
});
