import { expect, it } from 'vitest';
import { growthOf } from './bench.ts';

const cost = (operation: string, rows: number, databaseUs: number) => ({
  operation,
  rows,
  databaseUs,
  p50Ms: 1,
  p95Ms: 1,
});

it('compares the most rows with the fewest, however they were measured', () => {
  const costs = [cost('a', 1_000_000, 1200), cost('a', 10_000, 400), cost('a', 100_000, 9000), cost('b', 10_000, 300)];
  expect(growthOf(costs)).toEqual({ a: 3, b: 1 });
});

it('does not take the clock for growth', () => {
  expect(growthOf([cost('a', 10_000, 10), cost('a', 1_000_000, 150)])).toEqual({ a: 1 });
});
