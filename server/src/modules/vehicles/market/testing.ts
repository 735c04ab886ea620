import type { Ctx } from '#context';
import { seededRandom, drawMiles, drawPrice, truePrice } from '../synthetic/rules.ts';
import { chooseRadius, radii, type Comparable } from './comparable-rules.ts';
import type { Listing } from '../listings/read-listing.ts';
import { stageListings } from '../listings/import-listings.ts';
import { computeFigures } from './rules.ts';
import type { Subject } from './subject-rules.ts';
import { syntheticCars } from '../synthetic/synthetic-car-data.ts';

let lastListing = 0;

/** A listing that counts, in Austin and seen today; `changes` override any member. */
function sampleListing(now: Date, changes: Partial<Listing> = {}): Listing {
  lastListing += 1;
  return {
    source: 'test',
    sourceId: `listing-${lastListing}`,
    vin: `SYNTHETIC${String(lastListing).padStart(8, '0')}`,
    year: 2019,
    make: 'Honda',
    model: 'Accord',
    trim: 'EX',
    price: 20_000,
    miles: 50_000,
    branded: false,
    state: 'TX',
    lat: 30.2706,
    lon: -97.7426,
    dealer: 'Synthetic Motors',
    firstSeenAt: changes.lastSeenAt ?? now,
    lastSeenAt: now,
    ...changes,
  };
}

/** No listing of any day, and no model. */
export async function givenEmptyMarket(ctx: Ctx): Promise<void> {
  for (const table of ['listings', 'past_listings', 'models'])
    await ctx.db.many({ text: `delete from market.${table}`, values: [] });
}

export async function givenListings(ctx: Ctx, listings: readonly Partial<Listing>[]): Promise<void> {
  await stageListings(ctx, async (sink) => {
    for (const listing of listings) await sink.add(sampleListing(ctx.clock.now(), listing));
  });
}

export const sampleSubject = (changes: Partial<Subject> = {}): Subject => ({
  year: 2019,
  make: 'Honda',
  model: 'Accord',
  trim: undefined,
  trimCandidates: [],
  odometer: undefined,
  zip: '78701',
  state: undefined,
  ...changes,
});

export const sampleComparable = (changes: Partial<Comparable> = {}): Comparable => {
  lastListing += 1;
  return {
    source: 'test',
    sourceId: `comparable-${lastListing}`,
    vin: undefined,
    year: 2019,
    trim: 'EX',
    price: 20_000,
    miles: 50_000,
    distanceMiles: 10,
    state: 'TX',
    dealer: undefined,
    lastSeenAt: '2026-11-15T12:00:00.000Z',
    ...changes,
  };
};

type AdjustmentError = { readonly n: number; readonly adjusted: number; readonly unadjusted: number };

/**
 * The mean error, in dollars, of the adjusted and of the plain median against the subject's true value, over samples of
 * n listings of the synthetic market: the subject's model and trim, its year or one year around it.
 */
export function measureAdjustment(n: number, { samples, seed }: { samples: number; seed: number }): AdjustmentError {
  const random = seededRandom(seed);
  const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
  let [adjusted, unadjusted] = [0, 0];
  for (let sample = 0; sample < samples; sample += 1) {
    const car = pick(syntheticCars);
    const { extra } = pick(car.trims);
    const year = 2014 + Math.floor(random() * 10);
    const odometer = drawMiles(random, year);
    const worth = truePrice({ car, extra, year, miles: odometer });
    const ads = Array.from({ length: n }, () => {
      const vehicle = { car, extra, year: year - 1 + Math.floor(random() * 3), miles: 0 };
      const miles = drawMiles(random, vehicle.year);
      return sampleComparable({ year: vehicle.year, miles, price: drawPrice(random, { ...vehicle, miles }) });
    });
    const subject = sampleSubject({ year, odometer, trim: 'EX' });
    const figures = computeFigures(chooseRadius(ads, radii[3]).comparables, { subject });
    adjusted += Math.abs((figures.adjusted?.mid ?? 0) - worth);
    unadjusted += Math.abs((figures.market?.mid ?? 0) - worth);
  }
  return { n, adjusted: Math.round(adjusted / samples), unadjusted: Math.round(unadjusted / samples) };
}
