import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { usStates } from '#lib/calling/us-states';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import { transact, type TxDb } from '#platform/db';
import {
  chooseRadius,
  decideCoverage,
  handful,
  listingsMax,
  radii,
  selectComparables,
  type Area,
  type Comparable,
} from '../market/comparable-rules.ts';
import { toBodyKey, toDriveKey, toFuelKey } from '../market/kind-rules.ts';
import { marketMetrics } from '../market/metrics.ts';
import { toMakeKey, toModelKey } from '../names/name-rules.ts';
import { computeFigures, methodVersion, type Figures } from '../market/rules.ts';
import type { Subject } from '../market/subject-rules.ts';
import { isLongAgo, todaysWindow, windowAround, type Window } from '../market/window-rules.ts';
import { findStateRows, findZip } from '../zips/zips.ts';
import { listLatest, listNearest, type ListingQuery } from './search-store.ts';
import { findModel, type Model } from './store.ts';
import { widenSearch, type Find, type Found, type Widened, type Widening } from './widen-search.ts';

/** What the market looked like for a vehicle, now or around its loss. */
export type MarketRead = {
  readonly subject: Subject;
  readonly method: string;
  readonly area: Area;
  /** Only listings of the subject's trim; false where there were not enough of them, or the trim is unknown. */
  readonly sameTrim: boolean;
  /** What else was admitted, because too little of the subject's own kind was found. */
  readonly widenings: readonly Widening[];
  /** The days in which the listings were seen. */
  readonly window: Window;
  readonly comparables: readonly Comparable[];
  readonly figures: Figures;
  readonly takenAt: Date;
};

/** An agent is waiting with a customer: no early read is better than a late answer. */
const budgetMs = 1000;

/** Most reads end at the smallest circle; for the others the widest is read once and the circles are chosen from it. */
const circles = [radii[0], radii[3]] as const;

/**
 * Asked before a state's whole window: where as many as are looked at were seen so lately, all others come after them and need
 * not be fetched.
 */
const latelyDays = 15;

type SearchLocation =
  | { readonly kind: 'circle'; readonly lat: number; readonly lon: number }
  | { readonly kind: 'state'; readonly state: string };

type Wanted = Omit<ListingQuery, 'years' | 'trimKey' | 'window'>;

/** One per process; all its contexts share the config. */
const caches = new WeakMap<Ctx['config'], SearchCache>();

/**
 * Searches listings like the subject and computes their figures; undefined where that is not possible (D-027) or not in
 * time. Never rejects, because accepting an intake must not depend on it (D-029).
 */
export async function readMarket(ctx: Ctx, subject: Subject): Promise<MarketRead | undefined> {
  const location = findLocation(subject);
  const takenAt = ctx.clock.now();
  const wanted = toWanted(subject);
  if (location === undefined || wanted === undefined) return undefined;
  try {
    const { searched: found, model } = await search(ctx, { subject, wanted, location, takenAt });
    const searched = isLongAgo(subject.dateOfLoss, takenAt) ? ofToday(found) : found;
    const rates = model?.rates;
    const figures = computeFigures(searched.comparables, { subject, rates });
    countRead(ctx, decideCoverage(figures.sampleSize));
    return { subject, method: methodVersion, ...searched, figures, takenAt };
  } catch (error) {
    countRead(ctx, 'failed');
    ctx.log.warn({ err: error }, 'market.search-failed');
    return undefined;
  }
}

/** Sandbox clients choose what is read there, so those reads are not counted as market figures and raise no alarm. */
function countRead({ metrics, actor }: Ctx, outcome: string): void {
  if (!isInAgentSandbox(actor)) metrics.of(marketMetrics).reads.inc({ outcome });
}

function findLocation({ zip, state }: Subject): SearchLocation | undefined {
  const at = zip === undefined ? undefined : findZip(zip);
  if (at !== undefined) return { kind: 'circle', lat: at.lat, lon: at.lon };
  const known = usStates.find((one) => one === state?.toUpperCase());
  return known === undefined ? undefined : { kind: 'state', state: known };
}

function toWanted(subject: Subject): Wanted | undefined {
  const { year, titleBranded: branded = false } = subject;
  const [makeKey, modelKey] = [toMakeKey(subject.make), toModelKey(subject.make, subject.model)];
  if (makeKey === '' || modelKey === '' || !Number.isInteger(year) || Math.abs(year) > 9999) return undefined;
  const [fuel, body, drive] = [toFuelKey(subject), toBodyKey(subject.body), toDriveKey(subject.drive)];
  return { makeKey, modelKey, fuel, body, drive, branded, limit: listingsMax };
}

type Search = {
  readonly subject: Subject;
  readonly wanted: Wanted;
  readonly location: SearchLocation;
  readonly takenAt: Date;
};

