import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listDocuments } from '#modules/documents';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { asStranger } from '#testing/intakes';
import { givenPage, postFiles, postForm, postFormWith } from '../testing.ts';

const server = useHarness();
const harness = () => server.current;

describe('the insurer’s report', () => {
  it('a report is accepted as a PDF or as photos, which become one document', async () => {
    const { pdf } = await makeReport('ccc', 7);
    const folder = await mkdtemp(join(tmpdir(), 'photographs-'));
    await writeFile(join(folder, 'report.pdf'), pdf);
    await promisify(execFile)('pdftoppm', ['-jpeg', '-r', '60', join(folder, 'report.pdf'), join(folder, 'page')]);
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.jpg'))
      .toSorted()
      .slice(0, 2);
    const photographs = await Promise.all(names.map((name) => readFile(join(folder, name))));
    const { path, get, receipt } = await givenPage(harness());
    expect((await postFiles(harness(), path, [pdf])).headers.get('location')).toContain('done=report');
    expect((await get('?done=report')).text).toContain('Thank you, we have your report.');
    expect((await postFiles(harness(), path, photographs)).status).toBe(303);
    expect(await listDocuments(harness().ctx, receipt.intake_id)).toHaveLength(2);
    const { text } = await get();
    expect(text).toContain('We have 2 reports.');
    expect(text).toContain('The insurer’s reports: 2');
    expect(text).not.toContain('There are no documents yet.');
  });

  it('an empty, oversized, unreadable or unsupported upload is refused with a message', async () => {
    const { path, receipt } = await givenPage(harness());
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
    // The header of an image of 65,535 by 65,535 pixels, which would keep the readers busy for minutes.
    const huge = Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffd9', 'hex');
    for (const [files, words] of [
      [[], 'Please choose a file first.'],
      [[Buffer.alloc(15_728_641 + 70_000)], 'That was more than 15 MB.'],
      [[Buffer.from('hello')], 'We can read one PDF or JPEG photos.'],
      [[Buffer.from('%PDF-1.7 nothing')], 'We could not read this file.'],
      [[jpeg], 'We can read one PDF or JPEG photos.'],
      [[huge], 'We can read one PDF or JPEG photos.'],
      [Array.from({ length: 13 }, () => jpeg), 'That was more than 12 photos.'],
    ] as const) {
      const answer = await postFiles(harness(), path, files);
      expect([words, answer.status, answer.text.includes(words)]).toEqual([words, 422, true]);
    }
    expect(await listDocuments(harness().ctx, receipt.intake_id)).toEqual([]);
  });
});

const rowOf = (id: string) =>
  harness().ctx.db.find<Record<string, unknown>>({
    text: `select *, (select count(*)::int from customers.messages) as messages,
      (select count(*)::int from self_service.requests) as requests from consultations.consultations where id = $1`,
    values: [id],
  });

describe('the page of an unproven contact', () => {
  it('an unproven contact sees nothing of the claim and can only stop contact', async () => {
    const vehicle = { vin: '1HGCM82633A004352', odometer: 66_000 };
    const { get, post, path, id, customer } = await givenPage(harness(), { vehicle }, false);
    const before = await rowOf(id);
    const { text } = await get();
    expect(text).toContain('You’ll see the whole page once you confirm');
    expect(text).not.toMatch(/1HGCM82633A004352|66,000|<select|type="file"/);
    for (const [what, fields] of [
      ['facts', { zip: '10002' }],
      ['call', { at: 'any' }],
      ['requests', { kind: 'delete' }],
    ] as const)
      expect((await post(what, fields)).status).toBe(303);
    await postForm(harness(), `${path}/link`, { renew: 'true' });
    const number = String(before?.['number']);
    await postFormWith(asStranger().headers)(harness(), '/case', { number, contact: customer.email });
    expect(await rowOf(id)).toEqual({ ...before, language: 'en' });
  });
});
