import { describe, expect, it } from 'vitest';
import { addDays } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { loggedEvent, writeEvents } from '../events/testing.ts';
import { readReceivedIds } from './rules.ts';
import { reconcileEvents } from './reconcile-events.ts';

const harness = useHarness();
const newAccount = () => `inst_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

const around = () => {
  const now = harness.current.clock.now();
  return { from: addDays(now, -1), to: addDays(now, 1), types: undefined as readonly string[] | undefined };
};
const reconcile = (accountId: string, received: string, { livemode = false, window = around() } = {}) =>
  reconcileEvents(harness.current.ctx, { accountId, livemode }, { received, window });

/** An account with this many events, all of which are complete. */
async function givenLog(count: number, changes: Parameters<typeof loggedEvent>[1] = {}) {
  const account = newAccount();
  const ids = await writeEvents(harness.current, ...Array.from({ length: count }, () => loggedEvent(account, changes)));
  const livemode = changes.livemode ?? false;
  await until('the log', async () => (await reconcile(account, '', { livemode })).ours === count, 60_000);
  return { account, ids };
}

describe("a receiver's list", () => {
  it("a receiver's list is read from text, CSV and NDJSON", () => {
    const [a, b, c] = ['evt_000000000000000000000001', 'evt_000000000000000000000002', 'evt_000000000000000000000003'];
    const forms = [
      `${a}\n${b}\r\n\n  ${c}  `,
      `${a}, ${b} ${c}`,
      `event_id,received_at,body\n${a},2026-11-15,"{""id"":""${a}""}"\n${b},,\n"${c}",x,y`,
      `{"id":"${a}","data":{"x":1}}\n{"id":17,"event_id":"${b}"}\n{"id":"row_9","event_id":"${c}"}`,
      `id;seen\n${a};1\n${b};2\n${c};3`,
    ];
    for (const form of forms) {
      const { times, unreadable } = readReceivedIds(form);
      expect([[...times], unreadable]).toEqual([[a, b, c].map((id) => [id, 1]), []]);
    }
  });

  it("a receiver's list is reported by line where a line has no id", () => {
    const { lines, times, unreadable } = readReceivedIds('event_id\nevt_1\nnothing\n\n{"id":"other"}\n{broken\nevt_2');
    expect([lines, [...times.keys()], unreadable]).toEqual([6, ['evt_1', 'evt_2'], [3, 5, 6]]);
  });
});

describe('reconciling', () => {
  it('reconciling finds exactly the missing, unknown and duplicate events', async () => {
    const { account, ids } = await givenLog(50);
    const [first = '', second = ''] = ids;
    const theirs = [...ids.slice(0, 43), first, first, second, 'evt_unknown', 'evt_0000000000zzzzzzzzzzzzzz'];
    const found = await reconcile(account, theirs.join('\n'));
    expect(found).toMatchObject({
      received: { lines: 48, ids: 45, unreadable: { count: 0, lines: [] } },
      ours: 50,
      matched: 43,
      missing: { count: 7, by_type: [{ type: 'referral.created', count: 7 }] },
      unknown: { count: 2, ids: ['evt_unknown', 'evt_0000000000zzzzzzzzzzzzzz'] },
      elsewhere: { count: 0, ids: [] },
      duplicates: {
        count: 2,
        data: [
          { id: first, times: 3 },
          { id: second, times: 2 },
        ],
      },
    });
    expect(found.missing.data.map(({ id }) => id)).toEqual(ids.slice(43));
  });

  it('reconciling is limited to the window and the types', async () => {
    const { clock } = harness.current;
    const { account, ids } = await givenLog(3);
    const updated = await writeEvents(harness.current, loggedEvent(account, { type: 'referral.updated' }));
    await until('the log', async () => (await reconcile(account, '')).ours === 4, 60_000);
    const types = ['referral.updated'];
    expect(await reconcile(account, ids.join(' '), { window: { ...around(), types } })).toMatchObject({
      ours: 1,
      missing: { count: 1, data: [{ id: updated[0] }] },
      elsewhere: { count: 3 },
      unknown: { count: 0 },
    });
    const before = { from: addDays(clock.now(), -3), to: addDays(clock.now(), -2), types: undefined };
    expect(await reconcile(account, ids.join(' '), { window: before })).toMatchObject({
      ours: 0,
      missing: { count: 0 },
      elsewhere: { count: 3, ids },
    });
  });

  it('reconciling treats events of another account or mode as unknown', async () => {
    const [own, foreign, live] = [await givenLog(2), await givenLog(2), await givenLog(2, { livemode: true })];
    const theirs = [...own.ids, ...foreign.ids, ...live.ids].join('\n');
    expect(await reconcile(own.account, theirs)).toMatchObject({
      ours: 2,
      matched: 2,
      unknown: { count: 4, ids: [...foreign.ids, ...live.ids] },
    });
    expect(await reconcile(live.account, live.ids.join())).toMatchObject({ ours: 0, unknown: { count: 2 } });
  });

  it('reconciling refuses a window that is empty or longer than the log, and too many ids', async () => {
    const { clock } = harness.current;
    const refused = (from: number, to: number) =>
      reconcile(newAccount(), '', {
        window: { from: addDays(clock.now(), from), to: addDays(clock.now(), to), types: undefined },
      });
    await expect(refused(0, 0)).rejects.toMatchObject({ status: 400 });
    await expect(refused(-40, 0)).rejects.toMatchObject({ status: 400 });
    const many = Array.from({ length: 100_001 }, (_, place) => `evt_${place}`).join('\n');
    await expect(reconcile(newAccount(), many)).rejects.toMatchObject({ status: 400 });
  });

  it('reconciling compares 100,000 received ids with 20,000 of our events in seconds', async () => {
    const { account, ids } = await givenLog(20_000);
    const others = Array.from({ length: 80_001 }, (_, place) => `evt_0V0000ab${String(place).padStart(16, '0')}`);
    const startedAt = performance.now();
    const found = await reconcile(account, [...ids.slice(1), ...others].join('\n'));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(found).toMatchObject({ ours: 20_000, matched: 19_999, missing: { count: 1 }, unknown: { count: 80_001 } });
    expect(found.unknown.ids).toHaveLength(1000);
  });
});
