import { describe, expect, it } from 'vitest';
import { chartScale, labeledMonths } from './chart-scale.ts';

describe('the scale of a chart', () => {
  it.each([
    ['nothing', [0, 0], [0, 100]],
    ['a few cents', [7], [0, 100]],
    ['an ordinary month', [120_033, 49_700], [0, 150_000]],
    ['a loss', [-120_033, 49_700], [-150_000, 50_000]],
    ['only losses', [-5], [-100, 100]],
    ['a large book', [987_654_321], [0, 1_000_000_000]],
  ])('of %s has round ends that hold every value', (_name, values, ends) => {
    const scale = chartScale(values);
    expect([scale.low, scale.high]).toEqual(ends);
    expect(scale.ticks).toContain(0);
    expect(scale.ticks.length).toBeLessThanOrEqual(7);
  });
});

describe('the names of months', () => {
  const months = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02'];

  it('are all there while there is room, each year once', () => {
    expect(labeledMonths(months, 40).map(({ month, year }) => [month, year])).toEqual([
      ['2026-10', '2026'],
      ['2026-11', undefined],
      ['2026-12', undefined],
      ['2027-01', '2027'],
      ['2027-02', undefined],
    ]);
  });

  it('are every second or third where there is less', () => {
    expect(labeledMonths(months, 20).map(({ index, year }) => [index, year])).toEqual([
      [0, '2026'],
      [2, undefined],
      [4, '2027'],
    ]);
    expect(labeledMonths(months, 12).map(({ index }) => index)).toEqual([0, 3]);
  });
});
