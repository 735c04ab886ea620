import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { rosterPath, rowsOf, storedOf } from '#test/fixtures/rosters';
import { givenPartner, givenSignedCredential } from '#testing/partners';

const harness = useHarness();

type Row = ReturnType<typeof rowsOf>[number];

/** The same value with its members in reverse order. */
const turned = (value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, turned(member)]),
      );

const object = (rows: readonly unknown[]) => JSON.stringify({ roster: rows });
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

type Form = {
  readonly type: string;
  readonly plain: (rows: readonly Row[]) => string;
  /** Other ways to write the same roster. */
  readonly same: Readonly<Record<string, (rows: readonly Row[]) => string>>;
  /** Similar text that is another roster, or the same roster with other options. */
  readonly other: Readonly<Record<string, readonly [write: (rows: readonly Row[]) => string, query?: string]>>;
};

const shared = {
  'another order': (rows: readonly Row[]) => rows.toReversed(),
  'a row less': (rows: readonly Row[]) => rows.slice(1),
  'one value more': (rows: readonly Row[]) => rows.map((row) => ({ ...row, external_ref: 'x' })),
  'a letter in the other case': (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, vehicle: { ...row.vehicle, vin: row.vehicle.vin.toLowerCase() } })),
};

const forms: Readonly<Record<string, Form>> = {
  object: {
    type: 'application/json',
    plain: object,
    same: {
      'with spaces': (rows) => JSON.stringify({ roster: rows }, null, 2),
      'with lines that end as on Windows': (rows) =>
        JSON.stringify({ roster: rows }, null, '\t').replaceAll('\n', '\r\n'),
      'with members in another order': (rows) => object(rows.map(turned)),
      'with escapes': (rows) => object(rows).replaceAll('Synthetic', String.raw`S\u0079nthetic`),
      'with numbers written otherwise': (rows) => object(rows).replaceAll('2022', '2.022e3'),
      'with a mark of byte order': (rows) => `\ufeff${object(rows)}`,
    },
    other: {
      ...Object.fromEntries(
        Object.entries(shared).map(([name, change]) => [name, [(rows: readonly Row[]) => object(change(rows))]]),
      ),
      'a dry run': [(rows) => JSON.stringify({ mode: 'dry_run', roster: rows })],
      'a member that says what is so anyway': [(rows) => JSON.stringify({ mode: 'apply', roster: rows })],
    },
  },
  lines: {
    type: 'application/x-ndjson',
    plain: lines,
    same: {
      'with a last line break': (rows) => `${lines(rows)}\n`,
      'with lines that end as on Windows, and empty ones': (rows) => `\r\n${lines(rows).replaceAll('\n', '\r\n\r\n')}`,
      'with spaces': (rows) => lines(rows).replaceAll(',"', ' ,  "').replaceAll(/^/gm, ' \t'),
      'with members in another order': (rows) => lines(rows.map(turned)),
      'with escapes': (rows) => lines(rows).replaceAll('Synthetic', String.raw`S\u0079nthetic`),
      'with a mark of byte order': (rows) => `\ufeff${lines(rows)}`,
    },
    other: {
      ...Object.fromEntries(
        Object.entries(shared).map(([name, change]) => [name, [(rows: readonly Row[]) => lines(change(rows))]]),
      ),
      'a dry run': [lines, '?mode=dry_run'],
    },
  },
};

describe.each(Object.entries(forms))(
  'a roster as %s, sent again under its key',
  (_name, { type, plain, same, other }) => {
    it.each(Object.entries(same))('a rewritten roster is the same request: %s', async (_how, write) => {
      const h = harness.current;
      const { key, institutionId } = await givenPartner(h);
      const rows = rowsOf(3);
      const headers = { 'content-type': type, 'idempotency-key': crypto.randomUUID() };
      const first = await h.call('POST', rosterPath, { token: key, raw: plain(rows), headers });
      expect(first.status).toBe(200);
      expect(write(rows)).not.toBe(plain(rows));
      const again = await h.call('POST', rosterPath, { token: key, raw: write(rows), headers });
      expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 'true', first.body]);
      expect(await storedOf(h, institutionId)).toHaveLength(3);
    });

    it.each(Object.entries(other))(
      'a changed roster is another request, and refused: %s',
      async (_how, [write, query = '']) => {
        const h = harness.current;
        const { key, institutionId } = await givenPartner(h);
        const rows = rowsOf(3);
        const headers = { 'content-type': type, 'idempotency-key': crypto.randomUUID() };
        await h.call('POST', rosterPath, { token: key, raw: plain(rows), headers });
        const { status, body } = await h.call('POST', rosterPath + query, { token: key, raw: write(rows), headers });
        expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
        expect(await storedOf(h, institutionId)).toHaveLength(3);
      },
    );

    it('the roster with a new signature is the same request', async () => {
      const caller = await givenSignedCredential(harness.current);
      const rows = rowsOf(2);
      const [write] = Object.values(same);
      const call = { headers: { 'Content-Type': type }, idempotencyKey: crypto.randomUUID() };
      const first = await caller.call('POST', rosterPath, { ...call, raw: plain(rows) });
      const again = await caller.call('POST', rosterPath, { ...call, raw: write!(rows) });
      expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
    });
  },
);

it('a roster in the other format under the same key is another request', async () => {
  const h = harness.current;
  const { key } = await givenPartner(h);
  const rows = rowsOf(2);
  const send = (type: string, raw: string) =>
    h.call('POST', rosterPath, { token: key, raw, headers: { 'content-type': type, 'idempotency-key': 'both' } });
  expect((await send('application/json', object(rows))).status).toBe(200);
  expect((await send('application/x-ndjson', lines(rows))).body.code).toBe('idempotency_conflict');
});