/** Results for the same vehicle, place and day stay valid until an import touches its model. */
async function search(
  ctx: Ctx,
  about: Search,
): Promise<{ readonly searched: Searched; readonly model: Model | undefined }> {
  const { wanted, location, takenAt, subject } = about;
  const deadline = performance.now() + budgetMs;
  const cache = caches.get(ctx.config) ?? new SearchCache();
  caches.set(ctx.config, cache);
  return transact(ctx, async ({ db }) => {
    // Every search uses the generic plan; a custom plan would cost some of them more than their rows.
    db.write({ text: 'set local plan_cache_mode = force_generic_plan', values: [] });
    const bounded = boundedReads(db, deadline);
    const model = await findModel(bounded(), wanted.makeKey, wanted.modelKey);
    const window = windowAround(subject.dateOfLoss, takenAt) ?? todaysWindow(takenAt);
    // The day too: where little is known around a loss, today's market is read instead.
    const day = dayOf(takenAt);
    const key = JSON.stringify([model, wanted, location, window, day, subject.year, subject.trim?.toLowerCase()]);
    const known = cache.find(key);
    if (known !== undefined) return { searched: known, model };
    const searched = await searchWindows(bounded, { ...about, window, model });
    // Of a model that no import named nothing tells when the next one comes.
    if (model !== undefined) cache.keep(key, searched);
    return { searched, model };
  });
}

/** A connection whose statements must all end before the deadline. */
const boundedReads = (db: TxDb, deadline: number) => (): TxDb => {
  const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
  db.write({ text: `set local statement_timeout = ${leftMs}`, values: [] });
  return db;
};

type WindowSearch = Search & { readonly window: Window; readonly model: Model | undefined };

/** The market around the loss where enough of it is known, otherwise today's. */
async function searchWindows(bounded: () => TxDb, about: WindowSearch): Promise<Searched> {
  const { window, takenAt } = about;
  const then = await searchFuels(bounded, about);
  if (window.lossDay === undefined || then.comparables.length >= handful) return then;
  const now = await searchFuels(bounded, { ...about, window: todaysWindow(takenAt) });
  return now.comparables.length <= then.comparables.length ? then : ofToday(now);
}

const ofToday = (searched: Searched): Searched =>
  searched.comparables.length === 0 ? searched : { ...searched, widenings: [...searched.widenings, 'market of today'] };

/** Listings of the same fuel, and only where there are none of another. */
async function searchFuels(bounded: () => TxDb, about: WindowSearch): Promise<Searched> {
  const { subject, wanted, window, model, location } = about;
  const searchFor = async (query: Wanted): Promise<Searched> => {
    const find: Find = (years, trimKey) => searchLocation(bounded, { ...query, years, trimKey, window }, location);
    return { ...(await widenSearch(find, { subject, rates: model?.rates })), window };
  };
  const same = await searchFor(wanted);
  if (same.comparables.length > 0 || wanted.fuel === '') return same;
  const others = await searchFor({ ...wanted, fuel: '' });
  return others.comparables.length === 0 ? same : { ...others, widenings: [...others.widenings, 'other fuels'] };
}

async function searchLocation(bounded: () => TxDb, query: ListingQuery, location: SearchLocation): Promise<Found> {
  const { lossDay } = query.window;
  if (location.kind === 'state') {
    const { state } = location;
    const comparables = selectComparables(await searchState(bounded, query, state), lossDay);
    return { comparables, area: { kind: 'state', state } };
  }
  const [first, widest] = circles;
  const choose = async (miles: number) =>
    chooseRadius(await listNearest(bounded(), query, { ...location, miles }), miles, lossDay);
  // Years are only joined where the widest circle has too few of one, and with others it is the same one.
  const near = query.years.length === 1 ? await choose(first) : undefined;
  const chosen = near?.enough === true ? near : await choose(widest);
  return { comparables: chosen.comparables, area: { kind: 'radius', miles: chosen.radius } };
}

async function searchState(bounded: () => TxDb, query: ListingQuery, state: string): Promise<Comparable[]> {
  const { window } = query;
  const rows = findStateRows(state) ?? [];
  const lately = { ...window, from: dayOf(addDays(startOfDay(window.until), 1 - latelyDays)) };
  const late = await listLatest(bounded(), { ...query, window: lately }, { state, rows });
  return late.length >= query.limit ? late : listLatest(bounded(), query, { state, rows });
}

type Searched = Widened & { readonly window: Window };

/** Some 20 MB in a process: a comparable is about 400 bytes. */
const comparablesMax = 50_000;

/**
 * What searches found, least recently used first. A key names everything that a search depends on: the vehicle, the place,
 * the day, and the version of the model's listings, which every import changes. So nothing here is ever out of date, and
 * what is no longer asked for is pushed out.
 */
class SearchCache {
  readonly #found = new Map<string, Searched>();
  #comparables = 0;

  find(key: string): Searched | undefined {
    const found = this.#found.get(key);
    if (found === undefined) return undefined;
    this.#found.delete(key);
    this.#found.set(key, found);
    return found;
  }

  keep(key: string, searched: Searched): void {
    this.#drop(key);
    this.#found.set(key, searched);
    this.#comparables += sizeOf(searched);
    for (const oldest of this.#found.keys()) {
      if (this.#comparables <= comparablesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#found.get(key);
    if (found === undefined) return;
    this.#found.delete(key);
    this.#comparables -= sizeOf(found);
  }
}

/** A search that found nothing takes up room too. */
const sizeOf = ({ comparables }: Searched): number => comparables.length + 1;
