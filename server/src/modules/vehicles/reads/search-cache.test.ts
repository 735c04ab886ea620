import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import type { Listing } from '../listings/read-listing.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { readMarket } from './read-market.ts';

const harness = useHarness();

beforeEach(() => givenEmptyMarket(harness.current.ctx));

const given = (...listings: Partial<Listing>[]) => givenListings(harness.current.ctx, listings);
const many = (count: number, changes: Partial<Listing> = {}) =>
  Array.from({ length: count }, (_, index) => ({ price: 20_000 + index * 100, ...changes }));
const read = (changes: Parameters<typeof sampleSubject>[0] = {}) =>
  readMarket(harness.current.ctx, sampleSubject(changes));

describe('cached search results', () => {
  it('a cached result is valid until an import touches its model, and not longer', async () => {
    const { ctx } = harness.current;
    await given(...many(6));
    const first = await read({ odometer: 40_000 });
    await ctx.db.many({ text: `update market.listings set price = 1000`, values: [] });
    // The same vehicle at other miles is the same search.
    const again = await read({ odometer: 90_000 });
    expect(again?.comparables).toEqual(first?.comparables);
    expect(again?.figures.adjusted).not.toEqual(first?.figures.adjusted);
    await given({ model: 'Civic' });
    expect((await read({ odometer: 40_000 }))?.comparables).toEqual(first?.comparables);
    await given({ price: 1000, trim: 'LX' });
    expect((await read({ odometer: 40_000 }))?.comparables).toHaveLength(7);
  });

  it('a cached result is invalid once a listing became one of another model', async () => {
    await given(...many(6), { sourceId: 'renamed' });
    expect((await read())?.figures.sampleSize).toBe(7);
    await given({ sourceId: 'renamed', model: 'Civic' });
    expect((await read())?.figures.sampleSize).toBe(6);
  });

  it('a cached result of today, used in place of the market around a loss, is invalid tomorrow', async () => {
    const { clock } = harness.current;
    const dateOfLoss = dayOf(addDays(clock.now(), -60));
    await given(...many(6, { lastSeenAt: addDays(clock.now(), -44) }));
    expect((await read({ dateOfLoss }))?.widenings).toEqual(['market of today']);
    clock.advance(86_400);
    expect((await read({ dateOfLoss }))?.comparables).toEqual([]);
  });

  it('a cached result is invalid on another day, or for another place or kind of vehicle', async () => {
    await given(...many(6, { trim: 'EX' }), ...many(6, { lat: 39.7506, lon: -104.9966, state: 'CO', trim: 'LX' }));
    expect((await read())?.comparables).toHaveLength(6);
    expect((await read({ zip: '80202' }))?.comparables[0]).toMatchObject({ trim: 'LX' });
    expect((await read({ titleBranded: true }))?.comparables).toEqual([]);
    harness.current.clock.advance(46 * 86_400);
    expect((await read())?.comparables).toEqual([]);
  });
});
