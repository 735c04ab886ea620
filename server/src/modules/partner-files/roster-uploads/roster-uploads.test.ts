import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '#testing/portal';
import { rosterVin } from '#testing/memberships';
import { toWorkbook } from '#test/fixtures/workbook';
import { filesPerDay } from '../roster-files/rules.ts';
import { givenPlan, uploadFile } from '../roster-files/testing.ts';

const harness = useHarness();

const header = ['VIN', 'First Name', 'Last Name', 'Email', 'Year', 'Effective Date', 'Notes'];
const cellsOf = (vin: string) => [
  vin,
  'Renée',
  'Müller',
  'member@example.com',
  '2022',
  '2026-11-01',
  'synthetic; "one", two',
];
const toText = (delimiter: string, rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join('\r\n');
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

const written: Readonly<Record<string, (rows: readonly (readonly string[])[]) => string | Uint8Array>> = {
  'csv utf-8 ,': (rows) => toText(',', rows),
  'csv utf-8 , with a mark': (rows) => `\ufeff${toText(',', rows)}`,
  'csv utf-8 ;': (rows) => toText(';', rows),
  'csv utf-16le \t': (rows) => Buffer.from(`\ufeff${toText('\t', rows)}`, 'utf16le'),
  'csv utf-16be |': (rows) => utf16be(toText('|', rows)),
  'csv utf-8 , lines end with CR': (rows) => toText(',', rows).replaceAll('\r\n', '\r'),
  'csv windows-1252 ,': (rows) => Buffer.from(toText(',', rows), 'latin1'),
  'xlsx utf-8 ': (rows) => toWorkbook(rows),
  'ndjson utf-8 ': ([names = [], ...rows]) =>
    rows.map((cells) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, cells[at]])))).join('\n'),
};

