import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom, drawListings, type SaleSetting } from '../synthetic/rules.ts';
import { useHarness } from '#test/harness';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { rateModels } from './compute-preliminary.ts';
import { readMarket } from './read-market.ts';

const harness = useHarness();
beforeEach(() => givenEmptyMarket(harness.current.ctx));

const setting: SaleSetting = {
  model: 'Camry',
  perYearAndTrim: 15,
  asking: { noise: 0.05, badShare: 0.08 },
  ownNoise: 0,
  trimKnown: 1,
  trimUnnamed: 0,
};

const camrys = (years: readonly number[]) => {
  const random = seededRandom(9);
  return years
    .flatMap((year) => drawListings(random, setting, year))
    .map(({ year, trim, price, miles }) => ({ make: 'Toyota', model: 'Camry', year, trim, price, miles }));
};
const rates = async () => {
  const text = 'select rates from market.models order by model_key';
  const rows = await harness.current.ctx.db.many<{ rates: Record<string, number> | null }>({ text, values: [] });
  return rows.map((row) => row.rates);
};
const rate = (limit = 100) => rateModels(harness.current.ctx, limit);

describe('the price of a mile and a year of a model', () => {
  it("a model's rates are learned from its listings, and used by reads", async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, camrys([2015, 2016, 2017, 2018, 2019, 2020]));
    expect(await rate()).toBe(1);
    const [learned] = await rates();
    // By the synthetic market a mile costs 0.07 of 28,500 new dollars and a year 5.5 %, whatever the age.
    expect(learned?.['mileShare']).toBeGreaterThan(-4e-6);
    expect(learned?.['mileShare']).toBeLessThan(-2e-6);
    expect(learned?.['yearShare']).toBeGreaterThan(0.04);
    expect(learned?.['yearShare']).toBeLessThan(0.075);
    const subject = sampleSubject({ make: 'Toyota', model: 'Camry', year: 2018, trim: 'SE', odometer: 60_000 });
    expect((await readMarket(ctx, subject))?.figures.rates).toEqual(learned);
  });

  it('a model with few listings has no rates', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, camrys([2018]).slice(0, 20));
    expect([await rate(), await rates()]).toEqual([1, [null]]);
  });

  it("a model's rates are learned again a day after its listings changed, and not before", async () => {
    const { ctx, clock } = harness.current;
    await givenListings(ctx, camrys([2018, 2019, 2020]));
    expect([await rate(), await rate()]).toEqual([1, 0]);
    clock.advance(86_400);
    expect(await rate()).toBe(0);
    await givenListings(ctx, camrys([2017]));
    expect([await rate(), await rate()]).toEqual([1, 0]);
    await givenListings(ctx, camrys([2016]));
    expect(await rate()).toBe(0);
  });

  it('rates are learned for a limited number of models at a time', async () => {
    await givenListings(harness.current.ctx, [{ model: 'Accord' }, { model: 'Civic' }, { model: 'Fit' }]);
    expect([await rate(2), await rate(2), await rate(2)]).toEqual([2, 1, 0]);
  });
});
