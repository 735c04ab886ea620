import { systemClock } from '#platform/clock';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config';
import { createDatabase, type Database } from '#platform/db';
import { createTelemetry } from '#platform/telemetry';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { redisUrl } from '#test/doubles/redis';
import { startRelay, type Relay } from '#test/http/relay';
import { createLimits, type Limit, type Limits } from './index.ts';

let database: TestDatabase;
let db: Database;
let redis: Redis;

beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase({ url: database.url, applicationName: 'makewhole-test', poolSize: 1 });
  redis = new Redis(redisUrl);
});

afterAll(async () => {
  redis.disconnect();
  await db.close();
  await database.drop();
});

/** How the tests inspect a store and age its windows. */
const stores = {
  PostgreSQL: {
    url: () => database.url.reveal(),
    defaultPort: 5432,
    settings: (url: string) => ({ DATABASE_URL: url }),
    async points(row: string) {
      const text = 'select points from platform.counters where key = $1';
      return (await db.find<{ points: number }>({ text, values: [row] }))?.points;
    },
    async endsIn(row: string, ms: number) {
      const text = 'update platform.counters set expire = $2 where key = $1';
      await db.many({ text, values: [row, Date.now() + ms] });
    },
  },
  Redis: {
    url: () => redisUrl,
    defaultPort: 6379,
    settings: (url: string) => ({ DATABASE_URL: database.url.reveal(), REDIS_URL: url }),
    async points(row: string) {
      const value = await redis.get(row);
      return value === null ? undefined : Number(value);
    },
    async endsIn(row: string, ms: number) {
      await redis.pexpire(row, ms);
    },
  },
};

