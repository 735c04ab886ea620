import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { usStates } from '#lib/calling/us-states';
import { transact, type TxDb } from '#platform/db';
import { findZip } from '../zips/find-zip.ts';
import { marketMetrics } from '../metrics.ts';
import { toKey, toMakeKey } from '../name-rules.ts';
import {
  chooseRadius,
  computeFigures,
  decideCoverage,
  enough,
  freshDays,
  listingsMax,
  methodVersion,
  radii,
  selectComparables,
  type Area,
  type Comparable,
  type Figures,
} from '../rules.ts';
import { listLatest, listNearest, type ListingQuery } from './search-store.ts';
import { listTrimKeys, type Subject } from '../subject-rules.ts';
import type { Box } from '../zips/zip-data.ts';
import { findStateBox } from '../zips/find-state-box.ts';

/** What the market looked like for a vehicle at a moment. */
export type MarketRead = {
  readonly subject: Subject;
  readonly method: string;
  readonly area: Area;
  /** Only listings of the subject's trim; false where there were not enough of them, or the trim is unknown. */
  readonly sameTrim: boolean;
  readonly comparables: readonly Comparable[];
  readonly figures: Figures;
  readonly takenAt: Date;
};

/** An agent is waiting with a customer: no early read is better than a late answer. */
const budgetMs = 1000;

/** Most reads end at the smallest circle; for the others the widest is read once and the circles are chosen from it. */
const circles = [radii[0], radii[3]] as const;

type SearchLocation =
  | { readonly kind: 'circle'; readonly lat: number; readonly lon: number }
  | { readonly kind: 'state'; readonly state: string; readonly box: Box };

type SearchResult = Pick<MarketRead, 'area' | 'comparables'> & { readonly enough: boolean };

/**
 * Searches listings like the subject and computes their figures; undefined where that is not possible (D-027) or not in
 * time. Never rejects, because accepting an intake must not depend on it (D-029).
 */
export async function readMarket(ctx: Ctx, subject: Subject): Promise<MarketRead | undefined> {
  const location = findLocation(subject);
  const takenAt = ctx.clock.now();
  const query = toListingQuery(subject, takenAt);
  if (location === undefined || query === undefined) return undefined;
  try {
    const { sameTrim, comparables, area } = await search(ctx, query, location);
    const figures = computeFigures(comparables, subject.odometer);
    ctx.metrics.of(marketMetrics).reads.inc({ outcome: decideCoverage(figures.sampleSize) });
    return { subject, method: methodVersion, area, sameTrim, comparables, figures, takenAt };
  } catch (error) {
    ctx.metrics.of(marketMetrics).reads.inc({ outcome: 'failed' });
    ctx.log.warn({ err: error }, 'market.search-failed');
    return undefined;
  }
}

function findLocation({ zip, state }: Subject): SearchLocation | undefined {
  const at = zip === undefined ? undefined : findZip(zip);
  if (at !== undefined) return { kind: 'circle', lat: at.lat, lon: at.lon };
  const known = usStates.find((one) => one === state?.toUpperCase());
  const box = known === undefined ? undefined : findStateBox(known);
  return known === undefined || box === undefined ? undefined : { kind: 'state', state: known, box };
}

function toListingQuery(subject: Subject, now: Date): ListingQuery | undefined {
  const { year } = subject;
  const [makeKey, modelKey] = [toMakeKey(subject.make), toKey(subject.model)];
  if (makeKey === '' || modelKey === '' || !Number.isInteger(year) || Math.abs(year) > 9999) return undefined;
  return {
    makeKey,
    modelKey,
    years: [year - 1, year, year + 1],
    trimKeys: listTrimKeys(subject),
    seenAfter: addDays(now, -freshDays),
    limit: listingsMax,
  };
}

/** The subject's trim where it alone gives enough within the search, otherwise every trim. */
function search(
  ctx: Ctx,
  query: ListingQuery,
  location: SearchLocation,
): Promise<SearchResult & { readonly sameTrim: boolean }> {
  const deadline = performance.now() + budgetMs;
  return transact(ctx, async ({ db }) => {
    const bounded = boundedReads(db, deadline);
    if (query.trimKeys.length > 0) {
      const comparables = await searchLocation(bounded, query, location);
      if (comparables.enough) return { ...comparables, sameTrim: true };
    }
    return { ...(await searchLocation(bounded, { ...query, trimKeys: [] }, location)), sameTrim: false };
  });
}

/** A connection whose statements must all end before the deadline. */
const boundedReads = (db: TxDb, deadline: number) => (): TxDb => {
  const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
  db.write({ text: `set local statement_timeout = ${leftMs}`, values: [] });
  return db;
};

async function searchLocation(
  bounded: () => TxDb,
  query: ListingQuery,
  location: SearchLocation,
): Promise<SearchResult> {
  if (location.kind === 'state') {
    const comparables = selectComparables(await listLatest(bounded(), query, location));
    const area = { kind: 'state', state: location.state } as const;
    return { comparables, area, enough: comparables.length >= enough };
  }
  const [first, widest] = circles;
  const near = chooseRadius(await listNearest(bounded(), query, { ...location, miles: first }), first);
  const chosen = near.enough
    ? near
    : chooseRadius(await listNearest(bounded(), query, { ...location, miles: widest }), widest);
  return { ...chosen, area: { kind: 'radius', miles: chosen.radius } };
}
