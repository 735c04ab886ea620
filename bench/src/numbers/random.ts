import type { Random } from '@makewhole/server/src/lib/numbers/seeded-random.ts';

export { seededRandom, type Random } from '@makewhole/server/src/lib/numbers/seeded-random.ts';

/** The same items in an order in which each permutation is equally likely. */
export function shuffle<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
