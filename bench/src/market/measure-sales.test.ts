import { describe, expect, it } from 'vitest';
import { drawSale, type SaleSetting } from '@makewhole/server/src/modules/market/synthetic/rules.ts';
import { seededRandom } from '#bench/numbers/random';
import { measureSales } from './measure-sales.ts';

const setting: SaleSetting = {
  model: 'Odyssey',
  perYearAndTrim: 4.5,
  asking: { noise: 0.05, badShare: 0.08 },
  ownNoise: 0.025,
  trimKnown: 0.7,
  trimUnnamed: 0.05,
};

const sales = (count: number, changes: Partial<SaleSetting> = {}) => {
  const random = seededRandom(3);
  return Array.from({ length: count }, () => drawSale(random, { ...setting, ...changes }));
};

describe('sales of known worth', () => {
  it('are called low less than half as often as by the method of before', async () => {
    const measured = await measureSales(sales(400), undefined);
    expect(measured.falseLow).toBeLessThan(measured.before.falseLow / 2);
    expect(measured.gap).toBeGreaterThan(0.5);
  });

  it('of unknown trims have a figure wherever coverage is good, and a gap to offers far below their worth', async () => {
    const { figureOfGood, gapOfGood } = await measureSales(sales(200, { trimKnown: 0 }), undefined);
    expect(figureOfGood).toBe(1);
    expect(gapOfGood['0 %']).toBeLessThan(0.2);
    expect(gapOfGood['30 %']).toBeGreaterThan(0.8);
  });

  it('are all called low where every offer is two thousand dollars below its worth', async () => {
    const low = sales(50, { asking: { noise: 0, badShare: 0 }, ownNoise: 0 }).map((sale) => ({
      ...sale,
      worth: sale.worth - 3000,
    }));
    expect((await measureSales(low, undefined)).falseLow).toBeGreaterThan(0.9);
  });
});
