import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '#mount/vehicles/synthetic/rules';
import { manualClock, type Clock } from '#platform/clock';
import { readConfig } from '#platform/config';
import { AppError } from '#platform/errors';
import { createTelemetry } from '#platform/telemetry';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { redisUrl } from '#test/doubles/redis';
import { runs } from '#test/runs';
import { startRelay, type Relay } from '#test/http/relay';
import { createLimits, type Counted, type Limit, type Limits } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const newLimit = (changes: Partial<Limit> = {}): Limit => ({
  name: `test-${randomUUID()}`,
  points: 10,
  windowS: 60,
  sliding: true,
  whenStoreIsGone: 'let through',
  ...changes,
});

describe.each(['PostgreSQL', 'Redis'] as const)('a sliding limit counted in %s', (store) => {
  const running: Limits[] = [];
  let wire: Relay;

  const storeUrl = () => (store === 'Redis' ? redisUrl : database.url.reveal());

  beforeAll(async () => {
    const { hostname, port } = new URL(storeUrl());
    wire = await startRelay({ host: hostname, port: Number(port || (store === 'Redis' ? 6379 : 5432)) });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((limits) => limits.close()));
  });
  afterAll(() => wire.close());

  /** One process's limits, once its store answers: 0 for an allowed call, or the seconds to wait. */
  async function start(clock: Clock, tell: (counted: Counted) => void = () => undefined) {
    const url = wire.through(storeUrl());
    const config = readConfig(
      {
        DATABASE_URL: store === 'Redis' ? database.url.reveal() : url,
        ...(store === 'Redis' ? { REDIS_URL: url } : {}),
        DATA_KEY: 'a key for tests only with 32 characters or more',
        LOG_LEVEL: 'silent',
      },
      'api',
    );
    const { log, metrics } = createTelemetry('makewhole-test', config);
    const limits = createLimits({ config, clock, log, metrics, limitWithinMs: 10_000 });
    running.push(limits);
    const probe = newLimit({ whenStoreIsGone: 'refuse', points: 1_000_000 });
    await vi.waitFor(() => limits.consume(probe, 'probe'), { timeout: 60_000, interval: 20 });
    return async (limit: Limit, key = 'caller'): Promise<number> => {
      try {
        tell(await limits.consume(limit, key));
        return 0;
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') return error.retryAfterS ?? 0;
        throw error;
      }
    };
  }

  const dawn = new Date('2026-11-15T12:00:00.000Z');

  it('a sliding limit allows no more than configured in any window, refuses no call for more than a sixtieth longer, and reports the exact wait', async () => {
    const clock = manualClock(dawn);
    // Two processes, because one caches refused clients.
    const [one, other] = [await start(clock), await start(clock)];
    for (let seed = 1; seed <= runs({ always: 6, nightly: 200 }); seed += 1) {
      const random = seededRandom(seed);
      const limit = newLimit({ points: 1 + Math.floor(random() * 12) });
      const taken: number[] = [];
      const within = (ms: number) => taken.filter((at) => at > clock.now().getTime() - ms).length;
      const call = async () => {
        const before = [within(60_000), within(61_000)] as const;
        const waitS = await (random() < 0.5 ? one : other)(limit);
        if (waitS === 0) taken.push(clock.now().getTime());
        // A refused call had used up its share within the window and a sixtieth; an allowed one had not within the window.
        if (waitS === 0) expect(before[0]).toBeLessThan(limit.points);
        else expect(before[1]).toBeGreaterThanOrEqual(limit.points);
        return waitS;
      };
      for (let step = 0; step < 60; step += 1) {
        const waitS = await call();
        expect(waitS).toBeLessThanOrEqual(60);
        const patient = waitS > 0 && random() < 0.3;
        clock.advance(patient ? waitS : ([0, 0.001, 0.4, 1, 3, 15, 59.999, 60][Math.floor(random() * 8)] ?? 0));
        if (patient) expect(await call()).toBe(0);
      }
    }
  }, 120_000);

  it('a sliding limit reports how many calls are left, and when the oldest of them leaves the window', async () => {
    const clock = manualClock(dawn);
    const left: unknown[] = [];
    const take = await start(clock, (counted) => left.push(counted && [counted.remaining, counted.resetS]));
    const limit = newLimit({ points: 3 });
    await take(limit);
    clock.advance(20);
    await take(limit);
    await take(limit);
    expect(left).toEqual([
      [2, 60],
      [1, 40],
      [0, 40],
    ]);
    expect(await take(limit)).toBe(40);
    clock.advance(40);
    expect([await take(limit), left.at(-1)]).toEqual([0, [0, 20]]);
  });

  it('a sliding limit holds around the edge of a window, in a storm from two processes', async () => {
    const clock = manualClock(dawn);
    const processes = [await start(clock), await start(clock)];
    const limit = newLimit();
    const storm = async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => processes[index % 2]?.(limit)));
      return answers.filter((waitS) => waitS === 0).length;
    };
    expect(await processes[0]?.(limit)).toBe(0);
    clock.advance(59.9);
    expect(await storm()).toBe(9);
    clock.advance(0.1);
    // Only the first call is a minute old.
    expect(await storm()).toBe(1);
    clock.advance(59.8);
    expect(await storm()).toBe(0);
    clock.advance(0.2);
    expect(await storm()).toBe(10);
  });

  it('a sliding limit is enforced by a process whose clock is behind', async () => {
    const [right, behind] = [manualClock(dawn), manualClock(new Date(dawn.getTime() - 4000))];
    const [first, second] = [await start(right), await start(behind)];
    const limit = newLimit({ points: 2 });
    expect([await first(limit), await second(limit)]).toEqual([0, 0]);
    expect(await second(limit)).toBe(60);
    right.advance(60);
    behind.advance(60);
    expect(await second(limit)).toBe(4);
    expect(await first(limit)).toBe(0);
  });

  it('a sliding limit ignores times from a clock that was far ahead', async () => {
    const [right, ahead] = [manualClock(dawn), manualClock(new Date(dawn.getTime() + 60 * 86_400_000))];
    const [first, second, wrong] = [await start(right), await start(right), await start(ahead)];
    const limit = newLimit({ points: 2 });
    expect(await wrong(limit)).toBe(0);
    expect([await first(limit), await first(limit)]).toEqual([0, 0]);
    expect([await first(limit), await second(limit)]).toEqual([60, 60]);
    right.advance(60);
    expect([await first(limit), await second(limit)]).toEqual([0, 0]);
  });

  it('a sliding limit does not refuse from memory for longer than a window when the clock is set back', async () => {
    const clock = manualClock(dawn);
    const take = await start(clock);
    const limit = newLimit({ points: 1 });
    expect([await take(limit), await take(limit)]).toEqual([0, 60]);
    clock.advance(-3600);
    expect([await take(limit), await take(limit)]).toEqual([0, 60]);
  });

  it('a sliding limit costs one round trip per call, and none while its answer is cached', async () => {
    const take = await start(manualClock(dawn));
    const limit = newLimit({ points: 3 });
    await take(limit);
    const before = wire.roundTrips('makewhole-limits');
    for (const expected of [0, 0, 60, 60, 60]) expect(await take(limit)).toBe(expected);
    // By then the process knows that its own calls have filled the window.
    if (store === 'PostgreSQL') expect(wire.roundTrips('makewhole-limits') - before).toBe(2);
    await wire.cut();
    expect(await take(limit)).toBe(60);
    expect(await take(limit, 'somebody else')).toBe(0);
    await wire.mend();
  });
});
