import { expect, it } from 'vitest';
import { computeOutages, longestGap } from './outages.ts';

it('an outage is the longest time without a success, also when some come between the fault and its effect', () => {
  expect(longestGap([90, 110, 120, 500, 510, 700], 100)).toBe(380);
});

it('an outage begins with its fault, not with the success before it', () => {
  expect(longestGap([0, 1000], 900)).toBe(100);
});

it('outages are given by kind, in seconds', () => {
  const struck = (kind: 'kill' | 'standby', outageMs: number) => ({
    kind,
    outageMs,
    wholeMs: 0,
    answers: {},
    readiness: {},
  });
  expect(computeOutages([struck('kill', 21_000), struck('standby', 400), struck('kill', 23_040)])).toEqual({
    kill: { count: 2, p50S: 21, p95S: 23, maxS: 23 },
    standby: { count: 1, p50S: 0.4, p95S: 0.4, maxS: 0.4 },
  });
});
