import { seededRandom, type Random } from '#lib/numbers/seeded-random';
import { usStates } from '#lib/calling/us-states';
import type { Listing } from '../listings/read-listing.ts';
import { syntheticCars, type SyntheticCar } from './synthetic-car-data.ts';
import { syntheticSource } from '../rules.ts';
import { listZips } from '../zips/list-zips.ts';

/** The reference year for ages of synthetic cars; fixed, so that a seed always gives the same prices. */
const syntheticYear = 2026;
const milesPerYear = 12_000;
const valuePerYear = 0.985;
const lowest = 900;

type SyntheticVehicle = {
  readonly car: SyntheticCar;
  readonly extra: number;
  readonly year: number;
  readonly miles: number;
};

/** What a vehicle of the synthetic market is worth: the curve that a read of it should recover. */
export function truePrice({ car, extra, year, miles }: SyntheticVehicle): number {
  const age = Math.max(0, syntheticYear - year);
  return Math.max(lowest, (car.price + extra) * valuePerYear ** age - car.perMile * miles);
}

/** Miles of a vehicle of that year: about twelve thousand a year, with a wide spread. */
export function drawMiles(random: Random, year: number): number {
  const expected = milesPerYear * Math.max(0.5, syntheticYear - year);
  return Math.max(50, Math.round(expected + (15_000 + 0.1 * expected) * gauss(random)));
}

/** One asking price in twelve is a mistake or bait; the others are near the vehicle's value. */
const badShare = 0.08;
const noise = 0.03;

export function drawPrice(random: Random, vehicle: SyntheticVehicle): number {
  const worth = truePrice(vehicle);
  if (random() < badShare) return Math.round(worth * (random() < 0.5 ? 0.45 + 0.3 * random() : 1.3 + 0.6 * random()));
  return Math.round(worth * (1 + noise * gauss(random)));
}

function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

type SyntheticOptions = { readonly seed: number; readonly rows: number; readonly now: Date };

const dayMs = 86_400_000;
const dealers = 20_000;

/** Listings over the whole country, always the same for the same seed and time. */
export function* makeListings({ seed, rows, now }: SyntheticOptions): Generator<Listing> {
  const random = seededRandom(seed);
  const zips = listZips(new Set(usStates));
  const draw = drawByWeight(syntheticCars);
  const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
  for (let index = 0; index < rows; index += 1) {
    const car = draw(random());
    const trim = pick(car.trims);
    // An exponent of 1.4 makes most of them a few years old; a larger one would favor new cars, a smaller one old cars.
    const year = syntheticYear - Math.floor(random() ** 1.4 * 20);
    const vehicle: SyntheticVehicle = { car, extra: trim.extra, year, miles: drawMiles(random, year) };
    const { lat, lon, state } = pick(zips);
    const branded = random() < 0.02;
    const price = random() < 0.01 ? 1 : drawPrice(random, vehicle);
    const lastSeenAt = new Date(now.getTime() - Math.floor(random() * 60 * dayMs));
    yield {
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
}

const rowsPerSeed = 100_000_000;
const seedsApart = 28_000;

/** No real VIN contains an I, so this is nobody's car. */
const syntheticVin = (seed: number, index: number): string =>
  `SYNTHETIC${((seed % seedsApart) * rowsPerSeed + index).toString(36).toUpperCase().padStart(8, '0')}`;

/** Maps a number from 0 to 1 to a car, each as often as its weight says. */
function drawByWeight(cars: readonly SyntheticCar[]): (share: number) => SyntheticCar {
  const slots = cars.flatMap((car) => Array.from({ length: car.weight }, () => car));
  return (share) => slots[Math.floor(share * slots.length)] as SyntheticCar;
}
