import { isInAgentSandbox, type Actor } from '#actor';
import { addressBucket } from '#lib/network/address';
import { percentiles } from '#lib/numbers/statistics';
import { yearShareBounds, type ModelRates } from '../market/adjustment-rules.ts';
import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/time/dates';
import { lockNames } from '#platform/db';
import { countReads, insertRead } from './store.ts';

/**
 * Uses one of the early reads that a client without a key has in any 24 hours (D-026); false when they are used up. It
 * waits for other transactions of the same client until they end, so it must be the last lock a transaction takes.
 */
export async function consumeAllowance(tx: Tx, callerAddress: string): Promise<boolean> {
  const limit = tx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const name = allowanceName(callerAddress, tx.actor);
  const now = tx.clock.now();
  lockNames(tx.db, [name]);
  const since = [tx.vault.fingerprints(name), addHours(now, -allowanceHours), limit] as const;
  return (await insertRead(tx.db, since, { caller: tx.vault.fingerprint(name), now })) !== undefined;
}

/** Whether it is worth searching for a client without a key; only `consumeAllowance` decides. */
export async function hasAllowance(ctx: Ctx, callerAddress: string): Promise<boolean> {
  const limit = ctx.config.prelimAnonPerDay;
  if (limit === 0) return false;
  const fingerprints = ctx.vault.fingerprints(allowanceName(callerAddress, ctx.actor));
  return (await countReads(ctx.db, fingerprints, addHours(ctx.clock.now(), -allowanceHours), limit)) < limit;
}

const allowanceHours = 24;

/** Reads in the agent sandbox do not count toward the same client's live allowance. */
const allowanceName = (address: string, actor: Actor): string =>
  `${isInAgentSandbox(actor) ? 'sandbox/' : ''}market/reads/${addressBucket(address)}`;

export type RatedListing = {
  readonly year: number;
  /** Its key; never empty. */
  readonly trim: string;
  readonly price: number;
  readonly miles: number;
};

/** Fewer listings, or fewer pairs of one year and trim, say little about a model. */
const listingsMin = 60;
const pairsMin = 200;

/** Pairs nearer to each other say more about their dealers than about miles. */
const apartMiles = 5000;

/** A mile of any model costs between these shares of its price. */
const mileShareBounds = { steepest: -1.5e-5, flattest: -1e-6 } as const;

/** Within a year and trim; more would only take longer. */
const perGroupMax = 40;

/**
 * What a mile and a year cost for a model, from pairs of its listings that differ in nothing else; undefined where there
 * are too few of them.
 */
export function learnRates(sample: readonly RatedListing[]): ModelRates | undefined {
  if (sample.length < listingsMin) return undefined;
  const groups = [...Map.groupBy(sample, ({ year, trim }) => `${year} ${trim}`).values()].map((group) =>
    group.slice(0, perGroupMax),
  );
  const miles = groups.flatMap(pairsOf).flatMap(([one, other]) => {
    const run = other.miles - one.miles;
    return Math.abs(run) < apartMiles ? [] : [(2 * (other.price - one.price)) / (other.price + one.price) / run];
  });
  const mileShare = medianOf(miles, pairsMin);
  if (mileShare === undefined) return undefined;
  const { steepest, flattest } = mileShareBounds;
  const bounded = Math.min(flattest, Math.max(steepest, mileShare));
  const years = neighborsOf(groups).map(([older, newer]) => {
    const moved = older.price * (1 + bounded * (newer.miles - older.miles));
    return Math.log(newer.price / Math.max(1, moved));
  });
  const yearShare = medianOf(years, pairsMin);
  if (yearShare === undefined) return undefined;
  const { least, most } = yearShareBounds;
  return { mileShare: bounded, yearShare: Math.min(most, Math.max(least, yearShare)), listings: sample.length };
}

type Pair = readonly [RatedListing, RatedListing];

const pairsOf = (group: readonly RatedListing[]): Pair[] =>
  group.flatMap((one, index) => group.slice(index + 1).map((other): Pair => [one, other]));

/** A capped adjustment is not reliable, so vehicles further apart in miles are not compared. */
const alikeMiles = 20_000;

/** Pairs of one trim and two years that follow each other. */
function neighborsOf(groups: readonly (readonly RatedListing[])[]): Pair[] {
  const byKey = new Map(groups.map((group) => [`${group[0]?.year} ${group[0]?.trim}`, group]));
  return groups.flatMap((older) => {
    const [first] = older;
    const newer = first === undefined ? [] : (byKey.get(`${first.year + 1} ${first.trim}`) ?? []);
    return older.flatMap((one) =>
      newer.filter(({ miles }) => Math.abs(miles - one.miles) <= alikeMiles).map((other): Pair => [one, other]),
    );
  });
}

const medianOf = (values: readonly number[], atLeast: number): number | undefined =>
  values.length < atLeast ? undefined : percentiles(values, [0.5])?.[0];
