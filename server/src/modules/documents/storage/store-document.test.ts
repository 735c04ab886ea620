import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenAgent } from '#testing/agents';
import { givenStaffToken } from '#testing/staff';
import { givenDocument, newIntakeId, objectSize, receivePdf } from '../testing.ts';
import { countOf } from './store.ts';
import { findReportBySha, listDocuments } from './documents.ts';
import { insertPut } from './put-store.ts';
import { storeDocument } from './stored-files.ts';
import { requireDocumentCapacity } from './uploads.ts';

const harness = useHarness();

describe('a document of an intake', () => {
  it('a document is stored once for the same bytes, however often and whenever they come', async () => {
    const intakeId = newIntakeId();
    const first = await givenDocument(harness.current, intakeId);
    expect(first).toMatchObject({ id: expect.stringMatching(/^doc_[0-9A-Za-z]{24}$/), isNew: true });
    const { ctx } = harness.current;
    const again = { intakeId, received: first.received, differences: [] };
    const all = await Promise.all(Array.from({ length: 5 }, () => transact(ctx, (tx) => storeDocument(tx, again))));
    expect(all).toEqual(Array.from({ length: 5 }, () => ({ id: first.id, isNew: false })));
    expect(await countOf(ctx.db, intakeId)).toBe(1);
    expect(await findReportBySha(ctx, intakeId, first.received.sha256)).toMatchObject({
      reading: first.received.reading,
    });
    expect(await findReportBySha(ctx, newIntakeId(), first.received.sha256)).toBeUndefined();
  });

  it('an eleventh document is refused, even when two come at the same time', async () => {
    const { ctx } = harness.current;
    const intakeId = newIntakeId();
    const { received } = await givenDocument(harness.current, intakeId);
    const store = async (index: number) => {
      const other = {
        ...received,
        sha256: String(index).repeat(64).slice(0, 64),
        objectKey: `test/${intakeId}/${index}`,
      };
      await insertPut(ctx.db, other.objectKey);
      return transact(ctx, (tx) => storeDocument(tx, { intakeId, received: other, differences: [] }));
    };
    for (let index = 10; index < 18; index += 1) await store(index);
    await requireDocumentCapacity(ctx, intakeId);
    const last = await Promise.allSettled([store(18), store(19), store(20)]);
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countOf(ctx.db, intakeId)).toBe(10);
    const refusal = {
      code: 'validation_failed',
      status: 400,
      details: { issues: [{ path: 'file', message: expect.stringContaining('10') }] },
    };
    await expect(store(21)).rejects.toMatchObject(refusal);
    await expect(requireDocumentCapacity(ctx, intakeId)).rejects.toMatchObject(refusal);
    expect(await transact(ctx, (tx) => storeDocument(tx, { intakeId, received, differences: [] }))).toMatchObject({
      isNew: false,
    });
  });

  it('a document of two intakes is two documents, and two objects', async () => {
    const [one, two] = [
      await givenDocument(harness.current, newIntakeId()),
      await givenDocument(harness.current, newIntakeId()),
    ];
    expect(one.id).not.toBe(two.id);
    expect(one.received.objectKey).not.toBe(two.received.objectKey);
  });

  it('a document is listed with its reading and the differences from the submission', async () => {
    const intakeId = newIntakeId();
    const differences = [{ field: 'vehicle.odometer', sent: 84_200, read: 84_120 }];
    const { id, received } = await givenDocument(harness.current, intakeId, { differences });
    const at = harness.current.clock.now().toISOString();
    harness.current.clock.advance(1);
    const second = await givenDocument(harness.current, intakeId, { seed: 2 });
    const listed = await listDocuments(harness.current.ctx, intakeId);
    expect(listed.map((document) => document.id)).toEqual([id, second.id]);
    expect(listed[0]).toEqual({
      object: 'document',
      id,
      intake_id: intakeId,
      sha256: received.sha256,
      size_bytes: received.sizeBytes,
      reading: received.reading,
      nothing_read: false,
      differences,
      file_removed_at: null,
      created_at: at,
    });
  });
});

describe('the team', () => {
  let token = '';
  let document: Awaited<ReturnType<typeof givenDocument>>;
  beforeAll(async () => {
    token = await givenStaffToken(harness.current);
    document = await givenDocument(harness.current, newIntakeId());
  });

  it('the team sees a document and its reading', async () => {
    const { status, body } = await harness.current.call('GET', `/api/staff/v1/documents/${document.id}`, { token });
    expect([status, body.id, body.reading, body.differences]).toEqual([
      200,
      document.id,
      document.received.reading,
      [],
    ]);
    expect(body.reading.fields.vin).toMatchObject({ confidence: 'high', page: 2, source: 'text' });
  });

  it('downloads the file as it was uploaded', async () => {
    const path = `${harness.current.baseUrl}/api/staff/v1/documents/${document.id}/file`;
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await response.arrayBuffer()).equals(document.pdf)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${document.id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
  });

  it.each(['', '/file'])('the team gets an error when there is no such document (%s)', async (suffix) => {
    const { status, body } = await harness.current.call('GET', `/api/staff/v1/documents/doc_unknown${suffix}`, {
      token,
    });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it.each(['', '/file'])('a document is visible to the team only (%s)', async (suffix) => {
    const { key } = await givenAgent(harness.current);
    for (const credential of [{}, { token: key }, { token: 'svc_staff_unknown' }]) {
      const answer = await harness.current.call('GET', `/api/staff/v1/documents/${document.id}${suffix}`, credential);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    }
  });
});

describe('a report that was received', () => {
  it('a received report is in the object store before any document names it, each time under its own key', async () => {
    const { ctx } = harness.current;
    const intakeId = newIntakeId();
    const { pdf } = await makeReport('mitchell', 3);
    const received = await receivePdf(ctx, intakeId, pdf);
    const again = await receivePdf(ctx, intakeId, pdf);
    expect(again).toEqual({ ...received, objectKey: expect.not.stringMatching(received.objectKey) });
    for (const { objectKey } of [received, again]) {
      expect(objectKey).toMatch(new RegExp(`^intakes/${intakeId}/${received.sha256}-[0-9A-Za-z]{12}\\.pdf$`));
      expect(await objectSize(ctx, objectKey)).toBe(pdf.length);
    }
    expect(await countOf(ctx.db, intakeId)).toBe(0);
  });
});
