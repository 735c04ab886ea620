import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { givenAppraisal, type GivenAppraisal } from '../testing.ts';
import { describeAppraisal } from './rules.ts';
import { writeAppraisalPdf } from './appraisal-copies.ts';

const harness = useHarness();

const textOf = (pdf: Uint8Array, layout: string): string =>
  execFileSync('pdftotext', [layout, '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');

/** The path of the newest version's page. */
const pathOf = async (given: GivenAppraisal, number = 1): Promise<string> =>
  new URL((await given.get()).versions.find((one) => one.number === number)?.url ?? '').pathname;

async function givenReleased(wanted: Parameters<typeof givenAppraisal>[1] = {}) {
  const given = await givenAppraisal(harness.current, wanted);
  const composed = await given.compose();
  expect(composed.text).toContain('"object":"appraisal"');
  expect((await given.release()).status).toBe(200);
  return { given, path: await pathOf(given) };
}

const bytesAt = async (path: string) => {
  const answer = await fetch(`${harness.current.baseUrl}${path}`);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('the owner’s page', () => {
  it("the owner's page shows the appraisal, recomputes the figure and reports that it matches", async () => {
    const { path, given } = await givenReleased();
    expect(path).toMatch(/^\/appraisal\/[0-9A-Za-z]{32}$/);
    const { status, text, headers } = await harness.current.call('GET', path);
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
    const [version] = (await given.get()).versions;
    const value = `$${((version?.value_cents ?? 0) / 100).toLocaleString('en-US')}`;
    expect(text).toContain(`Computed again just now, from the stored listings: ${value}. It matches.`);
    for (const words of [
      'Zoë Nguyễn',
      'Synthetic Mutual',
      '$16,500',
      'Robin Synthetic',
      version?.inputs_sha256 ?? '',
      'It is not a licensed appraisal.',
      'Whether it is before tax',
    ])
      expect(text).toContain(words);
    const stored = await harness.current.ctx.db.pool.query('select * from appraisals.versions where number = 1');
    expect(JSON.stringify(stored.rows)).not.toContain(path.split('/').at(-1));
    expect(JSON.stringify(stored.rows)).not.toContain('Nguyễn');
  });

  it("the owner's page reports a different figure, a missing snapshot, and changed inputs", async () => {
    const { pool } = harness.current.ctx.db;
    const { path, given } = await givenReleased();
    const [version] = (await given.get()).versions;
    const snapshot = version?.snapshot_id;
    await pool.query(
      `update market.snapshots set comparables = jsonb_set(comparables::jsonb, '{3,5}', '99000') where id = $1`,
      [snapshot],
    );
    expect((await harness.current.call('GET', path)).text).toContain('It does not match.');
    await pool.query('delete from market.snapshots where id = $1', [snapshot]);
    expect((await harness.current.call('GET', path)).text).toContain('no longer stored');
    await harness.current.owner.pool.query('alter table appraisals.versions disable trigger versions_unedited');
    await harness.current.owner.pool.query(
      `update appraisals.versions set inputs_hash = sha256('x') where snapshot_id = $1`,
      [snapshot],
    );
    expect((await harness.current.call('GET', path)).text).toContain(
      'This document has changed since it was released.',
    );
    expect((await harness.current.call('GET', `${path}/appraisal.pdf`)).headers.get('content-type')).toContain(
      'text/html',
    );
    await pool.query(
      `update appraisals.versions set encrypted_inputs = set_byte(encrypted_inputs, 40, get_byte(encrypted_inputs, 40) # 1) where snapshot_id = $1`,
      [snapshot],
    );
    const broken = await harness.current.call('GET', path);
    expect([broken.status, broken.text.includes('cannot be shown')]).toEqual([500, true]);
    await harness.current.owner.pool.query('alter table appraisals.versions enable trigger versions_unedited');
  });

  it('the page of an older version links to the newest, and that of a withdrawn one shows nothing else', async () => {
    const { given, path } = await givenReleased();
    await given.compose({ remarks: 'New tires.' });
    await given.release();
    const newest = await pathOf(given, 2);
    const old = await harness.current.call('GET', path);
    expect(old.text).toContain('There is a newer version.');
    expect(old.text).toContain(newest);
    expect(old.text).not.toContain('Download as PDF');
    const lead = await givenStaffToken(harness.current, 'lead');
    await given.post('/withdraw', { number: 1, reason: 'Wrong odometer.' }, lead);
    const withdrawn = await harness.current.call('GET', path);
    expect([withdrawn.status, withdrawn.text.includes('Nguyễn')]).toEqual([410, false]);
    // The reader of a withdrawn version does not get the address of the next one.
    expect(withdrawn.text).not.toContain('/appraisal/');
    expect((await harness.current.call('GET', `${path}/appraisal.pdf`)).status).toBe(410);
    expect((await harness.current.call('GET', newest)).status).toBe(200);
  });

  it("the owner's page is not found by another token, and guessing is limited", async () => {
    const from = { headers: { 'x-forwarded-for': '198.18.200.7' } };
    const guess = (index: number) =>
      harness.current.call(
        'GET',
        `/appraisal/${String(index).padStart(32, 'x')}${index % 2 === 0 ? '' : '/appraisal.pdf'}`,
        from,
      );
    const statuses = new Set(
      (await Promise.all(Array.from({ length: 65 }, (_, index) => guess(index)))).map(({ status }) => status),
    );
    expect([...statuses].toSorted()).toEqual([404, 429]);
  });

  it("the owner's page has the statement that the state requires", async () => {
    const { path } = await givenReleased({ state: 'MA' });
    expect((await harness.current.call('GET', path)).text).toContain('Massachusetts licenses who appraises');
  });
});

describe('the PDF', () => {
  it('the PDF is tagged, has a language and a title, and holds names of many scripts', async () => {
    const { path } = await givenReleased({ names: ['Ольга Ελένη', 'Nguyễn Øster Łąć ńś'] });
    const { answer, bytes } = await bytesAt(`${path}/appraisal.pdf`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(textOf(bytes, '-layout')).toContain('Owner: Ольга Ελένη Nguyễn Øster Łąć ńś');
    expect(textOf(bytes, '-layout')).toContain(path);
    for (const word of ['Makewhole', '1 Example Street', '(202) 555-0100', 'help@makewhole.example'])
      expect(textOf(bytes, '-layout')).toContain(word);
    const info = execFileSync('pdfinfo', ['-'], { input: bytes }).toString();
    expect(info).toMatch(/Title: +Written appraisal: 2019 Honda/);
    expect(info).toMatch(/Tagged: +yes/);
    const tree = execFileSync('pdfinfo', ['-struct-text', '-'], { input: bytes }).toString();
    for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'LBody'])
      expect(tree).toMatch(new RegExp(`^ *${tag}\\b`, 'm'));
    const raw = structureOf(bytes);
    for (const part of [
      '/MarkInfo',
      '/StructTreeRoot',
      '/ParentTree',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      '/Scope /Column',
    ])
      expect(raw).toContain(part);
    expect((await bytesAt(`${path}/appraisal.pdf`)).bytes.equals(bytes)).toBe(true);
  });

  it('the PDF shapes Arabic and Hebrew, and prints missing characters as their numbers, with a note', async () => {
    const { path } = await givenReleased({ names: ['محمد علي', 'שלום 山田'] });
    const text = textOf((await bytesAt(`${path}/appraisal.pdf`)).bytes, '-raw');
    for (const word of ['محمد', 'علي']) expect(text.normalize('NFKC')).toContain(word);
    expect(text).toContain('שלום');
    expect(text).toContain('<U+5C71>');
    expect(text).toContain('written as their Unicode numbers');
  });

  it('a PDF with five hundred comparables is written within seconds, with its heads on every page', async () => {
    const { given } = await givenReleased();
    await given.compose();
    const { draft } = await given.get();
    if (draft === null) throw new Error('there is no draft');
    const many = {
      ...draft,
      comparables: Array.from({ length: 500 }, (_, index) => ({
        ...draft.comparables[index % 14]!,
        dealer: `Dealer ${index} of a long name & sons`,
      })),
    };
    const bytes = await writeAppraisalPdf(many, {
      url: undefined,
      sha256: undefined,
      language: 'en',
      at: new Date(0),
      team: harness.current.config.team,
    });
    const text = textOf(bytes, '-layout');
    expect(text.match(/Asking price +Adjustment/g)?.length).toBe(
      text.split('\f').filter((page) => /Dealer \d+ of/.test(page)).length,
    );
    expect(describeAppraisal(many, 'en').comparables.rows).toHaveLength(500);
    expect(text).toContain('DRAFT, not released.');
  });
});

/** The objects of the file, with compressed object streams unpacked. */
function structureOf(bytes: Buffer): string {
  const latin = bytes.toString('latin1');
  const streams = [...latin.matchAll(/\/ObjStm[^]*?stream\r?\n([^]*?)endstream/g)].map(([, body = '']) =>
    inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  );
  return [latin, ...streams].join('\n');
}
