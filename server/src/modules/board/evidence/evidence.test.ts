import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { listingsOf } from '#testing/appraisals';
import { givenDocument } from '#testing/documents';
import { givenSettledReferral } from '#testing/figures/exposure';
import { givenListings } from '#testing/vehicles/market';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenSession, givenStaffToken } from '#testing/staff';
import { lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { useHarness } from '#test/harness';
import { computeIndex, type PacketPart } from './rules.ts';
import type { EvidencePacket } from './schemas.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let token = '';
let key = '';
let id = '';
let consultationId = '';
let reportPages = 0;
let reportSha = '';

const staff = (route: string, ...body: readonly [] | readonly [unknown]) => {
  const [method = '', path = ''] = route.split(' ');
  return harness.current.call(method, `/api/staff/v1${path}`, {
    token,
    ...(body.length === 0 ? {} : { body: body[0] }),
  });
};

const consultationOf = async (referralId: string): Promise<string> =>
  (
    await harness.current.ctx.db.pool.query('select id from consultations.consultations where source_id = $1', [
      referralId,
    ])
  ).rows[0].id;

beforeAll(async () => {
  const { current } = harness;
  token = await givenStaffToken(current, 'lead');
  ({ key } = await givenPartner(current, { livemode: true, institution: { name: 'Synthetic Credit Union' } }));
  id = await givenSettledReferral(current, { key, token });
  consultationId = await consultationOf(id);
  await givenListings(current.ctx, listingsOf(14, 'Accord'));
  const { version } = (await staff(`GET /cases/${consultationId}/facts`)).body;
  const changes = { vin: null, year: 2019, make: 'Honda', model: 'Accord', zip: '78701' };
  await staff(`PATCH /cases/${consultationId}/facts`, { seen: version, changes });
  const { revision } = (await staff(`GET /cases/${consultationId}/appraisal`)).body;
  await staff(`PUT /cases/${consultationId}/appraisal/draft`, {
    revision,
    left_out: [],
    signer_name: 'Robin Synthetic',
  });
  const released = await staff(`POST /cases/${consultationId}/appraisal/release`, { revision: 1, reason: 'goodwill' });
  if (released.status !== 200) throw new Error(`not released: ${released.text}`);
  await staff(`POST /referrals/${id}/settle`, {
    offer: { value_cents: 1_500_000, tax_cents: 120_000, fees_cents: 7_500 },
    settlement: { value_cents: 1_620_033, tax_cents: 129_603, deductible_cents: 50_000, total_cents: 1_699_636 },
  });
  const { pdf, received } = await givenDocument(current, id);
  reportPages = received.reading.pages;
  reportSha = createHash('sha256').update(pdf).digest('hex');
  await staff(`PUT /referrals/${id}/checklist`, { item: 'settlement_letter', received_on: '2026-11-12' });
  await staff(`PUT /referrals/${id}/loan`, { payoff_cents: 1_790_000, payoff_as_of: '2026-11-01' });
});

async function readPdf(referralId: string): Promise<{ readonly bytes: Buffer; readonly headers: Headers }> {
  const address = `${harness.current.baseUrl}/api/staff/v1/referrals/${referralId}/evidence.pdf`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
  return { bytes, headers: response.headers };
}

const run = (command: string, args: readonly string[], input: Uint8Array): string =>
  execFileSync(command, args, { input, timeout: 20_000, stdio: ['pipe', 'pipe', 'pipe'] }).toString('utf8');

/** The text of each page, as an independent reader sees it. */
const pagesOf = (pdf: Uint8Array): string[] => run('pdftotext', ['-layout', '-', '-'], pdf).split('\f').slice(0, -1);

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A report that cannot be appended. */
async function brokenReport(how: string): Promise<Buffer> {
  if (how !== 'is protected' && how !== 'has 500 pages') return Buffer.from('%PDF-1.4\nthis is no report\n%%EOF\n');
  const { default: Paper } = await import('pdfkit');
  const paper = new Paper(how === 'is protected' ? { userPassword: 'secret', ownerPassword: 'secret' } : {});
  const bytes = buffer(paper);
  if (how === 'has 500 pages') for (let page = 1; page < 500; page += 1) paper.addPage();
  paper.text('synthetic').end();
  return bytes;
}

describe('the evidence packet as JSON', () => {
  it('the JSON packet has exposure, checklist, breakdown, appraisal, reports, snapshot and consent of one referral', async () => {
    const { status, headers, body } = await staff(`GET /referrals/${id}/evidence`);
    const packet: EvidencePacket = body;
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(packet).toMatchObject({
      object: 'gap.evidence_packet',
      referral_id: id,
      consultation_id: consultationId,
      institution: { name: 'Synthetic Credit Union' },
      claim: { borrower: 'Synthetic Borrower', insurer: 'Synthetic Mutual', claim_number: 'CLM-0001' },
      exposure: { payoff_cents: 1_790_000, payoff_as_of: '2026-11-01', reduction_cents: 120_033 },
      money: { offer: { tax: { cents: 120_000 } }, settlement: { total: { cents: 1_699_636 } } },
      appraisal: { version: 1, inputs: { owner: 'Synthetic Borrower' } },
      reports: [{ sha256: reportSha, pages: reportPages, file_removed_at: null }],
      snapshot: { sample_size: 14 },
      consent: { consultation_id: consultationId, verification: { ok: true } },
    });
    expect(packet.exposure.checklist.filter(({ received_on: on }) => on !== null)).toMatchObject([
      { item: 'settlement_letter', received_on: '2026-11-12', recorded_by_name: 'Synthetic Staff' },
    ]);
  });

  it('the JSON packet is for leads, needs a referral with a case, and adds an audit row about the referral', async () => {
    const caller = await givenSession(harness.current, 'caller');
    for (const ending of ['', '.pdf']) {
      const path = `/api/staff/v1/referrals/${id}/evidence${ending}`;
      expect((await harness.current.call('GET', path, { headers: caller.headers })).status).toBe(403);
      expect((await harness.current.call('GET', path, { token: key })).status).toBe(401);
      const before = await lastSeq(harness.current);
      expect((await harness.current.call('GET', path, { token })).status).toBe(200);
      expect(await rowsAfter(harness.current, before)).toEqual([
        expect.objectContaining({
          kind: 'view',
          operation: `board.get-evidence${ending.replace('.', '-')}`,
          subject_id: id,
        }),
      ]);
    }
    const { id: invited } = await givenReferral(harness.current, key);
    expect((await staff(`GET /referrals/${invited}/evidence`)).status).toBe(409);
    expect((await staff('GET /referrals/ref_x/evidence')).status).toBe(404);
  });
});

describe('the evidence packet as one PDF', () => {
  it('the PDF packet has an index with correct page numbers, and every page of appraisal, report and consent record', async () => {
    const { bytes, headers } = await readPdf(id);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evidence-CN-\d+\.pdf"$/);
    const pages = pagesOf(bytes);
    const index = flat(pages[0] ?? '');
    const firstPage = (title: RegExp): string => {
      const number = Number(new RegExp(`${title.source} (\\d+)`).exec(index)?.[1]);
      return flat(pages[number - 1] ?? `no page ${number}: ${index}`);
    };
    expect(firstPage(/GAP exposure/)).toContain('Exposure by the first offer: $3,400.00');
    expect(firstPage(/Settlement breakdown/)).toContain('Vehicle value before tax and fees $15,000.00 (staff)');
    expect(firstPage(/Market snapshot/)).toContain('Market snapshot');
    expect(firstPage(/Appraisal, version 1/)).toContain('Synthetic Borrower');
    expect(firstPage(/Insurer’s report, received 2026-11-15/)).toMatch(/CCC|VALUATION/i);
    expect(firstPage(/Consent and contact ledger/)).toContain('Consent record');
    expect(index).toContain(reportSha.slice(0, 20));
    const total = Number(/page 1 of (\d+)/.exec(index)?.[1]);
    expect(pages).toHaveLength(total);
    expect(run('pdfinfo', ['-'], bytes)).toMatch(new RegExp(`Pages: +${total}\n`));
    const whole = flat(pages.join(' '));
    for (const words of ['Settlement letter or check', '2026-11-12', '$1,200.33', 'as of 2026-11-01', 'not received'])
      expect(whole).toContain(words);
    // The address of the owner's page opens it, so it belongs to the owner only.
    expect(whole).not.toContain('/appraisal/');
  });

  it.each([
    ['is damaged', 'It is damaged.'],
    ['is another file', 'It is not the file that was received.'],
    ['is lost', 'It cannot be found in the store.'],
    ['is protected', 'It is protected by a password.'],
    ['has 500 pages', 'It has more than 200 pages.'],
  ])(
    'the PDF packet lists a report that %s with its hash and a note, and includes everything else',
    async (how, words) => {
      const { current } = harness;
      const { objects, db } = current.ctx;
      const settled = { offer: { value_cents: 1_500_000 }, settlement: { value_cents: 1_600_000 } };
      const other = await givenSettledReferral(current, { key, token }, settled);
      await givenDocument(current, other, { seed: 2 });
      const { rows } = await db.pool.query('select object_key, sha256 from documents.documents where intake_id = $1', [
        other,
      ]);
      const { object_key: objectKey } = rows[0];
      let { sha256 } = rows[0];
      await objects.delete(objectKey);
      const broken = await brokenReport(how);
      if (how !== 'is lost') await objects.create({ key: objectKey, bytes: broken, type: 'application/pdf' });
      // The hash is that of the received file; only a different file has another one.
      if (how !== 'is lost' && how !== 'is another file') {
        sha256 = createHash('sha256').update(broken).digest('hex');
        await db.pool.query('update documents.documents set sha256 = $2 where intake_id = $1', [other, sha256]);
      }
      const pages = pagesOf((await readPdf(other)).bytes);
      const index = flat(pages[0] ?? '');
      expect(index).toContain('not appended');
      expect(index).toContain(words);
      expect(index.replaceAll(' ', '')).toContain(`SHA-256${sha256}`);
      const consent = Number(/Consent and contact ledger (\d+)/.exec(index)?.[1]);
      expect(flat(pages[consent - 1] ?? '')).toContain('Consent record');
      expect(pages).toHaveLength(Number(/page 1 of (\d+)/.exec(index)?.[1]));
    },
  );
});

describe('the index', () => {
  it('the index counts through appended files and leaves out the pages of files that are only listed', () => {
    const file = (title: string, pages: number): PacketPart => ({ title, sha256: 'a', content: Buffer.of(), pages });
    const parts = [file('one', 3), { title: 'two', sha256: 'b', why: 'is damaged' }, file('three', 1)];
    expect(computeIndex([{ title: 'own', page: 1 }], 4, parts)).toEqual([
      { title: 'own', pages: '1', note: '' },
      { title: 'one', pages: '5–7', note: 'SHA-256 a' },
      { title: 'two', pages: 'not appended', note: 'It is damaged. SHA-256 b' },
      { title: 'three', pages: '8', note: 'SHA-256 a' },
    ]);
  });
});
