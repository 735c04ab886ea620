import type { Ctx, Tx } from '#context';
import { createListings, type FeedQuery, type ListingsGateway } from '#gateways/listings';
import { addDays, addHours } from '#lib/time/dates';
import { prepared, type Db, type TxDb } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { hasDailyLeft, spendDaily } from '#platform/limits';
import { decideCoverage, isSynthetic } from '../market/comparable-rules.ts';
import { feedNotConfigured } from '../market/errors.ts';
import { stageListings } from '../listings/import-listings.ts';
import { BadListing } from '../listings/listing-errors.ts';
import { readListing, type Listing } from '../listings/read-listing.ts';
import { toMakeKey, toModelKey } from '../names/name-rules.ts';
import type { MarketRead } from '../reads/read-market.ts';
import type { Subject } from '../market/subject-rules.ts';
import { findZip } from '../zips/zips.ts';

const feedSource = 'marketcheck';

/** What the smallest plan of the feed allows. */
const radiusMiles = 100;
const pagesMax = 4;

type Fetch = {
  readonly subject: Pick<Subject, 'year' | 'make' | 'model' | 'trim' | 'zip' | 'state'>;
  readonly vin?: string;
};

type Fetched = {
  readonly found: number;
  readonly created: number;
  readonly updated: number;
  /** Listings of the feed that were invalid. */
  readonly bad: number;
};

/** One per process, because the calls of a process share a rate; all its contexts share the config. */
const gateways = new WeakMap<Ctx['config'], ListingsGateway>();

/** Asks the feed for vehicles like the subject and stores them; throws a GatewayError when it does not answer. */
export async function fetchListings(ctx: Ctx, { subject, vin }: Fetch): Promise<Fetched> {
  const gateway = gateways.get(ctx.config) ?? createListings(ctx.config);
  gateways.set(ctx.config, gateway);
  if (!gateway.configured) throw feedNotConfigured();
  const location = locationOf(subject);
  if (location === undefined) return { found: 0, created: 0, updated: 0, bad: 0 };
  const { year, make, model, trim } = subject;
  const query = { year, make, model, trim, place: location };
  const sameBuild = vin?.length === 17 ? `${vin.slice(0, 8)}${vin.slice(9, 11)}`.toUpperCase() : undefined;
  const byBuild =
    sameBuild === undefined ? undefined : await readPages(ctx, gateway, { ...query, taxonomyVin: sameBuild });
  const answer =
    byBuild !== undefined && byBuild.listings.length > 0
      ? byBuild
      : await readPages(ctx, gateway, { ...query, taxonomyVin: undefined });
  const merged = await stageListings(ctx, async (sink) => {
    for (const listing of answer.listings) await sink.add(listing);
  });
  return { found: answer.found, bad: answer.bad, ...merged };
}

function locationOf({ zip, state }: Fetch['subject']): FeedQuery['place'] | undefined {
  if (zip !== undefined && findZip(zip) !== undefined) return { zip: zip.slice(0, 5), radiusMiles };
  return state === undefined ? undefined : { state: state.toUpperCase() };
}

type Answer = { readonly found: number; readonly listings: readonly Listing[]; readonly bad: number };

async function readPages(ctx: Ctx, gateway: ListingsGateway, query: Omit<FeedQuery, 'start'>): Promise<Answer> {
  const origin = { source: feedSource, now: ctx.clock.now() };
  const listings: Listing[] = [];
  let [found, bad] = [0, 0];
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await gateway.search({ ...query, start: page * gateway.pageSize });
    found = answer.totalCount;
    for (const raw of answer.listings) {
      try {
        listings.push(readListing(raw, origin));
      } catch (error) {
        if (!(error instanceof BadListing)) throw error;
        bad += 1;
      }
    }
    if (answer.listings.length < gateway.pageSize) break;
  }
  return { found, listings, bad };
}

/** Each may take four calls, and five a second are allowed. */
const wantedPerTurn = 5;
const tryAgainHours = 1;
const answerHoldsHours = 24;
/** A search that the daily budget has not reached for this long is no longer of interest. */
const wantedDays = 7;
/** Hourly attempts before a search is given up for a day. */
const attemptsMax = 6;

/** Asks the feed for what searches found little of; returns how many were asked for. */
export async function fetchWanted(ctx: Ctx, limit: number): Promise<number> {
  const feed = ctx.config.marketcheck;
  if (feed === undefined) return 0;
  const now = ctx.clock.now();
  const old = { answeredUntil: addHours(now, -answerHoldsHours), dueUntil: addDays(now, -wantedDays) };
  await deleteWanted(ctx.db, old, limit);
  const budget = { name: 'market.feed', perDay: feed.perDay };
  if (!(await hasDailyLeft(ctx, budget))) return 0;
  const claim = { limit: Math.min(limit, wantedPerTurn), again: addHours(now, tryAgainHours) };
  const claimed = await claimWanted(ctx.db, now, claim);
  for (const wanted of claimed) {
    if (await spendDaily(ctx, budget)) await fetchOne(ctx, wanted);
  }
  return claimed.length;
}