describe.each(['PostgreSQL', 'Redis'] as const)('limits counted in %s', (name) => {
  const store = stores[name];
  const running: Limits[] = [];
  let wire: Relay;

  beforeAll(async () => {
    const { hostname, port } = new URL(store.url());
    wire = await startRelay({ host: hostname, port: Number(port || store.defaultPort) });
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((limits) => limits.close()));
  });

  afterAll(() => wire.close());

  /** One process's limits, once its store answers. */
  async function start(url = store.url(), limitWithinMs = 10_000) {
    const env = { ...store.settings(url), DATA_KEY: 'a key for tests only with 32 characters or more' };
    const config = readConfig({ ...env, LOG_LEVEL: 'silent' }, 'api');
    const { log, metrics } = createTelemetry('makewhole-test', config);
    const limits = createLimits({ config, clock: systemClock, log, metrics, limitWithinMs });
    running.push(limits);
    const probe = newLimit({ whenStoreIsGone: 'refuse', points: 1_000_000 });
    await answers(limits, probe);
    const outages = async (limit: Limit) => {
      const line = `makewhole_limiter_outages_total{limit="${limit.name}"} `;
      const exposed = (await metrics.registry.metrics()).split('\n');
      return Number(exposed.find((text) => text.startsWith(line))?.slice(line.length) ?? 0);
    };
    return { limits, outages, take: (limit: Limit, key = 'caller') => limits.consume(limit, key) };
  }

  const answers = (limits: Limits, limit: Limit) =>
    vi.waitFor(() => limits.consume(limit, 'probe'), { timeout: 60_000, interval: 20 });

  /** A new name, because the machine's Redis is shared. */
  const newLimit = (changes: Partial<Limit> = {}): Limit => ({
    name: `test-${randomUUID()}`,
    points: 3,
    windowS: 60,
    whenStoreIsGone: 'let through',
    ...changes,
  });

  const refused = { code: 'rate_limited', status: 429 };

  it('a limit allows as many calls as configured, and refuses the next', async () => {
    const { take } = await start();
    const limit = newLimit();
    for (let call = 1; call <= limit.points; call += 1)
      await expect(take(limit)).resolves.toMatchObject({ limit, remaining: limit.points - call });
    await expect(take(limit)).rejects.toMatchObject(refused);
  });

  it('a limit returns the remaining calls and the reset time, and a published limit its name when none remain', async () => {
    const { take } = await start();
    const limit = newLimit({ points: 2, told: true });
    const { name, points, windowS } = limit;
    expect([await take(limit), await take(limit)]).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
    await store.endsIn(`${limit.name}:caller`, 17_990);
    await expect(take(limit)).rejects.toMatchObject({ ...refused, limit: { name, points, windowS } });
    const untold = newLimit({ points: 1 });
    expect(await take(untold)).toMatchObject({ remaining: 0, resetS: untold.windowS });
    await expect(take(untold)).rejects.toMatchObject({ ...refused, limit: undefined });
  });

  it('each client and each limit is counted separately', async () => {
    const { take } = await start();
    const [limit, other] = [newLimit({ points: 1 }), newLimit({ points: 1 })];
    await take(limit, 'one caller');
    await expect(take(limit, 'one caller')).rejects.toMatchObject(refused);
    await expect(take(limit, 'another caller')).resolves.toMatchObject({ remaining: 0 });
    await expect(take(other, 'one caller')).resolves.toMatchObject({ remaining: 0 });
  });

  it('the exact time to wait is reported in whole seconds, from the store and from memory', async () => {
    const [first, second] = [await start(), await start()];
    const limit = newLimit({ points: 1 });
    const ends = { earliest: 0, latest: 0 };
    const endsIn = async (ms: number) => {
      ends.earliest = performance.now() + ms - 5;
      await store.endsIn(`${limit.name}:caller`, ms);
      ends.latest = performance.now() + ms + 5;
    };
    const secondsTo = (end: number) => Math.ceil((end - performance.now()) / 1000);
    /** Exact to the second: the remaining time is the same before and after the call, unless the machine stalls. */
    const expectWait = async (take: typeof first.take) => {
      const most = secondsTo(ends.latest);
      const { retryAfterS } = (await take(limit).catch((error: unknown) => error)) as { retryAfterS: number };
      expect(retryAfterS).toBeLessThanOrEqual(most);
      expect(retryAfterS).toBeGreaterThanOrEqual(secondsTo(ends.earliest));
    };
    await first.take(limit);
    await endsIn(47_500);
    await expectWait(first.take);
    await expectWait(first.take);
    await endsIn(30_500);
    await expectWait(second.take);
  });

  it('a client is allowed again when the window has ended, and not earlier', async () => {
    const { take } = await start();
    const limit = newLimit({ points: 1, windowS: 3 });
    const startedAt = performance.now();
    await take(limit);
    await expect(take(limit)).rejects.toMatchObject(refused);
    await vi.waitFor(() => take(limit), { timeout: 60_000, interval: 20 });
    expect(performance.now() - startedAt).toBeGreaterThan(2990);
  });

  it('limits are shared by two processes, and exact when both are called simultaneously', async () => {
    const [first, second] = [await start(), await start()];
    const limit = newLimit({ points: 20 });
    const calls = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).take(limit));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(first.take(limit)).rejects.toMatchObject(refused);
    await expect(second.take(limit)).rejects.toMatchObject(refused);
  });

  it('a flood is refused from memory, without a query to the store', async () => {
    const { take, outages } = await start(wire.through(store.url()));
    const limit = newLimit();
    for (let call = 0; call < limit.points; call += 1) await take(limit);
    await expect(take(limit)).rejects.toMatchObject(refused);
    const points = await store.points(`${limit.name}:caller`);
    await wire.cut();
    const flood = await Promise.allSettled(Array.from({ length: 500 }, () => take(limit)));
    await wire.mend();
    expect(flood.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await outages(limit)).toBe(0);
    expect([points, await store.points(`${limit.name}:caller`)]).toEqual([4, 4]);
  });

  it('when their store is down, volume limits allow and guessing limits refuse, both count, and both recover', async () => {
    const { limits, take, outages } = await start(wire.through(store.url()));
    const volume = newLimit({ points: 1 });
    const guessing = newLimit({ points: 1, windowS: 30, whenStoreIsGone: 'refuse' });
    await wire.cut();
    for (let call = 0; call < 5; call += 1) await expect(take(volume)).resolves.toBeUndefined();
    await expect(take(guessing)).rejects.toMatchObject({ ...refused, retryAfterS: 30 });
    expect([await outages(volume), await outages(guessing)]).toEqual([5, 1]);
    await wire.mend();
    await answers(limits, newLimit({ whenStoreIsGone: 'refuse' }));
    await take(guessing);
    await expect(take(guessing)).rejects.toMatchObject(refused);
    expect([await outages(volume), await outages(guessing)]).toEqual([5, 1]);
  });

  it('when their store is silent, limits answer by their rule in time, then stop querying it, and later recover', async () => {
    const { limits, take, outages } = await start(wire.through(store.url()), 2_000);
    const volume = newLimit({ points: 1 });
    const guessing = newLimit({ points: 1, windowS: 30, whenStoreIsGone: 'refuse' });
    await take(volume, 'a flood');
    await expect(take(volume, 'a flood')).rejects.toMatchObject(refused);
    wire.freeze();
    const silent = await Promise.allSettled([take(volume), take(volume), take(guessing), take(guessing)]);
    expect(silent.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    const startedAt = performance.now();
    for (let call = 0; call < 200; call += 1) await take(volume, `client ${call}`);
    await expect(take(guessing)).rejects.toMatchObject(refused);
    // Had each call queried the store, this would have taken six minutes.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    // A client known to be over the limit stays refused.
    await expect(take(volume, 'a flood')).rejects.toMatchObject(refused);
    expect([await outages(volume), await outages(guessing)]).toEqual([202, 3]);
    wire.thaw();
    await answers(limits, newLimit({ whenStoreIsGone: 'refuse' }));
    await take(guessing, 'another');
    await expect(take(guessing, 'another')).rejects.toMatchObject(refused);
  });
});
