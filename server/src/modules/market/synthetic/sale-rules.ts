import type { Random } from '#lib/numbers/seeded-random';
import { syntheticSource, type Comparable } from '../comparable-rules.ts';
import type { Subject } from '../subject-rules.ts';
import { syntheticCars, type SyntheticCar } from './synthetic-car-data.ts';
import { drawMiles, drawPrice, gauss, truePrice, type Asking } from './synthetic-rules.ts';

/** A market in which vehicles are sold whose worth is known; every figure of it is invented. */
export type SaleSetting = {
  readonly model: string;
  /** Listings in reach of one year and trim, on average. */
  readonly perYearAndTrim: number;
  readonly asking: Asking;
  /** How far a vehicle's worth is from that of its kind, as a share: its own condition, which no listing shows. */
  readonly ownNoise: number;
  /** How often the trim of the sold vehicle was stated. */
  readonly trimKnown: number;
  /** Listings that do not say their trim. */
  readonly trimUnnamed: number;
};

export type Sale = {
  readonly subject: Subject;
  /** Dollars. */
  readonly worth: number;
  /** Of the year, and one year around it. */
  readonly listings: readonly Comparable[];
};

const years = { first: 2016, count: 8 } as const;

export function findCar(model: string): SyntheticCar {
  const car = syntheticCars.find((one) => one.model === model);
  if (car === undefined) throw new Error(`the synthetic market has no ${model}`);
  return car;
}

/** A vehicle of any trim and of three to ten years, and the market around it. */
export function drawSale(random: Random, setting: SaleSetting): Sale {
  const car = findCar(setting.model);
  const trim = car.trims[Math.floor(random() * car.trims.length)] ?? { name: '', extra: 0 };
  const year = years.first + Math.floor(random() * years.count);
  const odometer = drawMiles(random, year);
  const worth = truePrice({ car, extra: trim.extra, year, miles: odometer }) * (1 + setting.ownNoise * gauss(random));
  const subject: Subject = {
    year,
    make: car.make,
    model: car.model,
    trim: random() < setting.trimKnown ? trim.name : undefined,
    trimCandidates: [],
    odometer,
    zip: '78701',
    state: undefined,
  };
  const listings = [year - 1, year, year + 1].flatMap((one) => drawListings(random, setting, one));
  return { subject, worth, listings };
}

/** Listings of one year and of every trim. */
export function drawListings(random: Random, setting: SaleSetting, year: number): Comparable[] {
  const car = findCar(setting.model);
  return car.trims.flatMap(({ name, extra }) =>
    Array.from({ length: drawCount(random, setting.perYearAndTrim) }, (): Comparable => {
      const miles = drawMiles(random, year);
      const sourceId = `${year}-${name}-${Math.floor(random() * 1e12)}`;
      return {
        source: syntheticSource,
        sourceId,
        vin: undefined,
        year,
        trim: random() < setting.trimUnnamed ? undefined : name,
        price: Math.max(500, drawPrice(random, { car, extra, year, miles }, setting.asking)),
        miles,
        distanceMiles: Math.floor(random() * 49),
        state: 'TX',
        dealer: undefined,
        lastSeenAt: '2026-11-15T12:00:00.000Z',
      };
    }),
  );
}

/** By Poisson's distribution. */
function drawCount(random: Random, mean: number): number {
  const end = Math.exp(-mean);
  let count = 0;
  for (let left = random(); left > end; left *= random()) count += 1;
  return count;
}