async function fetchOne(ctx: Ctx, wanted: ClaimedWanted): Promise<void> {
  const { trim, zip, state, make = '', model = '' } = wanted.subject;
  const subject: Pick<Subject, 'year' | 'make' | 'model' | 'trim' | 'zip' | 'state'> = {
    year: wanted.year,
    make,
    model,
    trim,
    zip,
    state,
  };
  try {
    const { found, created, updated, bad } = await fetchListings(ctx, { subject });
    ctx.log.info({ found, created, updated, bad }, 'market.feed-read');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, kind: error.kind }, 'market.feed-failed');
    // What the feed refuses, or fails to answer for hours, is not asked again today.
    if (error.kind !== 'refused' && wanted.attempts < attemptsMax) return;
  }
  await updateAnswered(ctx.db, wanted, ctx.clock.now());
}

/** Records that the feed should be asked for more of these; only where there is a feed and little was found that is real. */
export function requestListings(tx: Tx, { subject, figures, comparables, takenAt }: MarketRead): void {
  if (tx.config.marketcheck === undefined || decideCoverage(figures.sampleSize) === 'good') return;
  // A sandbox vehicle, whichever staff member works on its case: each call of the feed costs money.
  if (comparables.some(isSynthetic)) return;
  insertWanted(tx.db, {
    makeKey: toMakeKey(subject.make),
    modelKey: toModelKey(subject.make, subject.model),
    year: subject.year,
    area: subject.zip?.slice(0, 3) ?? subject.state ?? '',
    subject,
    dueAt: takenAt,
  });
}

type WantedKey = {
  readonly makeKey: string;
  readonly modelKey: string;
  readonly year: number;
  readonly area: string;
};

type NewWanted = WantedKey & { readonly subject: Subject; readonly dueAt: Date };

// One row per search, however many reads request it.
const insert = prepared<
  [makeKey: string, modelKey: string, year: number, area: string, subject: string, dueAt: Date],
  never
>(
  'market.insert-wanted',
  `insert into market.feed_requests (make_key, model_key, year, area, subject, due_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

function insertWanted(db: TxDb, { makeKey, modelKey, year, area, subject, dueAt }: NewWanted): void {
  db.write(insert(makeKey, modelKey, year, area, JSON.stringify(subject), dueAt));
}

type ClaimedWanted = WantedKey & { readonly subject: Partial<Subject>; readonly attempts: number };

// A claim defers the row, so that no other worker asks meanwhile and a failure is retried later.
const claim = prepared<[now: Date, limit: number, again: Date], ClaimedWanted>(
  'market.claim-wanted',
  `update market.feed_requests set due_at = $3, attempts = attempts + 1 where ctid = any(array(
     select ctid from market.feed_requests where due_at <= $1 and answered_at is null
     order by due_at limit $2 for update skip locked))
   returning make_key as "makeKey", model_key as "modelKey", year, area, subject, attempts`,
);

const claimWanted = (db: Db, now: Date, { limit, again }: { limit: number; again: Date }) =>
  db.many(claim(now, limit, again));

const answer = prepared<[makeKey: string, modelKey: string, year: number, area: string, now: Date], never>(
  'market.answer-wanted',
  `update market.feed_requests set answered_at = $5 where make_key = $1 and model_key = $2 and year = $3 and area = $4`,
);

const updateAnswered = (db: Db, { makeKey, modelKey, year, area }: WantedKey, now: Date) =>
  db.many(answer(makeKey, modelKey, year, area, now));

// Every claim defers its row, so a row that is still due after so long was never reached by the budget.
const purge = prepared<[answeredUntil: Date, dueUntil: Date, limit: number], { year: number }>(
  'market.purge-wanted',
  `delete from market.feed_requests where (answered_at <= $1 or (answered_at is null and due_at <= $2)) and ctid = any(array(
     (select ctid from market.feed_requests where answered_at <= $1 limit $3)
     union all
     (select ctid from market.feed_requests where answered_at is null and due_at <= $2 order by due_at limit $3)))
   returning year`,
);

type Purgeable = { readonly answeredUntil: Date; readonly dueUntil: Date };

const deleteWanted = (db: Db, { answeredUntil, dueUntil }: Purgeable, limit: number) =>
  db.many(purge(answeredUntil, dueUntil, limit));
