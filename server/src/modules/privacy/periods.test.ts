import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emit } from '#mount/webhooks/events/events';
import { maintainPartitions } from '#mount/webhooks/events/store';
import { attemptMs, retryDelayS } from '#mount/webhooks/delivery/rules';
import { resolvePlate } from '#mount/vehicles/plates/plates';
import { warmVinDecoder } from '#mount/vehicles/vin/decode-vin';
import { transact } from '#platform/db';
import { createLimits } from '#platform/limits';
import { deleteOld } from '#test/database/delete-old';
import { startPlates, type PlateDouble } from '#test/doubles/plates';
import { startHarness, type Harness } from '#test/harness';
import { until } from '#test/until';
import { allPersonalData } from './tables-data.ts';

// Compares the declared retention periods with the code. The numbers come from the declarations.

const day = 86_400;

const lastsOf = (table: string): string => {
  const period = allPersonalData[table]?.period;
  return period !== undefined && 'lasts' in period ? (period.lasts ?? '') : '';
};

const numberIn = (text: string, unit: RegExp): number => Number(new RegExp(`(\\d+) ${unit.source}`).exec(text)?.[1]);

let harness: Harness;
let plates: PlateDouble;
beforeAll(async () => {
  plates = await startPlates('platetovin');
  harness = await startHarness({ ...plates.env, plateLookupsPerDay: 8 });
});
afterAll(async () => {
  await harness.close();
  await plates.close();
});

const countOf = async (text: string, ...values: unknown[]): Promise<number> =>
  Number((await harness.ctx.db.pool.query(`select count(*)::int as n from ${text}`, values)).rows[0]?.n);

describe('declared retention', () => {
  it('plate answers are stored exactly as many days as declared', async () => {
    const days = numberIn(lastsOf('vehicles.plate_answers'), /days/);
    await warmVinDecoder(harness.ctx);
    plates.know('TX', 'SYN1', '1HGCM82633A004352');
    expect(await resolvePlate(harness.ctx, { plate: 'SYN1', state: 'TX' })).toMatchObject({ kind: 'found' });
    harness.clock.advance(days * day - 1);
    expect([await deleteOld(harness.ctx, 'vehicles.plate_answers'), await countOf('vehicles.plate_answers')]).toEqual([
      0, 1,
    ]);
    harness.clock.advance(1);
    expect([await deleteOld(harness.ctx, 'vehicles.plate_answers'), await countOf('vehicles.plate_answers')]).toEqual([
      1, 0,
    ]);
  });

  it('events are kept as declared: a day is there that many days later, and gone the day after', async () => {
    const days = numberIn(lastsOf('events.events'), /days/);
    // Partitions are dropped only when the database's clock agrees, so these days are far in the past.
    harness.clock.advance(-5 * 365 * day);
    const event = {
      audience: 'agent',
      livemode: true,
      type: 'intake.received',
      accountId: undefined,
      subjectId: 'int_old',
      data: {},
    };
    await transact(harness.ctx, async (tx) => emit(tx, event as Parameters<typeof emit>[1]));
    harness.clock.advance(days * day);
    await maintainPartitions(harness.ctx);
    expect(await countOf("events.events where subject_id = 'int_old'")).toBe(1);
    harness.clock.advance(day);
    await maintainPartitions(harness.ctx);
    expect(await countOf("events.events where subject_id = 'int_old'")).toBe(0);
  });

  it('the period of deliveries exceeds the time of all attempts, by at most two days', () => {
    const declaredS = numberIn(lastsOf('webhooks.deliveries'), /days/) * day;
    let longestS = 0;
    for (let attempt = 1; ; attempt += 1) {
      longestS += attemptMs / 1000;
      const delayS = retryDelayS(attempt, 1);
      if (delayS === undefined) break;
      longestS += delayS;
    }
    expect(longestS).toBeGreaterThan(day);
    expect(longestS).toBeLessThan(declaredS);
    expect(declaredS - longestS).toBeLessThan(2 * day);
  });

  it('the period of limits is the longest window of all of them, and the hour after which the library deletes', async () => {
    const lasts = lastsOf('platform.counters');
    const windows = listSources('server/src').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/windowS: ([\d_]+)/g)].map(([, digits = '']) =>
        Number(digits.replaceAll('_', '')),
      ),
    );
    expect(windows.length).toBeGreaterThan(10);
    expect(Math.max(...windows)).toBe(numberIn(lasts, /hours/) * 3600);
    expect(lasts).toContain('and an hour');
    await harness.ctx.db.pool.query(
      `insert into platform.counters (key, points, expire) values ('kept', 1, $1), ('expired', 1, $2)`,
      [Date.now() - 59 * 60_000, Date.now() - 61 * 60_000],
    );
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { config, clock, log, metrics } = harness.ctx;
    const limits = createLimits({ config, clock, log, metrics });
    await limits.consume({ name: 'test', points: 1, windowS: 60, whenStoreIsGone: 'refuse' }, 'one');
    const clear = timers.mock.calls.find(([, ms]) => ms === 300_000)?.[0] as () => void;
    timers.mockRestore();
    clear();
    await until(
      'the expired counter is gone',
      async () => (await countOf("platform.counters where key = 'expired'")) === 0,
    );
    expect(await countOf("platform.counters where key = 'kept'")).toBe(1);
    await limits.close();
  });
});

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
