import type { Ctx } from '#context';
import { addDays } from '#lib/dates';
import { usStates } from '#lib/us-states';
import { transact, type TxDb } from '#platform/db';
import { findStateBox, findZip, type Box } from './find-zip.ts';
import { toKey, toMakeKey } from './keys.ts';
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
} from './rules.ts';
import { listLatest, listNearest, type Wanted } from './store.ts';
import { listTrimKeys, type Subject } from './subject.ts';

/** What the market looked like for a vehicle at a moment. */
export type MarketRead = {
  readonly subject: Subject;
  readonly method: string;
  readonly area: Area;
  /** Only listings of the subject's trim; false where there were not enough of them, or it is not known. */
  readonly sameTrim: boolean;
  readonly comparables: readonly Comparable[];
  readonly figures: Figures;
  readonly takenAt: Date;
};

/** Who waits is a person's agent: better no early read than a late answer. */
const budgetMs = 1000;

/** Most reads end at the smallest circle; for the others the widest is read once and the circles are chosen from it. */
const circles = [radii[0], radii[3]] as const;

type Place =
  | { readonly kind: 'circle'; readonly lat: number; readonly lon: number }
  | { readonly kind: 'state'; readonly state: string; readonly box: Box };

type Found = Pick<MarketRead, 'area' | 'comparables'> & { readonly enough: boolean };

/**
 * Searches listings like the subject and computes what they tell; undefined where that is not possible (decision 27) or
 * did not work in time. Never rejects: who takes an intake must not depend on it (decision 29).
 */
export async function readMarket(ctx: Ctx, subject: Subject): Promise<MarketRead | undefined> {
  const place = findPlace(subject);
  const takenAt = ctx.clock.now();
  const wanted = toWanted(subject, takenAt);
  if (place === undefined || wanted === undefined) return undefined;
  try {
    const { sameTrim, comparables, area } = await search(ctx, wanted, place);
    const figures = computeFigures(comparables, subject.odometer);
    ctx.metrics.marketReads.inc({ outcome: decideCoverage(figures.sampleSize) });
    return { subject, method: methodVersion, area, sameTrim, comparables, figures, takenAt };
  } catch (error) {
    ctx.metrics.marketReads.inc({ outcome: 'failed' });
    ctx.log.warn({ err: error }, 'market.search-failed');
    return undefined;
  }
}

function findPlace({ zip, state }: Subject): Place | undefined {
  const at = zip === undefined ? undefined : findZip(zip);
  if (at !== undefined) return { kind: 'circle', lat: at.lat, lon: at.lon };
  const known = usStates.find((one) => one === state?.toUpperCase());
  const box = known === undefined ? undefined : findStateBox(known);
  return known === undefined || box === undefined ? undefined : { kind: 'state', state: known, box };
}

function toWanted(subject: Subject, now: Date): Wanted | undefined {
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

/** The subject's trim where it alone gives enough somewhere in the search, else every trim. */
function search(ctx: Ctx, wanted: Wanted, place: Place): Promise<Found & { readonly sameTrim: boolean }> {
  const deadline = performance.now() + budgetMs;
  return transact(ctx, async ({ db }) => {
    const bounded = boundedReads(db, deadline);
    if (wanted.trimKeys.length > 0) {
      const found = await searchPlace(bounded, wanted, place);
      if (found.enough) return { ...found, sameTrim: true };
    }
    return { ...(await searchPlace(bounded, { ...wanted, trimKeys: [] }, place)), sameTrim: false };
  });
}

/** A connection whose statements together may take no longer than until then. */
const boundedReads = (db: TxDb, deadline: number) => (): TxDb => {
  const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
  db.write({ text: `set local statement_timeout = ${leftMs}`, values: [] });
  return db;
};

async function searchPlace(bounded: () => TxDb, wanted: Wanted, place: Place): Promise<Found> {
  if (place.kind === 'state') {
    const comparables = selectComparables(await listLatest(bounded(), wanted, place));
    const area = { kind: 'state', state: place.state } as const;
    return { comparables, area, enough: comparables.length >= enough };
  }
  const [first, widest] = circles;
  const near = chooseRadius(await listNearest(bounded(), wanted, { ...place, miles: first }), first);
  const chosen = near.enough
    ? near
    : chooseRadius(await listNearest(bounded(), wanted, { ...place, miles: widest }), widest);
  return { ...chosen, area: { kind: 'radius', miles: chosen.radius } };
}
