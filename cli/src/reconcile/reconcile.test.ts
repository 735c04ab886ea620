import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilComplete } from '../../../server/src/modules/webhooks/events/testing.ts';
import { givenEnrollment } from '../../../server/src/modules/memberships/testing.ts';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { bringTo, givenReferral } from '../../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { createTestIo, givenWords } from '../../test/test-io.ts';
import { reconcile } from './reconcile.ts';

const harness = useHarness();
const folder = mkdtempSync(join(tmpdir(), 'reconcile-'));
afterAll(() => rmSync(folder, { recursive: true }));
let key = '';
beforeAll(async () => {
  key = (await givenPartner(harness.current)).key;
});

async function run(state: readonly unknown[] | string, options: Record<string, string> = {}, json = true) {
  const text = typeof state === 'string' ? state : state.map((one) => JSON.stringify(one)).join('\n');
  writeFileSync(join(folder, 'mine.ndjson'), text);
  const env = { MAKEWHOLE_URL: harness.current.baseUrl, MAKEWHOLE_KEY: key };
  const io = createTestIo({ cwd: folder, env });
  const code = await reconcile(io, givenWords({ state: 'mine.ndjson', ...options }, { json }));
  return { code, printed: io.printed, value: json ? JSON.parse(io.printed.join('')) : undefined };
}

describe('mw reconcile', () => {
  it('finds missing, extra, repeated and different referrals, across pages', async () => {
    const made = [];
    for (let index = 0; index < 103; index += 1)
      made.push(await givenReferral(harness.current, key, { external_ref: `loan-${index}` }));
    const all = made.map(({ id, status, external_ref }) => ({ id, status, external_ref }));
    const equal = await run(all);
    expect([equal.code, equal.value.theirs, equal.value.differences]).toEqual([0, 103, []]);
    // By reference alone, and without values missing from the list.
    expect((await run(all.map(({ external_ref }) => ({ external_ref })))).code).toBe(0);

    await untilComplete(harness.current);
    const cursor = String((await eventsNow()).next_cursor);
    const id = String(made[0].id);
    await bringTo(harness.current, key, { id, status: 'activated' });
    await untilComplete(harness.current);
    const { code, value } = await run([...all.slice(0, 102), { id: 'ref_none', status: 'invited' }, all[1]], {
      since: cursor,
    });
    expect(code).toBe(1);
    // Objects created at the same moment may come in any order.
    const order = (one: { kind: string }) => ['repeated', 'missing', 'different', 'extra'].indexOf(one.kind);
    expect(value.differences.toSorted((a: never, b: never) => order(a) - order(b))).toEqual([
      { kind: 'repeated', line: 104, id: all[1]?.id, first_line: 2 },
      expect.objectContaining({ kind: 'missing', external_ref: 'loan-102' }),
      { kind: 'different', line: 1, id, member: 'status', yours: 'invited', theirs: 'activated' },
      { kind: 'extra', line: 103, id: 'ref_none', external_ref: null },
    ]);
    expect(value.events.map(({ type, subject_id: about }: Record<string, string>) => [type, about])).toContainEqual([
      'referral.activated',
      id,
    ]);
    expect(value.next_cursor).not.toBe(cursor);
    const said = await run(all.slice(0, 102), {}, false);
    expect(said.printed.at(-1)).toBe('102 in your list, 103 referrals in the API, 2 differences.');
  });

  it('compares enrollments', async () => {
    const { id, status } = await givenEnrollment(harness.current, key);
    expect((await run([{ id, status }], { kind: 'enrollments' })).code).toBe(0);
    expect((await run([{ id, status: 'canceled' }], { kind: 'enrollments' })).code).toBe(1);
  });

  it('does not see another institution’s objects', async () => {
    const { key: other } = await givenPartner(harness.current);
    const { id } = await givenReferral(harness.current, other);
    const { value } = await run([{ id }]);
    expect(value.differences).toContainEqual({ kind: 'extra', line: 1, id, external_ref: null });
  });

  it.each([
    ['nonsense', /Line 1 .* not a JSON object/],
    ['{"status":"invited"}', /neither id nor external_ref/],
    ['{"id":{"a":1}}', /not a string or number/],
  ])('reports the problem in a list: %s', async (state, sentence) => {
    await expect(run(state)).rejects.toThrow(sentence);
  });

  it('reports wrong usage', async () => {
    await expect(run([], { kind: 'loans' })).rejects.toMatchObject({ exitCode: 2 });
    await expect(run([], { state: 'absent.ndjson' })).rejects.toThrow(/ENOENT/);
  });
});

async function eventsNow(): Promise<{ next_cursor: string | null }> {
  let cursor = '';
  for (;;) {
    const path = `/api/gap/v1/events?order=asc&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body } = await harness.current.call('GET', path, { token: key });
    if (!body.has_more) return body;
    cursor = String(body.next_cursor);
  }
}
