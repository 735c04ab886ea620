import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#actor';
import { givenPartner } from '#testing/partners';
import { givenSession, givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { getExposureLedger } from './ledger.ts';
import type { ExposureLedger } from '../exposure/schemas.ts';
import { givenSettledReferral } from '../exposure/testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, TEAM_TIME_ZONE: 'UTC' });

let token = '';
let own: { key: string; institutionId: string };
let other: { key: string; institutionId: string };

const value = (cents: number) => ({ value_cents: cents });

/** Odd cents, a surplus, a settlement below the offer, unknown ones; some in the next month, some of another institution. */
beforeAll(async () => {
  const { current } = harness;
  token = await givenStaffToken(current);
  own = await givenPartner(current, { livemode: true });
  other = await givenPartner(current, { livemode: true });
  const settle = (
    { key }: { key: string },
    [payoffCents, offer, settlement]: readonly [number, number | undefined, number],
  ) =>
    givenSettledReferral(
      current,
      { key, token },
      {
        payoffCents,
        ...(offer === undefined ? {} : { offer: value(offer) }),
        settlement: value(settlement),
      },
    );
  await settle(own, [1_800_001, 1_500_099, 1_620_033]);
  await settle(own, [1_800_000, 1_700_000, 2_000_007]);
  await settle(own, [1_800_000, undefined, 1_750_000]);
  await settle(other, [2_222_222, 1_111_111, 1_333_333]);
  current.clock.advance(20 * 86_400);
  token = await givenStaffToken(current);
  await settle(own, [3_000_000, 2_000_000, 1_900_001]);
  await settle(own, [2_500_000, 1_111_111, 2_222_222]);
});

const read = (path: string, query = '') => harness.current.call('GET', `/api/staff/v1${path}?${query}`, { token });
const ofOwn = () => `institution_id=${own.institutionId}`;

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');

async function readPdf(query: string): Promise<string> {
  const address = `${harness.current.baseUrl}/api/staff/v1/exposure/ledger.pdf?${query}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return textOf(Buffer.from(await response.arrayBuffer()));
}

/** Cents of an amount as people write it. */
const centsOf = (text: string | undefined): number => Number((text ?? '').replaceAll(/[,.]/g, ''));

const names = ['before_cents', 'after_cents', 'reduction_cents', 'growth_cents'] as const;
const sumsOf = (rows: readonly Record<(typeof names)[number], number | null>[]) =>
  names.map((name) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0));

describe('the exposure ledger', () => {
  it('the ledger has a row for each settled referral, and sums those of known basis', async () => {
    const { status, body } = await read('/exposure/ledger', ofOwn());
    const ledger: ExposureLedger = body;
    expect(status).toBe(200);
    // Settled at the same moment, they have no order.
    const bases = ledger.rows.map(({ basis, unknown }) => [basis, ...unknown].join(' ')).toSorted();
    expect(bases).toEqual(['unknown offer_value_unknown', 'value', 'value', 'value', 'value']);
    expect(ledger.totals).toEqual({
      settled: 5,
      known: 4,
      unknown: 1,
      // 3,499.02 + 1,500 + 10,500 + 14,388.89
      before_cents: 349_902 + 150_000 + 1_050_000 + 1_438_889,
      after_cents: 229_968 + 0 + 1_149_999 + 327_778,
      reduction_cents: 119_934 + 150_000 + 0 + 1_111_111,
      growth_cents: 99_999,
      surplus_cents: 150_007,
      beyond_program_cents: 0,
    });
  });

  it('the ledger has the same sums to the cent in its rows, months, CSV, PDF, staff’s analytics and figures', async () => {
    const ledger: ExposureLedger = (await read('/exposure/ledger', ofOwn())).body;
    const { totals } = ledger;
    const expected = names.map((name) => totals[name]);
    expect(expected.every((cents) => cents > 0)).toBe(true);
    // Over all rows: a value known for one side only would make a column's sum differ from the ledger's.
    expect(sumsOf(ledger.rows)).toEqual(expected);
    expect(ledger.by_month.map(({ month, known }) => [month, known])).toEqual([
      ['2026-11', 2],
      ['2026-12', 2],
    ]);
    expect(sumsOf(ledger.by_month)).toEqual(expected);

    const csv = await read('/exposure/ledger.csv', ofOwn());
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header = [], ...lines] = csv.text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const columns = ['exposure_before', 'exposure_after', 'reduction', 'growth'].map((name) => header.indexOf(name));
    expect(lines.every((line) => line.length === header.length)).toBe(true);
    const referrals = lines.slice(0, -1);
    expect(columns.map((column) => referrals.reduce((sum, line) => sum + centsOf(line[column]), 0))).toEqual(expected);
    expect(lines.at(-1)?.[0]).toBe('TOTAL');
    expect(columns.map((column) => centsOf(lines.at(-1)?.[column]))).toEqual(expected);

    const text = await readPdf(ofOwn());
    const amounts = (line: string) => line.match(/[\d,]+\.\d\d/g)?.map(centsOf) ?? [];
    const printed = text.split('\n').filter((line) => /^ *CN-\d+ /.test(line) && amounts(line).length === 4);
    expect(printed).toHaveLength(4);
    expect(names.map((_, index) => printed.reduce((sum, line) => sum + (amounts(line)[index] ?? 0), 0))).toEqual(
      expected,
    );
    expect(amounts(text.split('\n').find((line) => /^ *Total /.test(line)) ?? '')).toEqual(expected);
    expect(centsOf(/Exposure before: ([\d,.]+)/.exec(text)?.[1])).toBe(totals.before_cents);

    const chart = (await read('/analytics/lenders', ofOwn())).body;
    expect(chart.exposure).toEqual({ totals, by_month: ledger.by_month });
  });

  it('the ledger of every institution matches the figures of the period', async () => {
    const all: ExposureLedger = (await read('/exposure/ledger', 'from=2026-11-01&to=2026-12-01')).body;
    expect(new Set(all.rows.map(({ institution_id: id }) => id))).toEqual(
      new Set([own.institutionId, other.institutionId]),
    );
    const figures = (await read('/board/figures', 'range=month&on=2026-11-20')).body;
    expect(figures.exposure).toEqual(all.totals);
    expect(figures.exposure.settled).toBe(4);
    const csv = (await read('/board/figures.csv', 'range=month&on=2026-11-20')).text;
    expect(csv).toContain(`exposure,,reduction_usd,${(all.totals.reduction_cents / 100).toFixed(2)}\r\n`);
  });

  it('the ledger includes settlements from its first moment to before its end, in its mode', async () => {
    const [first] = (await read('/exposure/ledger', ofOwn())).body.rows;
    const at = first.settled_at as string;
    const later = new Date(Date.parse(at) + 1).toISOString();
    const countOf = async (query: string) => (await read('/exposure/ledger', `${ofOwn()}&${query}`)).body.rows.length;
    expect(await countOf(`from=${at}&to=${later}`)).toBe(3);
    expect(await countOf(`from=2026-11-01&to=${at}`)).toBe(0);
    expect(await countOf('livemode=false')).toBe(0);
    for (const query of ['from=2026-11-02&to=2026-11-01', 'from=2020-01-01&to=2026-11-01', 'from=x', 'colour=red'])
      expect([query, (await read('/exposure/ledger', query)).status]).toEqual([query, 400]);
    expect((await read('/exposure/ledger', 'institution_id=inst_x')).status).toBe(404);
  });

  it('the ledger leaves the savings of the partner interface unchanged', async () => {
    const { body } = await harness.current.call('GET', '/api/gap/v1/analytics', { token: own.key });
    expect(body.savings).toMatchObject({
      settled_count: 4,
      increase_cents: 119_934 + 300_007 - 99_999 + 1_111_111,
    });
  });

  it('the ledger is for leads and for the institution itself, in the mode of its credential', async () => {
    const { headers } = await givenSession(harness.current, 'caller');
    for (const ending of ['', '.csv', '.pdf']) {
      const path = `/api/staff/v1/exposure/ledger${ending}`;
      expect((await harness.current.call('GET', path, { headers })).status).toBe(403);
      expect((await harness.current.call('GET', path, { token: own.key })).status).toBe(401);
    }
    const { ctx } = harness.current;
    const span = { livemode: true, from: new Date('2026-11-01'), to: new Date('2027-01-01') };
    const as = (actor: Actor) => ({ ...ctx, actor });
    const partner = (livemode: boolean): Actor => ({
      kind: 'partner',
      institutionId: own.institutionId,
      livemode,
      role: 'read_only',
      credentialId: 'key_x',
      credentialType: 'bearer',
    });
    expect((await getExposureLedger(as(partner(true)), own.institutionId, span)).rows).toHaveLength(5);
    for (const [actor, institutionId] of [
      [partner(true), other.institutionId],
      [partner(true), undefined],
      [partner(false), own.institutionId],
      [{ kind: 'anonymous', address: '192.0.2.1' }, own.institutionId],
    ] as const)
      await expect(getExposureLedger(as(actor), institutionId, span)).rejects.toThrow(/credential/);
  });
});
