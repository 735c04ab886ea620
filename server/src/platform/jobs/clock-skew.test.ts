import { afterEach, describe, expect, it, vi } from 'vitest';
import { computeSkewMs, isSkewed } from '#platform/db';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { claimOnTime, jobOnTime, runOnTime, sweepOnTime, watchClock } from './clock-skew.ts';
import type { ClaimedRows, Loop } from './claimed-rows.ts';
import { everyMinute } from './jobs.ts';

const harness = useHarness();
const loops: Loop[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

const day = 86_400_000;

/** Sets the system clock, which runs on from there; the monotonic clock does not change. */
function setClock(aheadMs: number): void {
  vi.restoreAllMocks();
  const { now } = Date;
  if (aheadMs !== 0) vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
}

async function startWatch() {
  const watch = watchClock(harness.current.ctx);
  loops.push(watch);
  await watch.compared;
  return watch;
}

const skewSeconds = async () => (await harness.current.ctx.metrics.clockSkew.get()).values[0]?.value ?? Number.NaN;

describe('the clock of a process', () => {
  it('a clock is wrong when it is off by more than five seconds, not counting the time of the query', () => {
    expect([5_000, -5_000, 5_001, -5_001].map(isSkewed)).toEqual([false, false, true, true]);
    expect(computeSkewMs({ askedAt: 10_000, tookMs: 1_000, databaseMs: 4_000 })).toBe(6_000);
    expect(computeSkewMs({ askedAt: 10_000, tookMs: 1_000, databaseMs: 17_000 })).toBe(-6_000);
    expect(Math.abs(computeSkewMs({ askedAt: 10_000, tookMs: 1_000, databaseMs: 10_900 }))).toBe(0);
  });

  it.each([0, 4_500, -4_500])('a clock is in sync when it is %i ms off', async (aheadMs) => {
    setClock(aheadMs);
    const watch = await startWatch();
    expect(watch.isInSync()).toBe(true);
  });

  it.each([35_000, -35_000, 60 * day])(
    'a clock is not in sync when it is %i ms off: a gauge and a log line report it',
    async (aheadMs) => {
      const before = harness.current.logLines.length;
      setClock(aheadMs);
      const watch = await startWatch();
      expect(watch.isInSync()).toBe(false);
      // The query's duration is deducted.
      expect(Math.abs((await skewSeconds()) - aheadMs / 1000)).toBeLessThan(20);
      const said = harness.current.logLines.slice(before).map((line) => JSON.parse(line));
      expect(said).toMatchObject([{ event: 'clock.skewed', level: 50 }]);
    },
  );

  it('a clock is out of sync from the moment it is set, before the next comparison, and in sync when it is set back', async () => {
    const watch = await startWatch();
    expect(watch.isInSync()).toBe(true);
    setClock(60 * day);
    expect(watch.isInSync()).toBe(false);
    setClock(0);
    expect(watch.isInSync()).toBe(true);
  });

  it('a clock is not trusted before the database has answered', () => {
    const watch = watchClock(harness.current.ctx);
    loops.push(watch);
    expect(watch.isInSync()).toBe(false);
  });
});

describe('while the clock is off', () => {
  it('no sweep runs, nothing is claimed, and a job fails and is retried', async () => {
    const watch = await startWatch();
    const done: string[] = [];
    const sweep = sweepOnTime(watch, {
      name: 'test.sweep',
      everyMs: day,
      run: async () => done.push('swept'),
    });
    const queue = claimOnTime(watch, {
      claim: async () => [done.push('claimed')],
    } as unknown as ClaimedRows<number, never>);
    const job = jobOnTime(watch, { name: 'test.job', cron: everyMinute, run: async () => done.push('ran') });
    setClock(60 * day);
    expect(await sweep.run(1)).toBe(0);
    expect(await queue.claim('worker', 1)).toEqual([]);
    await expect(job.run(1)).rejects.toThrow('the clock is off');
    expect(done).toEqual([]);
    setClock(0);
    await sweep.run(1);
    await queue.claim('worker', 1);
    await job.run(1);
    expect(done).toEqual(['swept', 'claimed', 'ran']);
  });

  it('the scheduler is stopped, and started again when the clock is in sync', async () => {
    const watch = await startWatch();
    const steps: string[] = [];
    const start = async (): Promise<Loop> => {
      steps.push('started');
      return { stop: async () => void steps.push('stopped') };
    };
    loops.push(runOnTime(watch, start, harness.current.ctx));
    await until('its start', () => steps.length === 1);
    setClock(60 * day);
    await until('its stop', () => steps.length === 2);
    setClock(0);
    await until('its start', () => steps.length === 3);
    expect(steps).toEqual(['started', 'stopped', 'started']);
  });

  it('a failed start of the scheduler is retried', async () => {
    const watch = await startWatch();
    let tries = 0;
    const start = async (): Promise<Loop> => {
      tries += 1;
      if (tries === 1) throw new Error('synthetic');
      return { stop: async () => undefined };
    };
    loops.push(runOnTime(watch, start, harness.current.ctx));
    await until('a second try', () => tries === 2);
    expect(harness.current.logLines.some((line) => line.includes('jobs.schedule-failed'))).toBe(true);
  });
});
