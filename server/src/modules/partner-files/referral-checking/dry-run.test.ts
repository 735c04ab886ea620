import { describe, expect, it } from 'vitest';
import { toWorkbook } from '#test/fixtures/workbook';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '#testing/portal';
import { syntheticVin } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import {
  applyReferrals,
  givenDryRun,
  referralRow,
  toReferralCsv,
  toReferralTable,
  uploadReferrals,
} from '../referral-files/testing.ts';

const harness = useHarness();

type Row = {
  row: number;
  outcome: string;
  issues: { path: string; column: string | null; message: string }[];
} & Record<string, unknown>;

async function dryRun(raw: string | Uint8Array) {
  const portal = await givenPortalUser(harness.current, { role: 'operations' });
  const run = await givenDryRun(harness.current, portal, raw);
  const rows: Row[] = (await portal.call('GET', `${run.path}/rows`)).body.data;
  return { portal, run, rows };
}

const issuesOf = (row: Row | undefined) => row?.issues.map(({ path, column }) => [path, column]);

describe("a file's dry run", () => {
  it('a dry run has one outcome for each row, with the row number of a spreadsheet', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations' });
    const open = referralRow();
    await applyReferrals(h, portal, await givenDryRun(h, portal, toReferralCsv([open])));
    const ready = referralRow();
    const text = toReferralCsv([
      ready,
      referralRow({ Email: 'no address', Year: 'old' }),
      open,
      referralRow({ VIN: ready.VIN.toLowerCase() }),
      referralRow({ VIN: '1HGCM82633A004352', Year: '2020', Make: 'Honda' }),
      referralRow({ Email: '', Phone: '' }),
    ]);
    const run = await givenDryRun(h, portal, text);
    expect(run.file).toMatchObject({
      status: 'checked',
      rows: 6,
      counts: { ready: 2, invalid: 2, double: 1, open: 1, ended: 0 },
      leave_out: 4,
    });
    const { body } = await portal.call('GET', `${run.path}/rows`);
    expect(body.data.map((one: Row) => [one.row, one.outcome])).toEqual([
      [2, 'ready'],
      [3, 'invalid'],
      [4, 'open'],
      [5, 'double'],
      [6, 'ready'],
      [7, 'invalid'],
    ]);
    expect(issuesOf(body.data[1])).toEqual([
      ['borrower.email', 'Email'],
      ['vehicle.year', 'Year'],
    ]);
    expect(body.data[2].referral_id).toMatch(/^ref_/);
    expect(body.data[3].first_row).toBe(2);
    expect(body.data[4].warnings).toContain('vin_year');
    expect(issuesOf(body.data[5])).toEqual([['borrower', null]]);
    const invalid = await portal.call('GET', `${run.path}/rows?outcome=invalid&after=3`);
    expect(invalid.body.data.map((one: Row) => one.row)).toEqual([7]);
    const warned = await portal.call('GET', `${run.path}/rows?outcome=warned`);
    expect(warned.body.data.map((one: Row) => one.row)).toContain(6);
    // It referred no one.
    const count = 'select count(*)::int as count from referrals.referrals where institution_id = $1';
    expect((await h.owner.pool.query(count, [portal.institutionId])).rows).toEqual([{ count: 1 }]);
  });

  it('a dry run reveals neither who may not be contacted nor how many; after applying, users who see contacts learn it', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations', fresh: true });
    const row = referralRow();
    const token = await givenStaffToken(h);
    await h.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email: row.Email } });
    const run = await givenDryRun(h, portal, toReferralCsv([row, referralRow()]), { mode: 'live' });
    const other = await givenDryRun(h, portal, toReferralCsv([referralRow(), referralRow()]), { mode: 'live' });
    // The same as for a file of unknown people: files that are never applied cannot be used to look people up in that
    // list.
    expect(run.file.counts).toEqual(other.file.counts);
    expect(run.file.not_contacted).toBe(0);
    const told = async (who: typeof portal, tail: string) =>
      (await who.call('GET', run.path + tail, { mode: 'live' })).text;
    for (const tail of ['', '/rows', '/rows?outcome=warned', '/result.csv'])
      expect(await told(portal, tail)).not.toMatch(/suppressed|do-not-contact/);
    const done = await applyReferrals(h, portal, run);
    expect(done).toMatchObject({ status: 'applied', referred: 2, not_contacted: 1 });
    const { text } = await portal.call('GET', `${run.path}/result.csv`, { mode: 'live' });
    expect(text).toContain('on the do-not-contact list');
    expect(await told(portal, '/rows')).toContain('suppressed');
    const reader = await givenPortalUser(h, { role: 'read_only', institutionId: portal.institutionId });
    for (const tail of ['/rows', '/result.csv'])
      expect(await told(reader, tail)).not.toMatch(/suppressed|do-not-contact/);
    expect(JSON.parse(await told(reader, '')).not_contacted).toBeNull();
  });

  it('a dry run reads dollars, cents, dates and one column for the name, and guesses nothing', async () => {
    const header =
      'Borrower Name,Email,VIN,Year,Make,Model,Insurer,Claim #,State,DOL,Offer Cents,Payoff Amount,Deductible';
    const line = (name: string, day: string, payoff: string) =>
      `"${name}",b@example.com,${syntheticVin()},2021,Synthetic,Sedan,Synthetic Mutual,CLM-1,New York,${day},1500000,"${payoff}",500`;
    const { rows } = await dryRun(
      [
        header,
        line('Borrower, Synthetic', '2026-11-01', '$18,000.00'),
        line('Synthetic Borrower', '11/13/2026', '18,000.5'),
        line('Synthetic B. Borrower', '11/13/2026', '18000'),
        line('Synthetic Borrower', '13/05/2026', '18000'),
        line('Synthetic Borrower', '05/06/2026', '18000'),
        line('Synthetic Borrower', '46327', '18.000,00'),
      ].join('\n'),
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ready', 'ready', 'invalid', 'invalid', 'invalid', 'invalid']);
    expect(rows.slice(2).map(issuesOf)).toEqual([
      [['borrower.first_name', 'Borrower Name']],
      [['claim.date_of_loss', 'DOL']],
      // It could be June: another date in this file has its day first.
      [['claim.date_of_loss', 'DOL']],
      [['liability.loan_payoff_cents', 'Payoff Amount']],
    ]);
  });

  it('a dry run reports a row with more cells than columns, instead of reading the wrong cells', async () => {
    const [header = '', row = ''] = toReferralCsv([referralRow({ Offer: '15000' })]).split('\r\n');
    const { rows } = await dryRun(`${header}\n${row.replace(',15000,', ',15,000,')}`);
    expect(rows[0]).toMatchObject({ outcome: 'invalid' });
    expect(rows[0]?.issues[0]?.message).toContain('more cells');
  });

  it.each([
    [
      'a workbook',
      (rows: string[][]) =>
        toWorkbook(rows.map((cells) => cells.map((cell) => (/^\d{4,5}$/.test(cell) ? Number(cell) : cell)))),
    ],
    [
      'semicolons and Windows-1252',
      (rows: string[][]) => Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n'), 'latin1'),
    ],
    [
      'tabs and UTF-16',
      (rows: string[][]) => Buffer.from(`\ufeff${rows.map((cells) => cells.join('\t')).join('\r\n')}`, 'utf16le'),
    ],
  ])('a dry run reads %s', async (_what, write) => {
    const table = toReferralTable([referralRow({ 'Last Name': 'Müller', 'Date of Loss': '46327', Offer: '15000' })]);
    const { run, rows } = await dryRun(write(table));
    expect(run.file.counts).toMatchObject({ ready: 1, invalid: 0 });
    expect(rows[0]).toMatchObject({ row: 2, borrower: expect.stringContaining('Synthetic Müller') });
  });

  it('a dry run remembers the columns for the institution and the mode', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const text = toReferralCsv([referralRow()]).replace('Carrier', 'Their company');
    const first = await uploadReferrals(h, portal, text);
    const mapping = first.body.columns.map(({ field }: { field: string | null }) => field);
    expect(mapping[9]).toBeNull();
    const path = `/referral-files/${first.body.id}/mapping`;
    const refused = await portal.call('PUT', path, { body: { mapping } });
    expect([refused.status, refused.body.issues[0].message]).toEqual([400, 'must name claim.carrier']);
    mapping[9] = 'claim.carrier';
    for (const wrong of [
      mapping.with(9, 'vehicle.vin'),
      mapping.slice(1),
      mapping.with(0, 'claim.initial_offer_cents'),
    ])
      expect((await portal.call('PUT', path, { body: { mapping: wrong } })).status).toBe(400);
    await portal.call('PUT', path, { body: { mapping } });
    const fieldsOf = async (mode: 'test' | 'live') =>
      (await uploadReferrals(h, portal, text, { mode })).body.columns.map(({ field }: { field: string }) => field)[9];
    expect([await fieldsOf('test'), await fieldsOf('live')]).toEqual(['claim.carrier', null]);
  });

  it("a dry run leaves out the template's row in live mode", async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { fresh: true });
    const { text, headers } = await portal.call('GET', '/referral-files/template.csv');
    expect(headers.get('content-type')).toContain('text/csv');
    const test = await givenDryRun(h, portal, text);
    expect(test.file.counts).toMatchObject({ ready: 1, invalid: 0 });
    const live = await givenDryRun(h, portal, text, { mode: 'live' });
    expect(live.file.counts).toMatchObject({ ready: 0, invalid: 1 });
  });
});

