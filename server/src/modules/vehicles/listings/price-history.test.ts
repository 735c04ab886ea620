import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import { untilBlocked } from '#test/database/use-database';
import { readMarket } from '../reads/read-market.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { purgeListings } from './import-listings.ts';

const harness = useHarness();
beforeEach(() => givenEmptyMarket(harness.current.ctx));

const daysAgo = (days: number) => addDays(harness.current.clock.now(), -days);
const given = (price: number, days: number) =>
  givenListings(harness.current.ctx, [{ sourceId: 'one', price, lastSeenAt: daysAgo(days) }]);
const pastPrices = async (): Promise<number[]> => {
  const text = 'select price from market.past_listings order by last_seen_at, price';
  return (await harness.current.ctx.db.many<{ price: number }>({ text, values: [] })).map(({ price }) => price);
};

describe('earlier prices of a listing', () => {
  it('earlier prices are all kept when two imports change them at once', async () => {
    const { ctx } = harness.current;
    await given(20_000, 30);
    const { first, second } = await ctx.db.inTransaction(async (tx) => {
      await tx.many({ text: 'select price from market.listings for update', values: [] });
      const first = given(19_000, 20);
      await untilBlocked(ctx.db, 1);
      const second = given(18_000, 10);
      await untilBlocked(ctx.db, 2);
      return { first, second };
    });
    await Promise.all([first, second]);
    expect(await pastPrices()).toEqual([20_000, 19_000]);
  });

  it('earlier prices are those after a concurrent correction', async () => {
    const { ctx, clock } = harness.current;
    await given(200_000, 30);
    await given(20_000, 30);
    await given(20_000, 0);
    clock.advance(50 * 86_400);
    await purgeListings(ctx, 500);
    expect(await pastPrices()).toEqual([20_000]);
    const read = await readMarket(ctx, sampleSubject({ dateOfLoss: dayOf(daysAgo(60)) }));
    expect(read?.comparables.map(({ price }) => price)).toEqual([20_000]);
  });

  it('earlier prices change the market around a loss as soon as they are known, and for the model alone', async () => {
    const { ctx } = harness.current;
    const dateOfLoss = dayOf(daysAgo(40));
    const prices = async () => {
      const read = await readMarket(ctx, sampleSubject({ dateOfLoss }));
      return [read?.window.lossDay, ...(read?.comparables.map(({ price }) => price) ?? [])];
    };
    const many = (price: number, days: number) =>
      givenListings(
        ctx,
        Array.from({ length: 5 }, (_, index) => ({
          sourceId: `many-${index}`,
          vin: `SYNTHETICMANY000${index}`,
          price: price + index,
          firstSeenAt: daysAgo(50),
          lastSeenAt: daysAgo(days),
        })),
      );
    await many(20_000, 35);
    const then = [dateOfLoss, 20_000, 20_001, 20_002, 20_003, 20_004];
    expect(await prices()).toEqual(then);
    // Today's price does not count for that time.
    await many(15_000, 1);
    expect(await prices()).toEqual(then);
  });
});
