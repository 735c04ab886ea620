import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#mount/vehicles/synthetic/rules';
import { manualClock, type Clock } from '#platform/clock';
import { readConfig } from '#platform/config';
import { createDatabase, type Database } from '#platform/db';
import { createTelemetry } from '#platform/telemetry';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { recordTransactions } from '#test/database/record-transactions';
import { startRelay, type Relay } from '#test/http/relay';
import { runs } from '#test/runs';
import { until } from '#test/until';
import { createLimits, type Limit, type Limits } from './index.ts';

let database: TestDatabase;
let db: Database;
let wire: Relay;
const running: Limits[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase({ url: database.url, applicationName: 'makewhole-test', poolSize: 1 });
  const { hostname, port } = new URL(database.url.reveal());
  wire = await startRelay({ host: hostname, port: Number(port || 5432) });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((limits) => limits.close()));
});
afterAll(async () => {
  await wire.close();
  await db.close();
  await database.drop();
});

const dawn = new Date('2026-11-15T12:00:00.000Z');

const newLimit = (points = 10): Limit => ({
  name: `test-${randomUUID()}`,
  points,
  windowS: 60,
  sliding: true,
  batched: true,
  whenStoreIsGone: 'let through',
});

/** The limits of one process, and whether a call is allowed. */
function start(clock: Clock) {
  const config = readConfig(
    {
      DATABASE_URL: wire.through(database.url.reveal()),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      LOG_LEVEL: 'silent',
    },
    'api',
  );
  const limits = createLimits({ config, clock, ...createTelemetry('makewhole-test', config), limitWithinMs: 10_000 });
  running.push(limits);
  const allows = (limit: Limit, key = 'caller'): Promise<boolean> =>
    limits.consume(limit, key).then(
      () => true,
      () => false,
    );
  const countAllowed = async (limit: Limit, calls: number): Promise<number> =>
    (await Promise.all(Array.from({ length: calls }, () => allows(limit)))).filter(Boolean).length;
  const close = async (): Promise<void> => {
    running.splice(running.indexOf(limits), 1);
    await limits.close();
  };
  return { limits, allows, countAllowed, close };
}

/** How many calls of this limit the store has counted. */
async function countStored({ name }: Limit, key = 'caller'): Promise<number> {
  const text = 'select sum(n)::int as calls from platform.recent_calls, unnest(counts) n where key = $1';
  return (await db.find<{ calls: number | null }>({ text, values: [`${name}:${key}`] }))?.calls ?? 0;
}

it('a process allows exactly the limit in any window, whichever of its calls are batched', async () => {
  const clock = manualClock(dawn);
  const { limits } = start(clock);
  for (let seed = 1; seed <= runs({ always: 4, nightly: 100 }); seed += 1) {
    const random = seededRandom(seed);
    const limit = newLimit(1 + Math.floor(random() * 12));
    const taken: number[] = [];
    const countWithin = (ms: number) => taken.filter((at) => at > clock.now().getTime() - ms).length;
    for (let step = 0; step < 40; step += 1) {
      const before = [countWithin(60_000), countWithin(61_000)] as const;
      const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, async () =>
        limits.consume({ ...limit, batched: random() < 0.7 }, 'caller'),
      );
      const allowed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
      for (let call = 0; call < allowed; call += 1) taken.push(clock.now().getTime());
      expect(before[0] + allowed).toBeLessThanOrEqual(Math.max(limit.points, before[0]));
      if (allowed < calls.length) expect(before[1] + allowed).toBeGreaterThanOrEqual(limit.points);
      clock.advance([0, 0.001, 0.4, 1, 3, 15, 59.999, 60][Math.floor(random() * 8)] ?? 0);
    }
  }
});

it('calls of many clients are counted by the store in one statement', async () => {
  const { close, allows } = start(manualClock(dawn));
  const limit = newLimit();
  const clients = Array.from({ length: 50 }, (_, index) => `client ${index}`);
  const { transactions, stop } = recordTransactions();
  for (const client of [...clients, ...clients]) expect(await allows(limit, client)).toBe(true);
  await close();
  stop();
  // The timer may have fired once before the close.
  expect(transactions.length).toBeLessThanOrEqual(2);
  expect(new Set(transactions.flat())).toEqual(new Set(['limits.add-calls']));
  expect(await countStored(limit, 'client 49')).toBe(2);
});

it('unsent counts are sent when the process ends', async () => {
  const { close, countAllowed } = start(manualClock(dawn));
  const limit = newLimit();
  expect(await countAllowed(limit, 4)).toBe(4);
  await close();
  expect(await countStored(limit)).toBe(4);
});

it('processes learn of each other’s calls within a moment, and each allow the full limit until then', async () => {
  const clock = manualClock(dawn);
  const [one, other] = [start(clock), start(clock)];
  const limit = newLimit();
  const allowed = await Promise.all([one.countAllowed(limit, 9), other.countAllowed(limit, 3)]);
  expect(allowed).toEqual([9, 3]);
  await until('the store to know all calls', async () => (await countStored(limit)) === 12);
  // The first to send learns of the other's calls with its next batch.
  await until('both processes to refuse', async () => !(await one.allows(limit)) && !(await other.allows(limit)));
  expect(await countStored(limit)).toBeLessThanOrEqual(20);
  clock.advance(61);
  expect([await one.allows(limit), await other.allows(limit)]).toEqual([true, true]);
});

it('a call that is not batched is counted after those that were, by every process', async () => {
  const clock = manualClock(dawn);
  const [one, other] = [start(clock), start(clock)];
  const limit = newLimit();
  expect(await one.countAllowed(limit, 8)).toBe(8);
  expect(await one.allows({ ...limit, batched: false })).toBe(true);
  expect(await countStored(limit)).toBe(9);
  expect(await other.countAllowed({ ...limit, batched: false }, 5)).toBe(1);
});

it('a process counts its own calls while its store is down, and sends them later', async () => {
  const { countAllowed } = start(manualClock(dawn));
  const limit = newLimit();
  expect(await countAllowed(limit, 1)).toBe(1);
  await until('the first call to be stored', async () => (await countStored(limit)) === 1);
  await wire.cut();
  expect(await countAllowed(limit, 20)).toBe(9);
  await wire.mend();
  await until('all calls to be stored', async () => (await countStored(limit)) === 10);
});