describe('an uploaded file', () => {
  it.each([
    ['nothing', ''],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
    ['rows of JSON', '{"borrower": {}}\n'],
    ['a damaged workbook', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)])],
    ['only a header', 'VIN,Email\n'],
    ['a quote that is never closed', 'VIN,Email\n1,"x,y\n'],
    ['too many rows', `VIN\n${'1\n'.repeat(5001)}`],
    [
      'a workbook with a gap of thousands of rows',
      toWorkbook([['VIN']], {
        'xl/worksheets/members.xml': '<row r="1"><c><v>1</v></c></row><row r="9000"><c><v>1</v></c></row>',
      }),
    ],
    [
      'a workbook whose texts unpack to more than a file may have',
      toWorkbook([['VIN']], { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(600_000)}</sst>` }),
    ],
    [
      'a workbook whose cells all are one long text',
      toWorkbook([['VIN']], {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
        'xl/worksheets/members.xml': `<row r="1"><c><v>1</v></c></row>${'<row><c t="s"><v>0</v></c></row>'.repeat(200)}`,
      }),
    ],
    [
      'a workbook of long blanks above its rows',
      toWorkbook([['VIN']], {
        'xl/worksheets/members.xml': `<row><c><v>1</v></c></row>${`<row><c t="inlineStr"><is><t>${' '.repeat(500_000)}</t></is></c></row>`.repeat(20)}<row><c><v>1</v></c></row>`,
      }),
    ],
    ['a row of more cells than any file has columns', `VIN,Email\n${'a,'.repeat(1001)}`],
    ['without names of columns', 'Synthetic,someone@example.com\nSynthetic,other@example.com'],
    ['without names of columns, and with numbers', "Synthetic,'+1 (212) 555-0142\nSynthetic,2125550143"],
    ['without names of columns, and with vehicles', `Synthetic,${syntheticVin()}\nSynthetic,${syntheticVin()}`],
  ])('a file that is %s is refused, and its rows are not stored', async (_what, bytes) => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const { status, body } = await uploadReferrals(h, portal, bytes);
    expect([status, body.code]).toEqual([422, 'referral_file_unreadable']);
    const { body: list } = await portal.call('GET', '/referral-files');
    expect(list.data).toMatchObject([{ status: 'failed', rows: 0 }]);
  });

  it('a missing file is refused as an empty one', async () => {
    const portal = await givenPortalUser(harness.current);
    const { status, body } = await portal.call('POST', '/referral-files');
    expect([status, body.code]).toEqual([422, 'referral_file_unreadable']);
  });

  it("a file's stored rows keep the nonempty cells, and those of the columns", async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const line = `1,a${','.repeat(5000)}`;
    const { status, body } = await uploadReferrals(h, portal, `VIN,Email,Phone\n${line}\n${','.repeat(5000)}`);
    expect([status, body.rows]).toEqual([201, 1]);
    const { rows } = await h.owner.pool.query('select cells from referral_files.rows where file_id = $1', [body.id]);
    expect(rows).toEqual([{ cells: ['1', 'a', ''] }]);
  });

  it('an institution has sixty dry runs an hour at most', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv([referralRow()]));
    const mapping = run.file.columns.map(({ field }: { field: string | null }) => field);
    const ask = (who = portal) => who.call('PUT', `${run.path}/mapping`, { body: { mapping: mapping.slice(1) } });
    for (let asked = 1; asked < 60; asked += 1) expect((await ask()).status).toBe(400);
    const colleague = await givenPortalUser(h, { institutionId: portal.institutionId });
    expect([(await ask()).status, (await ask(colleague)).body.code]).toEqual([429, 'rate_limited']);
  });

  it('surrogate halves, zero bytes and formulas in a file are text', async () => {
    const cells = ['VIN', 'Email'].map(
      (name, at) => `<c r="${'AB'[at]}1" t="inlineStr"><is><t>${name}&#xD800;</t></is></c>`,
    );
    const sheet = `<row r="1">${cells.join('')}</row><row r="2"><c r="A2" t="inlineStr"><is><t>=cmd()&#xDFFF;</t></is></c></row>`;
    const portal = await givenPortalUser(harness.current);
    const bytes = toWorkbook([['VIN']], { 'xl/worksheets/members.xml': sheet });
    const { status, body } = await uploadReferrals(harness.current, portal, bytes);
    expect([status, body.columns[0].samples]).toEqual([201, ['=cmd()']]);
  });

  it('beyond 8 MB, or beyond twenty in a day, is refused', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    expect((await uploadReferrals(h, portal, Buffer.alloc(8 * 1_048_576 + 1, 0x61))).status).toBe(413);
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async () => (await uploadReferrals(h, portal, 'VIN\n1')).status),
    );
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20);
    expect(statuses).toContain(429);
  });
});
