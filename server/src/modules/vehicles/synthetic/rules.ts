import { usStates } from '#lib/calling/us-states';
import { syntheticSource, type Comparable } from '../market/comparable-rules.ts';
import type { Listing } from '../listings/read-listing.ts';
import type { Subject } from '../market/subject-rules.ts';
import { findZip, listZips } from '../zips/zips.ts';
import { syntheticCars, type SyntheticCar } from './synthetic-car-data.ts';

/** Numbers from 0 to 1, determined by a seed, so that results can be reproduced (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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

function findCar(model: string): SyntheticCar {
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

/** The reference year for ages of synthetic cars; fixed, so that a seed always gives the same prices. */
const syntheticYear = 2026;
const milesPerYear = 12_000;
/** The remaining share of every dollar after a year, apart from miles: with them a car loses some twelve percent a year. */
const valuePerYear = 0.945;
const lowest = 900;

type SyntheticVehicle = {
  readonly car: SyntheticCar;
  readonly extra: number;
  readonly year: number;
  readonly miles: number;
};

/** Trims grow alike with age, and miles matter less. */
export const valueLeft = (year: number): number => valuePerYear ** Math.max(0, syntheticYear - year);

/** What a vehicle of the synthetic market is worth: the curve that a read of it should recover. */
export const truePrice = ({ car, extra, year, miles }: SyntheticVehicle): number =>
  Math.max(lowest, (car.price + extra - car.perMile * miles) * valueLeft(year));

/** Miles of a vehicle of that year: about twelve thousand a year, with a wide spread. */
export function drawMiles(random: Random, year: number): number {
  const expected = milesPerYear * Math.max(0.5, syntheticYear - year);
  return Math.max(50, Math.round(expected + (15_000 + 0.1 * expected) * gauss(random)));
}

/** How far asking prices are from what their vehicles are worth. */
type Asking = {
  /** The standard deviation, as a share of the price: condition, options, and what a dealer hopes for. */
  readonly noise: number;
  /** Mistakes and bait. */
  readonly badShare: number;
};

/** One asking price in twelve is a mistake or bait; the others are near the vehicle's value. */
const usualAsking: Asking = { noise: 0.03, badShare: 0.08 };

export function drawPrice(random: Random, vehicle: SyntheticVehicle, asking: Asking = usualAsking): number {
  const worth = truePrice(vehicle);
  if (random() < asking.badShare)
    return Math.round(worth * (random() < 0.5 ? 0.45 + 0.3 * random() : 1.3 + 0.6 * random()));
  return Math.round(worth * (1 + asking.noise * gauss(random)));
}

function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A vehicle that is to have comparables: as many as a town has of it. */
type Wanted = { readonly year: number; readonly make: string; readonly model: string; readonly zip: string };

export type SyntheticOptions = {
  readonly seed: number;
  readonly rows: number;
  readonly now: Date;
  /** Beside the rows, forty more of the kind of each of these around its ZIP; models that are not known are left out. */
  readonly like?: readonly Wanted[];
};

const dayMs = 86_400_000;
const dealers = 20_000;
const likeRows = 40;

type Place = { readonly lat: number; readonly lon: number; readonly state: string };

/** Listings over the whole country, always the same for the same seed and time. */
export function* makeListings({ seed, rows, now, like = [] }: SyntheticOptions): Generator<Listing> {
  const random = seededRandom(seed);
  const zips = listZips(new Set(usStates));
  const draw = drawByWeight(syntheticCars);
  for (let index = 0; index < rows; index += 1) {
    const car = draw(random());
    // An exponent of 1.4 makes most of them a few years old; a larger one would favor new cars, a smaller one old cars.
    const year = syntheticYear - Math.floor(random() ** 1.4 * 20);
    const place = zips[Math.floor(random() * zips.length)] as Place;
    yield makeListing(random, { seed, index, now, car, year, place });
  }
  for (const [which, { year, make, model, zip }] of like.entries()) {
    const car = syntheticCars.find((one) => one.make === make && one.model === model);
    const place = findZip(zip);
    if (car === undefined || place === undefined) continue;
    for (let one = 0; one < likeRows; one += 1)
      yield makeListing(random, { seed, index: rows + which * likeRows + one, now, car, year, place });
  }
}

type Making = {
  readonly seed: number;
  readonly index: number;
  readonly now: Date;
  readonly car: SyntheticCar;
  readonly year: number;
  readonly place: Place;
};

function makeListing(random: Random, { seed, index, now, car, year, place }: Making): Listing {
  const trim = car.trims[Math.floor(random() * car.trims.length)] ?? { name: '', extra: 0 };
  const vehicle: SyntheticVehicle = { car, extra: trim.extra, year, miles: drawMiles(random, year) };
  const branded = random() < 0.02;
  const price = random() < 0.01 ? 1 : drawPrice(random, vehicle);
  const lastSeenAt = new Date(now.getTime() - Math.floor(random() * 60 * dayMs));
  const { lat, lon, state } = place;
  return {
    source: syntheticSource,
    sourceId: `${seed}-${index}`,
    vin: syntheticVin(seed, index),
    year,
    make: car.make,
    model: car.model,
    trim: random() < 0.05 ? undefined : trim.name,
    price: branded ? Math.round(price * 0.65) : price,
    miles: random() < 0.02 ? undefined : vehicle.miles,
    branded,
    state,
    lat,
    lon,
    dealer: `Synthetic Motors ${Math.floor(random() * dealers)}`,
    firstSeenAt: new Date(lastSeenAt.getTime() - Math.floor(random() * 40 * dayMs)),
    lastSeenAt,
  };
}

const rowsPerSeed = 100_000_000;
const seedsApart = 28_000;

/** No real VIN contains an I, so this cannot be a real car. */
const syntheticVin = (seed: number, index: number): string =>
  `SYNTHETIC${((seed % seedsApart) * rowsPerSeed + index).toString(36).toUpperCase().padStart(8, '0')}`;

/** Maps a number from 0 to 1 to a car, each as often as its weight says. */
function drawByWeight(cars: readonly SyntheticCar[]): (share: number) => SyntheticCar {
  const slots = cars.flatMap((car) => Array.from({ length: car.weight }, () => car));
  return (share) => slots[Math.floor(share * slots.length)] as SyntheticCar;
}
