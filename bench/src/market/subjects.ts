import type { Subject } from '@makewhole/server/src/modules/market/index.ts';
import { syntheticCars } from '@makewhole/server/src/modules/market/synthetic/synthetic-car-data.ts';
import { usStates } from '@makewhole/server/src/lib/calling/us-states.ts';
import { seededRandom } from '#bench/numbers/random';
import { listZips } from '@makewhole/server/src/modules/market/zips/zips.ts';

/** Where most ZIPs, and so most of the synthetic listings, are within 50 miles. */
const denseZips = ['10001', '07102', '19103', '90012', '60601', '02108', '20001'];

/**
 * Lost vehicles: models in proportion to their listings, anywhere in the country, one in five where listings are
 * densest, one in ten known by its state only; the trim is known for every second one.
 */
export function makeSubjects(count: number, zips: readonly string[]): Subject[] {
  const random = seededRandom(7);
  const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
  const cars = syntheticCars.flatMap((car) => Array.from({ length: car.weight }, () => car));
  return Array.from({ length: count }, () => {
    const car = pick(cars);
    const kind = random();
    return {
      year: 2010 + Math.floor(random() * 16),
      make: car.make,
      model: car.model,
      trim: random() < 0.5 ? pick(car.trims).name : undefined,
      trimCandidates: [],
      odometer: random() < 0.8 ? Math.floor(random() * 150_000) : undefined,
      zip: kind < 0.1 ? undefined : kind < 0.3 ? pick(denseZips) : pick(zips),
      state: pick(usStates),
    };
  });
}

/** Some of the country's ZIPs, evenly over the list. */
export function sampleZips(): string[] {
  return listZips(new Set(usStates))
    .filter((_, index) => index % 40 === 0)
    .map(({ zip }) => zip);
}
