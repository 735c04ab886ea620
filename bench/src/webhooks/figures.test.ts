import { expect, it } from 'vitest';
import type { Slice } from '#bench/load/measure';
import { latencyRatio, toLatencies } from './latency.ts';
import { hostNames } from './receivers.ts';
import { toSlice } from './engines/variants.ts';
import { possibleTimes } from './workers.ts';

const slice = (variant: string, round: number, latencies: readonly number[]): Slice => ({
  variant,
  round,
  done: latencies.length,
  seconds: 2,
  errors: 1,
  latenciesMs: Float64Array.from(latencies),
  serverCpuMs: 500,
  databaseCpuMs: 1000,
  loadCpuMs: 0,
  walBytes: latencies.length * 2000,
  disturbance: { foreign: 0, stolen: 0 },
});

it('takes percentiles over all slices and processor time by the second', () => {
  expect(toLatencies([slice('a', 0, [4, 1]), slice('a', 1, [3, 2])])).toEqual({
    p50Ms: 2,
    p95Ms: 4,
    p99Ms: 4,
    maxMs: 4,
    events: 4,
    errors: 2,
    workerLoad: 0.25,
    databaseLoad: 0.5,
    walBytes: 2000,
  });
});

it('compares a percentile round by round, so that a slow round slows both sides', () => {
  const slices = [slice('a', 0, [10]), slice('b', 0, [10]), slice('b', 1, [100]), slice('a', 1, [300])];
  expect(latencyRatio([...slices, slice('a', 2, [2]), slice('b', 2, [1])], 0.95, ['a', 'b'])).toBe(2);
  expect(latencyRatio([slice('a', 0, [1])], 0.95, ['a', 'b'])).toBeNaN();
});

it('counts a burst from its first arrival to the last row done', () => {
  const arrival = { host: 'ok-001', eventId: 'evt_1', deliveryId: 'dlv_1', genuine: true };
  const arrivals = [1000, 1500, 2000].map((atMs) => ({ ...arrival, atMs }));
  expect(toSlice(arrivals, 2500)).toEqual({ done: 3, seconds: 1.5, latenciesMs: Float64Array.from([0, 500, 1000]) });
  expect(toSlice([], 2500)).toMatchObject({ done: 0, seconds: 0 });
});

it('names hosts by how they behave', () => {
  expect(hostNames('hang', 2)).toEqual(['hang-001.receivers.example.com', 'hang-002.receivers.example.com']);
});

it('holds two workers to what the cores allow beside the first', () => {
  // Half a second of processor time for the worker and one for the database, in two seconds: 0.75 of a core.
  const one = [slice('1 worker', 0, [1])];
  expect(possibleTimes(one, 2, 8)).toBe(2);
  expect(possibleTimes(one, 2, 1)).toBe(1.333);
  expect(possibleTimes(one, 2, 0.5)).toBe(1);
  const disturbed = one.map((of) => ({ ...of, disturbance: { foreign: 0.4, stolen: 0.1 } }));
  expect(possibleTimes(disturbed, 2, 2)).toBe(1.333);
});
