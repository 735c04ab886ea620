import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { givenEnrollment } from '../testing.ts';
import type { StatementView } from './schemas.ts';
import { writeStatementCsv, writeStatementPdf } from './statement-files.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const plans = [
  { code: 'standard', unit_price_cents: 505 },
  { code: 'gold', unit_price_cents: 1_000_000 },
];

let token = '';
let institutionId = '';
let key = '';
let statement: StatementView;
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
  const name = 'Crédit Synthetic, "First" & Sons';
  ({ key, institutionId } = await givenPartner(harness.current, { livemode: true, institution: { name, plans } }));
  for (const plan of ['standard', 'gold', 'standard']) await givenEnrollment(harness.current, key, { plan });
  harness.current.clock.advance(20 * 86_400);
  await harness.current.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-11' } });
  [statement] = (await partnerCalls(harness.current, key)('GET /plans/statements')).body.data;
});

const read = (path: string) =>
  harness.current.call('GET', `/api/staff/v1/institutions/${institutionId}/statements${path}`, { token });

/** The text of a PDF, extracted by an independent reader. */
const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');

async function readPdf(): Promise<{ readonly bytes: Buffer; readonly headers: Headers }> {
  const address = `${harness.current.baseUrl}/api/staff/v1/institutions/${institutionId}/statements/${statement.id}.pdf`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

const address =
  'Synthetic Issuer LLC\n1 Example Street, a line that is much longer than its column is wide\nSpringfield'.concat(
    '\nx'.repeat(200),
  );
const parties = { issuer: address, billTo: address, remitTo: address };

/** Cents of an amount as people write it. */
const centsOf = (text: string): number => Number(text.replaceAll(',', '').replace('.', ''));

const bigStatement = (lines: StatementView['lines']): StatementView => ({
  ...statement,
  lines,
  enrollment_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  amount_cents: lines.reduce((sum, line) => sum + line.amount_cents, 0),
});

describe('statements for the team', () => {
  it('staff can list statements and see them as the institution does', async () => {
    const list = await read('');
    expect([list.status, list.body]).toEqual([
      200,
      { object: 'list', data: [statement], has_more: false, next_cursor: null },
    ]);
    expect((await read('?period=2026-10')).body.data).toEqual([]);
    const one = await read(`/${statement.id}`);
    expect([one.status, one.text]).toEqual([200, JSON.stringify(statement)]);
  });

  it("a statement's CSV has a row for each plan and one for the sum", async () => {
    const { status, headers, text } = await read(`/${statement.id}.csv`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="MS-202611-0001.csv"');
    const same = 'MS-202611-0001,"Crédit Synthetic, ""First"" & Sons",2026-11,2026-12-05,2027-01-04';
    expect(text.split('\r\n')).toEqual([
      'statement,institution,period,issued_on,due_on,plan,quantity,unit_price,amount,currency',
      `${same},gold,1,10000.00,10000.00,USD`,
      `${same},standard,2,5.05,10.10,USD`,
      `${same},TOTAL,3,,10010.10,USD`,
      '',
    ]);
  });

  it("a statement's PDF is printable, with the same bytes every time", async () => {
    const { bytes, headers } = await readPdf();
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="MS-202611-0001.pdf"');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    harness.current.clock.advance(3600);
    expect((await readPdf()).bytes.equals(bytes)).toBe(true);
    const text = textOf(bytes);
    for (const word of ['Membership statement', 'MS-202611-0001', '2026-11', '2026-12-05', '2027-01-04', 'issued'])
      expect(text).toContain(word);
    for (const word of ['Makewhole', '1 Example Street', '(202) 555-0100', 'help@makewhole.example'])
      expect(text).toContain(word);
    expect(text).toContain('Crédit Synthetic, "First" & Sons');
    expect(text).toMatch(/gold +1 +10,000\.00 +10,000\.00\n/);
    expect(text).toMatch(/standard +2 +5\.05 +10\.10\n/);
    expect(text).toMatch(/Total +3 +10,010\.10\n/);
  });

  it('a statement has the same sums in JSON, CSV and PDF, of any size', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => {
      const [quantity, price] = [10 ** (index % 7) + index, index === 19 ? 0 : 7 ** (index % 8) + 1];
      const plan = `plan-${'x'.repeat(index)}-${index}`;
      return { plan, quantity, unit_price_cents: price, amount_cents: quantity * price };
    });
    const paper = {
      institution: 'Synthetic Credit Union of '.repeat(8).slice(0, 200),
      statement: bigStatement(lines),
      parties,
    };
    const rows = writeStatementCsv(paper)
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    const inTable = rows.slice(1).map((row) => [row[5], Number(row[6]), centsOf(row[8] ?? '')]);
    const pdf = await writeStatementPdf(paper, harness.current.config.team);
    const onPaper = textOf(pdf)
      .split('\n')
      .map((row) => /^ *(plan-\S+|Total) +(\d+) .*?([\d,]+\.\d\d)$/.exec(row))
      .flatMap((found) =>
        found ? [[found[1] === 'Total' ? 'TOTAL' : found[1], Number(found[2]), centsOf(found[3]!)]] : [],
      );
    const expected = [
      ...lines.map(({ plan, quantity, amount_cents: cents }) => [plan, quantity, cents]),
      ['TOTAL', paper.statement.enrollment_count, paper.statement.amount_cents],
    ];
    expect(inTable).toEqual(expected);
    expect(onPaper).toEqual(expected);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('a statement cannot contain a spreadsheet formula, and shows a character missing from the font as a question mark', async () => {
    const paper = { institution: '=HYPERLINK("http://example.com")', statement, parties };
    const [, row = ''] = writeStatementCsv(paper).split('\r\n');
    expect(row).toContain(`,"'=HYPERLINK(""http://example.com"")",`);
    const text = textOf(
      await writeStatementPdf({ ...paper, institution: 'Bank 漢\u0007字 – Ärzte’s' }, harness.current.config.team),
    );
    expect(text).toContain('Bank ??? – Ärzte’s');
  });

  it('statements of another institution, or unknown ones, get 404; without a staff token there is no access', async () => {
    const other = await givenPartner(harness.current, { livemode: true });
    for (const ending of ['', '.csv', '.pdf']) {
      const path = (institution: string, id: string) =>
        `/api/staff/v1/institutions/${institution}/statements/${id}${ending}`;
      const answers = [
        await harness.current.call('GET', path(other.institutionId, statement.id), { token }),
        await harness.current.call('GET', path(institutionId, 'stm_x'), { token }),
        await harness.current.call('GET', path('inst_x', statement.id), { token }),
      ];
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found']);
      const refused = await harness.current.call('GET', path(institutionId, statement.id), { token: key });
      expect(refused.status).toBe(401);
    }
    expect((await harness.current.call('GET', '/api/staff/v1/institutions/inst_x/statements', { token })).status).toBe(
      404,
    );
    expect((await read(`/${statement.id}.xls`)).status).toBe(404);
    expect((await read('?colour=red')).status).toBe(400);
  });
});
