import { describe, expect, it } from 'vitest';
import { withUpload } from '#platform/http';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenStaffToken } from '#testing/staff';
import { drawPage } from '../reading/draw-page.ts';
import { givenDocument, newIntakeId } from '../testing.ts';

const harness = useHarness();

const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];
const signal = new AbortController().signal;

async function getPage(path: string, token?: string) {
  const answer = await fetch(`${harness.current.baseUrl}/api/staff/v1${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a page of a document', () => {
  it('a page image is shown by browsers and never stored', async () => {
    const { id } = await givenDocument(harness.current, newIntakeId());
    const token = await givenStaffToken(harness.current, 'caller');
    const { answer, bytes } = await getPage(`/documents/${id}/page?number=1`, token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(sizeOf(bytes)).toEqual([850, 1100]);
    const again = await getPage(`/documents/${id}/page?number=1`, token);
    expect(again.bytes.equals(bytes)).toBe(true);
    const rows = await harness.current.ctx.db.many<{ subject_id: string }>({
      text: `select subject_id from audit.entries where operation = 'documents.get-page'`,
      values: [],
    });
    expect(rows.map((row) => row.subject_id)).toContain(id);
  });

  it('a page image needs a credential, an existing page and a file that was not removed', async () => {
    const { id } = await givenDocument(harness.current, newIntakeId());
    const token = await givenStaffToken(harness.current, 'caller');
    const statusOf = async (path: string, by?: string) => (await getPage(path, by)).answer.status;
    expect(await statusOf(`/documents/${id}/page?number=1`)).toBe(401);
    expect(await statusOf(`/documents/${id}/page?number=99`, token)).toBe(404);
    expect(await statusOf(`/documents/doc_000000000000000000000000/page?number=1`, token)).toBe(404);
    expect(await statusOf(`/documents/${id}/page?number=0`, token)).toBe(400);
    expect(await statusOf(`/documents/${id}/page?number=1`, token)).toBe(200);
    await harness.current.ctx.db.pool.query('update documents.documents set file_removed_at = now() where id = $1', [
      id,
    ]);
    expect(await statusOf(`/documents/${id}/page?number=1`, token)).toBe(404);
  });

  it('a page image has the same pixels for a point whether its boxes were read as text or from an image', async () => {
    const { pdf } = await makeReport('ccc', 1);
    const [text, scan] = await Promise.all(
      [false, true].map((ocr) => withUpload(pdf, (file) => drawPage({ file, page: 1, ocr, signal }))),
    );
    expect([text, scan].map((png) => png && sizeOf(png))).toEqual([
      [850, 1100],
      [850, 1100],
    ]);
  });

  it('a page image is not drawn for an invalid file, and is never larger than two letter pages', async () => {
    const draw = (bytes: Uint8Array) => withUpload(bytes, (file) => drawPage({ file, page: 1, ocr: false, signal }));
    expect(await draw(Buffer.from('%PDF-1.4 nothing'))).toBeUndefined();
    const huge = await draw(Buffer.from(pageOf(14_400)));
    expect(huge && sizeOf(huge)).toEqual([2200, 2200]);
  });
});

/** The smallest file that counts as a PDF: one empty page of this many points each way. */
const pageOf = (points: number): string =>
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points} ${points}]>>endobj`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');
