import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { names } from '../../../server/src/modules/partner-files/roster-files/rules.ts';
import { rosterVin } from '../../../server/src/modules/memberships/testing.ts';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { computeCheckDigit } from '../../../server/src/modules/vehicles/vin/rules.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { createTestIo, givenWords } from '../../test/test-io.ts';
import { checkCommand } from './check.ts';
import { columnNames } from './columns.ts';
import { pushCommand } from './push.ts';
import { hasRightCheckDigit } from './vin.ts';

const folder = mkdtempSync(join(tmpdir(), 'rosters-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

function write(text: string | Buffer, name = `roster-${(made += 1)}.csv`): string {
  writeFileSync(join(folder, name), text);
  return name;
}

async function check(text: string | Buffer, options: Record<string, string> = {}) {
  const io = createTestIo({ cwd: folder });
  const code = await checkCommand(io, givenWords(options, { json: true, arguments: [write(text)] }));
  const value = JSON.parse(io.printed.join('')) as {
    rows: number;
    errors: number;
    warnings: number;
    issues: { line: number; column: number | null; field: string | null; level: string; message: string }[];
    columns: { column: string; field: string | null }[];
  };
  return { code, ...value, said: io.printed.join('') };
}

const valid = '1M8GDM9AXKP042788';
const header = 'VIN,First Name,Last Name,Email,Phone,Loan Number,Year,Effective Date,Branch';
const row = (vin: string, rest = 'Robin,Rivera,robin@example.com,(212) 555-0142,L-1,2021,11/17/2026,Main St') =>
  `${vin},${rest}`;

describe('mw roster check', () => {
  it('guesses the columns by their names and finds nothing wrong', async () => {
    const { code, rows, errors, warnings, columns } = await check(`\uFEFF${header}\r\n${row(valid)}\r\n\r\n`);
    expect([code, rows, errors, warnings]).toEqual([0, 1, 0, 0]);
    expect(columns.map(({ field }) => field)).toEqual([
      'vehicle.vin',
      'member.first_name',
      'member.last_name',
      'member.email',
      'member.phone',
      'external_ref',
      'vehicle.year',
      'effective_on',
      null,
    ]);
  });

  it.each([
    ['1M8GDM9AXKP04278', 'has 16 characters', 1],
    ['IM8GDM9AXKP042788', 'I, O or Q', 1],
    ['1M8GDM9A?KP042788', 'not a letter or digit', 1],
  ])('reports where and why %s is not a VIN, and never shows it', async (vin, message, column) => {
    const { code, issues, said } = await check(`${header}\n${row(vin)}\n`);
    expect(code).toBe(1);
    expect(issues).toMatchObject([{ line: 2, column, field: 'vehicle.vin', level: 'error' }]);
    expect(issues[0]?.message).toContain(message);
    expect(said).not.toContain(vin);
  });

  it('warns of a check digit, which not every VIN has', async () => {
    const { code, errors, issues } = await check(`${header}\n${row('1M8GDM9A1KP042788')}\n`);
    expect([code, errors, issues[0]?.level]).toEqual([0, 0, 'warning']);
    expect(issues[0]?.message).toContain('fine in test mode');
  });

  it('reports the field of each column, and does not repeat a name equal to the field’s', async () => {
    const io = createTestIo({ cwd: folder });
    const file = write(`vehicle.vin,First Name,Last Name\n${valid},Robin,Rivera\n`);
    await checkCommand(io, givenWords({}, { arguments: [file] }));
    expect(io.printed.slice(0, 2)).toEqual(['  vehicle.vin', '  First Name is member.first_name']);
  });

  it.each([
    ['Robin,,r@example.com,,L,2021,2026-11-17,x', 'member.last_name', 'has no'],
    ['Robin,Rivera,no address,,L,2021,2026-11-17,x', 'member.email', 'email'],
    ['Robin,Rivera,,12345,L,2021,2026-11-17,x', 'member.phone', 'ten-digit'],
    ['Robin,Rivera,,,L,21,2026-11-17,x', 'vehicle.year', 'year'],
    ['Robin,Rivera,,,L,2021,2026-02-30,x', 'effective_on', 'date'],
    ['Robin,Rivera,,,L,2021,13/05/2026,x', 'effective_on', 'date'],
    [`Robin,Rivera,,,${'L'.repeat(121)},2021,,x`, 'external_ref', '120'],
    ['Robin,Rivera,,,L', null, 'has 6 cells'],
  ])('%s: %s', async (rest, field, message) => {
    const { errors, issues, said } = await check(`${header}\n${row(valid, rest)}\n`);
    expect([errors, issues[0]?.field, issues[0]?.line]).toEqual([1, field, 2]);
    expect(issues[0]?.message).toContain(message);
    expect(said).not.toMatch(/Rivera|no address|12345/);
  });

  it('finds a VIN that comes twice, in either case, and counts lines within quotes', async () => {
    const text = `${header}\n${row(valid, '"Rob\nin","O""Rivera",,,,,,x')}\n${row(valid.toLowerCase())}\n`;
    const { issues } = await check(text);
    // A line break in a name is a control character.
    expect(issues.map(({ line }) => line)).toEqual([2, 4]);
    expect(issues[1]?.message).toBe('has the VIN of line 2, which ends in 2788');
  });

  it('reads what --map says, tabs, semicolons, and NDJSON in both shapes', async () => {
    const map = 'Fahrgestell=vehicle.vin,A=member.first_name,B=member.last_name,VIN=';
    expect((await check(`Fahrgestell;A;B;VIN\n${valid};x;y;nothing\n`, { map })).code).toBe(0);
    const file = write('{"F":"vehicle.vin","A":"member.first_name","B":"member.last_name"}', 'map.json');
    expect((await check(`F\tA\tB\n${valid}\tx\ty\n`, { map: file })).code).toBe(0);
    const nested = { member: { first_name: 'x', last_name: 'y' }, vehicle: { vin: valid, year: 2021 } };
    expect((await check(`${JSON.stringify(nested)}\n`)).errors).toBe(0);
    const flat = await check(`{"vin":"${valid}","first":"x","last":"y"}\n{"vin":1}\nnonsense\n`);
    expect(flat.issues.map(({ line, message }) => [line, message])).toEqual([
      [2, 'has no member.first_name'],
      [2, 'has no member.last_name'],
      [2, 'has 1 characters; a VIN has 17'],
      [3, 'is not JSON'],
    ]);
  });

  it.each([
    ['', /empty/],
    [`${header}\n`, /no rows/],
    ['A,B\n1,2\n', /No column was recognized as vehicle\.vin/],
    [`${header}\n"never closed,x\n`, /line 2 never ends/],
    [Buffer.concat([Buffer.from(`${header}\n`), Buffer.from([0xff, 0xfe, 0x0a])]), /invalid UTF-8/],
    [Buffer.from('PK\u0003\u0004'), /Save the sheet as CSV/],
  ])('reports why a file is not a roster: %#', async (text, sentence) => {
    await expect(check(text)).rejects.toThrow(sentence);
  });

  it.each([
    ['VIN=nothing', /not a field of a row/],
    ['VIN=plan,A=plan', /twice/],
    ['=plan', /form column=field/],
    ['absent.json', /cannot be read/],
    ['Absent=vehicle.vin', /names "Absent"/],
  ])('--map %s is refused', async (map, sentence) => {
    await expect(check(`${header}\n${row(valid)}\n`, { map })).rejects.toThrow(sentence);
  });

  it('ends soon for a quote that is never closed in a long file', async () => {
    const text = `${header}\n"${'x\n'.repeat(200_000)}`;
    await expect(check(text)).rejects.toThrow(/line 2 never ends/);
  });

  it('writes every issue to a new file, and no cell of a person', async () => {
    const text = `${header}\n${row('short', 'Robin,Rivera,bad,,,,,x').repeat(1)}\n`.concat(
      Array.from({ length: 150 }, () => row('short', 'Robin,Rivera,,,,,,x')).join('\n'),
    );
    const { errors, issues } = await check(text, { refused: 'refused.csv' });
    const written = readFileSync(join(folder, 'refused.csv'), 'utf8');
    expect(issues).toHaveLength(100);
    expect(written.trimEnd().split('\r\n')).toHaveLength(errors + 1);
    expect(written).not.toContain('Rivera');
    await expect(check(text, { refused: 'refused.csv' })).rejects.toThrow(/already exists/);
  });

  it('shows an error after any number of warnings', async () => {
    const vins = Array.from({ length: 300 }, (_, index) => `1M8GDM9A1KP${String(index + 100_000)}`);
    const { issues, warnings } = await check(
      `VIN,First,Last\n${vins.map((vin) => `${vin},A,B\n`).join('')}short,A,B\n`,
    );
    expect(warnings).toBeGreaterThan(200);
    expect(issues[0]).toMatchObject({ line: 302, level: 'error' });
    expect(issues).toHaveLength(21);
  });

  it('has the same column names and check digit as the service', () => {
    expect(columnNames).toEqual(names);
    for (let index = 0; index < 2000; index += 1) {
      const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
      const vin = Array.from({ length: 17 }, (_, place) => letters[(index * (place + 7) + place * place) % 33]).join(
        '',
      );
      expect([vin, hasRightCheckDigit(vin)]).toEqual([vin, computeCheckDigit(vin) === 'right']);
    }
  });
});

describe('mw roster push', () => {
  const harness = useHarness();
  let env: Record<string, string>;
  beforeAll(async () => {
    env = { MAKEWHOLE_URL: harness.current.baseUrl, MAKEWHOLE_KEY: (await givenPartner(harness.current)).key };
  });

  const lines = (vins: readonly string[]) =>
    `VIN,First,Last,Loan\n${vins.map((vin) => `${vin},Synthetic,Member,loan-${vin.slice(-3)}\n`).join('')}`;

  async function push(text: string, options: Record<string, string | true> = {}, changes = {}) {
    const io = createTestIo({ cwd: folder, env, ...changes });
    const code = await pushCommand(io, givenWords(options, { json: true, arguments: [write(text)] }));
    return { code, value: JSON.parse(io.printed.join('')), said: [...io.printed, ...io.complained].join('\n') };
  }

  it('changes nothing without --confirm, and then exactly what the dry run said', async () => {
    const vins = [rosterVin(), rosterVin(), rosterVin()];
    const dry = await push(lines(vins));
    expect([dry.code, dry.value.mode, dry.value.totals.created]).toEqual([0, 'dry_run', 3]);
    expect((await push(lines(vins), { 'dry-run': true })).value.totals.created).toBe(3);
    const applied = await push(lines(vins), { confirm: true });
    expect([applied.value.mode, applied.value.totals.created]).toEqual(['apply', 3]);
    expect(applied.said).not.toContain(vins[0]);
    expect((await push(lines(vins))).value.totals.unchanged).toBe(3);
  });

  it('does nothing if a row is invalid, since leaving it out would cancel it', async () => {
    const asked: string[] = [];
    const counting = (url: string, init: RequestInit) => {
      asked.push(url);
      return fetch(url, init);
    };
    const { code, value } = await push(lines([rosterVin(), 'short']), { confirm: true }, { fetch: counting });
    expect([code, value.sent, value.errors, asked]).toEqual([1, false, 1, []]);
  });

  it('reports the line of a problem that only the service finds', async () => {
    const text = `VIN,First,Last,Plan\n\n${rosterVin()},A,B,\n${rosterVin()},A,B,no such plan\n`;
    await expect(push(text)).rejects.toThrow(/FAIL line 4: plan/);
  });

  it('asks for the number of cancellations if there are many', async () => {
    const vins = Array.from({ length: 6 }, () => rosterVin());
    env['MAKEWHOLE_KEY'] = (await givenPartner(harness.current)).key;
    await push(lines(vins), { confirm: true });
    const few = lines(vins.slice(0, 2));
    await expect(push(few, { confirm: true })).rejects.toThrow(/cancel 4 of 6 .* --confirm-cancel 4/);
    const { value } = await push(few, { confirm: true, 'confirm-cancel': '4' });
    expect(value.totals.canceled).toBe(4);
  });

  it('resumes with the same key after a lost response, and applies the roster once', async () => {
    env['MAKEWHOLE_KEY'] = (await givenPartner(harness.current)).key;
    const vins = [rosterVin(), rosterVin()];
    const losing = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (url.includes('mode=apply')) throw new TypeError('lost');
      return response;
    };
    const failing = push(lines(vins), { confirm: true }, { fetch: losing });
    await expect(failing).rejects.toThrow(/--confirm --resume roster-/);
    const key = await failing.catch((error: { facts: { idempotency_key: string } }) => error.facts.idempotency_key);
    const { value } = await push(lines(vins), { confirm: true, resume: String(key) });
    // The stored response: the first call created two.
    expect([value.totals.created, value.idempotency_key]).toEqual([2, key]);
    await expect(push(lines(vins), { resume: 'x' })).rejects.toThrow(/add --confirm/);
  });

  it('reports a missing key, and a request for both modes', async () => {
    await expect(push(lines([rosterVin()]), { confirm: true, 'dry-run': true })).rejects.toThrow(/either --dry-run/);
    const nobody = { env: { MAKEWHOLE_URL: harness.current.baseUrl } };
    await expect(push(lines([rosterVin()]), {}, nobody)).rejects.toMatchObject({ exitCode: 3 });
  });
});
