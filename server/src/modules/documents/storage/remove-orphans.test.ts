import { beforeEach, describe, expect, it } from 'vitest';
import { createObjects } from '#gateways/objects';
import { Secret } from '#platform/config';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenDocument, newIntakeId, objectSize, receivePdf } from '../testing.ts';
import { findBySha } from './store.ts';
import { compareObjects, removeOrphans, storeDocument } from './stored-files.ts';
import type { ReceivedReport } from './uploads.ts';

const harness = useHarness();
beforeEach(() => harness.current.owner.many({ text: 'truncate documents.pending_uploads', values: [] }));

const isThere = async ({ objectKey }: ReceivedReport) =>
  (await objectSize(harness.current.ctx, objectKey)) !== undefined;
const sweep = (limit = 500) => removeOrphans(harness.current.ctx, limit);
const store = (intakeId: string, received: ReceivedReport) =>
  transact(harness.current.ctx, (tx) => storeDocument(tx, { intakeId, received, differences: [] }));
const rows = () => harness.current.ctx.db.many({ text: 'select removing from documents.pending_uploads', values: [] });

/** After the hour in which an upload would have ended. */
const anHourLater = () =>
  harness.current.ctx.db.many({
    text: `update documents.pending_uploads set lease_until = now() - interval '1 second'`,
    values: [],
  });

/** An object without a document, as after a crash between the put and the commit. */
async function givenOrphan(seed = 1) {
  const intakeId = newIntakeId();
  const { pdf } = await makeReport('ccc', seed);
  return { intakeId, pdf, received: await receivePdf(harness.current.ctx, intakeId, pdf) };
}

describe('an object that no document names', () => {
  it('an orphaned object stays while its upload may be in progress, and is removed afterward, once', async () => {
    const { received } = await givenOrphan();
    expect([await sweep(), await isThere(received)]).toEqual([0, true]);
    await anHourLater();
    expect([await sweep(), await sweep(), await isThere(received), await rows()]).toEqual([1, 0, false, []]);
  });

  it('an orphaned object is removed by one of many concurrent sweeps', async () => {
    for (const seed of [1, 2, 3]) await givenOrphan(seed);
    await anHourLater();
    const counts = await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await rows()).toEqual([]);
  });

  it('an orphaned object is removed eventually when the object store was unavailable, or the sweep was killed halfway', async () => {
    const { ctx } = harness.current;
    const { received } = await givenOrphan();
    await anHourLater();
    const s3 = {
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      bucket: 'none',
      accessKeyId: 'synthetic',
      secretAccessKey: new Secret('synthetic'),
    };
    const away = createObjects({ objects: { s3, blobDir: '', minFreeBytes: 0 } });
    await expect(removeOrphans({ ...ctx, objects: away }, 10)).rejects.toMatchObject({ kind: 'unavailable' });
    away.close();
    expect([await sweep(), await isThere(received), await rows()]).toEqual([0, true, [{ removing: true }]]);
    await anHourLater();
    expect([await sweep(), await isThere(received), await rows()]).toEqual([1, false, []]);
  });

  it('an orphaned object can no longer be named once its removal began', async () => {
    const { intakeId, pdf, received } = await givenOrphan();
    await anHourLater();
    await sweep();
    await expect(store(intakeId, received)).rejects.toMatchObject({ code: 'internal_error', status: 500 });
    expect(await findBySha(harness.current.ctx.db, intakeId, received.sha256)).toBeUndefined();
    const again = await receivePdf(harness.current.ctx, intakeId, pdf);
    expect([(await store(intakeId, again)).isNew, await isThere(again)]).toEqual([true, true]);
  });

  it('an orphaned object is left alone by a sweep that runs while its upload is ending', async () => {
    const { ctx } = harness.current;
    const { intakeId, received } = await givenOrphan();
    await anHourLater();
    await transact(ctx, async (tx) => {
      await storeDocument(tx, { intakeId, received, differences: [] });
      expect(await sweep()).toBe(0);
    });
    expect([await sweep(), await isThere(received)]).toEqual([0, true]);
  });

  it('an orphaned object is not named by an upload that ends while the sweep runs', async () => {
    const { ctx } = harness.current;
    const { intakeId, received } = await givenOrphan();
    const { late } = await ctx.db.inTransaction(async (tx) => {
      await tx.many({ text: 'update documents.pending_uploads set removing = true', values: [] });
      const late = store(intakeId, received).catch((error: unknown) => error);
      await untilBlocked(ctx.db, 1);
      return { late };
    });
    expect(await late).toMatchObject({ code: 'internal_error' });
  });
});

describe('a document', () => {
  it('a document keeps its object, however old it is', async () => {
    const { received } = await givenDocument(harness.current, newIntakeId());
    await anHourLater();
    expect([await sweep(), await isThere(received), await rows()]).toEqual([0, true, []]);
  });

  it('a document that is sent again keeps its first object, and the second is removed immediately', async () => {
    const { ctx } = harness.current;
    const intakeId = newIntakeId();
    const { pdf, received } = await givenDocument(harness.current, intakeId);
    const second = await receivePdf(ctx, intakeId, pdf);
    expect((await store(intakeId, second)).isNew).toBe(false);
    expect([await sweep(), await isThere(received), await isThere(second)]).toEqual([1, true, false]);
  });
});

it('documents and objects are compared both ways, without reporting uploads in progress or removed files', async () => {
  const { ctx } = harness.current;
  const before = await compareObjects(ctx);
  const intakeId = newIntakeId();
  await givenDocument(harness.current, intakeId, { seed: 1 });
  const gone = await givenDocument(harness.current, intakeId, { seed: 2 });
  const removed = await givenDocument(harness.current, intakeId, { seed: 3 });
  expect(await compareObjects(ctx)).toEqual({
    ...before,
    documents: before.documents + 3,
    objects: before.objects + 3,
  });
  // Removed after the restored moment: the restored row still has its file.
  for (const { received } of [gone, removed]) await ctx.objects.delete(received.objectKey);
  await ctx.db.pool.query('update documents.documents set file_removed_at = now() where id = $1', [removed.id]);
  // Uploaded after it: the row is gone.
  await ctx.objects.create({ key: 'intakes/int_lost/a.pdf', bytes: Buffer.from('x'), type: 'application/pdf' });
  await givenOrphan(9);
  const after = await compareObjects(ctx);
  expect([after.documents, after.objects]).toEqual([before.documents + 2, before.objects + 3]);
  expect(after.missing.filter((id) => !before.missing.includes(id))).toEqual([gone.id]);
  expect(after.unnamed.filter((key) => !before.unnamed.includes(key))).toEqual(['intakes/int_lost/a.pdf']);
});
