import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { forms, leftBehind, rowsOf, storedOf, syncLines } from '#test/fixtures/rosters';
import { until } from '#test/until';
import { givenPartner } from '#testing/partners';
import { enrollmentBody } from '../testing.ts';
import { createRosterReader } from './create-roster-reader.ts';
import { syncRoster } from './sync-roster.ts';

// A thread reads a roster of several pieces, but not one of a single piece; the results are identical.
const harness = useHarness();

/** Almost three pieces of 256 KiB, with multibyte characters at the end of each piece. */
const manyRows = () =>
  rowsOf(3000, { external_ref: '貸付🚗'.repeat(10), member: { first_name: 'Ångström', last_name: '🚗' } });

describe.each(['object', 'lines'] as const)('a roster of several pieces as %s', (form) => {
  it('the roster is stored like one of a single piece: every row, and nothing twice', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const roster = manyRows();
    expect(Buffer.byteLength(JSON.stringify(roster))).toBeGreaterThan(2 * 262_144);
    const { body } = await forms[form](h, key, { roster });
    expect(body.totals).toMatchObject({ submitted: 3000, created: 3000 });
    const stored = await storedOf(h, institutionId);
    expect(stored.map(({ vin }) => vin)).toEqual(roster.map(({ vehicle }) => vehicle.vin).toSorted());
    expect(new Set(stored.map((row) => row.external_ref))).toEqual(new Set(['貸付🚗'.repeat(10)]));
    expect(new Set(stored.map((row) => row.first_name))).toEqual(new Set(['Ångström']));
  });

  it("the roster is refused for one row in its last piece, by that row's index, and leaves nothing behind", async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const roster = [...manyRows(), enrollmentBody({ plan: 'unknown' })];
    const { status, body } = await forms[form](h, key, { roster });
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['roster.3000.plan']]);
    expect(await storedOf(h, institutionId)).toEqual([]);
    await until('nothing is left', async () => (await leftBehind(h)) === 0);
  });

  it('the roster is recognized by its Idempotency-Key, and another one is not', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const roster = manyRows();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await forms[form](h, key, { roster, headers });
    const again = await forms[form](h, key, { roster, headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = await forms[form](h, key, { roster: roster.toReversed(), headers });
    expect(other.status).toBe(409);
  });
});

it('a body whose end arrives after the malformed piece is read to its end, and refused', async () => {
  const h = harness.current;
  const { institutionId } = await givenPartner(h);
  let read = 0;
  const chunks = (async function* () {
    yield Buffer.from('{"roster":[,');
    for (; read < 20; read += 1) yield Buffer.alloc(65_536, ' ');
  })();
  const upload = { form: { kind: 'object' as const }, chunks, maxRows: 10 };
  const syncing = syncRoster(h.ctx, { tenant: { institutionId, livemode: false }, upload, named: undefined });
  await expect(syncing).rejects.toMatchObject({ code: 'malformed_body', status: 400 });
  expect(read).toBe(20);
});

it('several rosters are read concurrently, each by its own terms', async () => {
  const h = harness.current;
  const plans = [{ code: 'gold', unit_price_cents: 900 }];
  const [some, others] = await Promise.all([givenPartner(h), givenPartner(h, { institution: { plans } })]);
  const roster = manyRows().map((row) => ({ ...row, plan: 'gold' }));
  const [refused, taken] = await Promise.all([some, others].map(({ key }) => syncLines(h, key, { roster })));
  expect([refused?.status, refused?.body.issues.length]).toEqual([400, 100]);
  expect(taken?.body.totals.created).toBe(3000);
});

it.runIf(process.platform === 'linux')('the reading thread has lower priority than the others', async () => {
  const reader = createRosterReader({
    form: { kind: 'object' },
    terms: { plans: ['standard'], now: new Date() },
    maxRows: 1,
    named: false,
  });
  await expect(reader.read(new TextEncoder().encode('{"roster":[]}'), true)).resolves.toMatchObject({
    outcome: { issues: [{ path: 'roster', message: 'must have at least one row' }] },
  });
  reader.close();
  // The nineteenth field; the second is a name in brackets that may contain spaces.
  const nice = readdirSync('/proc/self/task').map((task) =>
    Number(readFileSync(`/proc/self/task/${task}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[16]),
  );
  expect(getPriority(process.pid)).toBe(Math.min(...nice));
  expect(Math.max(...nice)).toBe(Math.min(19, Math.min(...nice) + 5));
});
