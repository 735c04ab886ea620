import { expect, it } from 'vitest';
import { slowerBy } from './bench.ts';

const turn = (deliver: number) => ({ atS: 1, p95Ms: { deliver }, errors: 0, queueBytes: 0, deadRows: 0, vacuums: 0 });

it('compares the last fifth of the time with the first', () => {
  const times = [10, 12, 500, 500, 500, 500, 500, 500, 24, 20];
  expect(slowerBy(times.map(turn))).toEqual({ deliver: 2 });
});

it('is missed when nothing was measured', () => {
  expect(slowerBy([turn(Number.NaN), turn(10)])).toEqual({ deliver: Number.NaN });
});