describe('an uploaded roster', () => {
  it.each(Object.entries(written))('its format is detected by content and read: %s', async (name, write) => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const [kind, encoding, delimiter] = name.split(' ');
    const plan = await givenPlan(h, portal, write([header, cellsOf(rosterVin()), cellsOf(rosterVin())]));
    expect(plan.file).toMatchObject({ status: 'planned', kind, encoding, delimiter: delimiter || null });
    expect(plan.file.columns.map(({ field }: { field: string | null }) => field)).toEqual([
      'vehicle.vin',
      'member.first_name',
      'member.last_name',
      'member.email',
      'vehicle.year',
      'effective_on',
      null,
    ]);
    expect(plan.file.columns[6].samples[0]).toBe('synthetic; "one", two');
    expect(plan.file.counts).toMatchObject({ add: 2, invalid: 0 });
    const { body } = await portal.call('GET', `${plan.path}/rows`);
    expect(body.data[0].after).toMatchObject({ first_name: 'Renée', last_name: 'Müller' });
    expect(body.data[0].effective_on).toBe('2026-11-01');
  });

  it('a roster of API rows, one per line, is what the API would accept', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const lines = [1, 2].map((turn) => ({
      member: { first_name: 'Synthetic', last_name: 'Member', ...(turn === 2 ? { phone: '2125550142' } : {}) },
      vehicle: { vin: rosterVin(), year: 2022 },
    }));
    const plan = await givenPlan(h, portal, `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno json\n`);
    expect(plan.file.counts).toMatchObject({ add: 2, invalid: 1 });
    const { body } = await portal.call('GET', `${plan.path}/rows`);
    expect(
      body.data.map((one: { row: number; after: { phone: string } | null }) => [one.row, one.after?.phone]),
    ).toEqual([
      [1, null],
      [2, '+12125550142'],
      [3, undefined],
    ]);
  });

  it('numbers, dates and gaps of a workbook are read as Excel means them', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const row = [rosterVin(), 'Synthetic', 'A & B', 2022, 46327, 2125550142];
    const sheet = toWorkbook([
      ['VIN', 'First', 'Last', 'Year', 'Start', 'Phone'],
      row,
      [],
      [rosterVin(), 'Synthetic', 'Member'],
    ]);
    const plan = await givenPlan(h, portal, sheet);
    expect(plan.file.counts).toMatchObject({ add: 2, invalid: 1 });
    const { body } = await portal.call('GET', `${plan.path}/rows`);
    expect(body.data[0].after).toMatchObject({ last_name: 'A & B', phone: '+12125550142' });
    // The empty row in the middle counts as a row.
    expect(body.data.at(-1)).toMatchObject({ action: 'invalid', row: 3 });
  });

  it('the columns are remembered for the institution and the mode', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const text = `Chassis,Given,Sur\n${rosterVin()},Synthetic,Member`;
    const first = await uploadFile(h, portal, text);
    expect(first.body.columns.map(({ field }: { field: string | null }) => field)).toEqual([null, null, null]);
    const mapping = ['vehicle.vin', 'member.first_name', 'member.last_name'];
    await portal.call('PUT', `/rosters/${first.body.id}/mapping`, { body: { mapping } });
    const second = await uploadFile(h, portal, text);
    expect(second.body.columns.map(({ field }: { field: string | null }) => field)).toEqual(mapping);
    const live = await uploadFile(h, portal, text, { mode: 'live' });
    expect(live.body.columns.map(({ field }: { field: string | null }) => field)).toEqual([null, null, null]);
  });

  it.each([
    ['nothing', ''],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
    ['a damaged workbook', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)])],
    ['blank lines', '\n\n\n'],
    [
      'a workbook that unpacks to more than it may',
      toWorkbook([['VIN']], { 'xl/workbook.xml': ' '.repeat(3_000_000) }),
    ],
  ])('a file that is %s is refused, and nothing of it is kept', async (_what, bytes) => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const { status, body } = await uploadFile(h, portal, bytes);
    expect([status, body.code]).toEqual([422, 'roster_file_unreadable']);
    const { body: list } = await portal.call('GET', '/rosters');
    expect(list.data).toMatchObject([{ status: 'failed', file_stored: false }]);
  });

  it('of another content type gets 415, and from a page of another site 403', async () => {
    const portal = await givenPortalUser(harness.current);
    const send = (headers: object) =>
      harness.current.call('POST', `/api/portal/v1/${portal.institutionId}/test/rosters`, {
        raw: 'VIN',
        headers: { ...portal.headers, 'content-type': 'text/csv', ...headers },
      });
    const wrong = await send({});
    expect([wrong.status, wrong.body.code]).toEqual([415, 'unsupported_media_type']);
    expect(wrong.body.detail).toBe('The body must be application/octet-stream.');
    expect((await send({ origin: 'https://elsewhere.example' })).body.code).toBe('foreign_request');
  });

  it('a missing file is an empty one', async () => {
    const portal = await givenPortalUser(harness.current);
    const { status, body } = await portal.call('POST', '/rosters');
    expect([status, body.code]).toEqual([422, 'roster_file_unreadable']);
  });

  it.each([
    ['a quote that is never closed', 'VIN,First Name,Last Name\n1,"x,y\n', 'unclosed_quote'],
    ['only a header', 'VIN,First Name,Last Name\n', 'no_rows'],
  ])('a file that has %s fails with its reason', async (_what, text, problem) => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const plan = await givenPlan(h, portal, text);
    expect(plan.file).toMatchObject({ status: 'failed', problem });
    expect((await portal.call('GET', `${plan.path}/rows`)).status).toBe(409);
  });

  it('all columns are mapped, and no field twice', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const { body } = await uploadFile(h, portal, `VIN,First Name,Last Name\n${rosterVin()},Synthetic,Member`);
    for (const mapping of [
      ['vehicle.vin', null, 'member.last_name'],
      ['vehicle.vin', 'vehicle.vin', 'member.last_name'],
      ['vehicle.vin', 'member.first_name'],
      ['vehicle.vin', 'member.first_name', 'unknown'],
    ])
      expect((await portal.call('PUT', `/rosters/${body.id}/mapping`, { body: { mapping } })).status).toBe(400);
  });

  it('counts toward the daily limit exactly, also when seventy files arrive at once', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const text = `VIN,First Name,Last Name\n${rosterVin()},Synthetic,Member`;
    const answers = await Promise.all(Array.from({ length: filesPerDay + 20 }, () => uploadFile(h, portal, text)));
    const codes = answers.map(({ status }) => status).toSorted();
    expect(codes).toEqual([...Array(filesPerDay).fill(201), ...Array(20).fill(429)]);
  });
});
