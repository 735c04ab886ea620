import { prepared, type Db, type TxDb } from '#platform/db';
import type { ModelRates } from '../market/adjustment-rules.ts';
import { cellText } from '../zips/cell-rules.ts';

type Since = readonly [callers: readonly Buffer[], since: Date, limit: number];

const taken = `select count(*)::int as taken from (
     select from market.anonymous_reads where caller = any($1::bytea[]) and read_at > $2 limit $3) r`;

const count = prepared<Since, { taken: number }>('market.count-reads', taken);

export const countReads = async (db: Db, ...since: Since): Promise<number> =>
  (await db.find(count(...since)))?.taken ?? 0;

const insert = prepared<[...Since, caller: Buffer, now: Date], { taken: number }>(
  'market.take-read',
  `insert into market.anonymous_reads (caller, read_at)
   select $4, $5 from (${taken}) t where taken < $3 returning 1 as taken`,
);

/** Records a read of a caller below the limit; undefined for a caller who has reached it. */
export const insertRead = (db: TxDb, [callers, since, limit]: Since, read: { caller: Buffer; now: Date }) =>
  db.find(insert(callers, since, limit, read.caller, read.now));

export type Model = {
  /** Another one after every import that touched a listing of the model. */
  readonly version: string;
  readonly rates: ModelRates | undefined;
};

type ModelRow = { readonly version: string; readonly rates: ModelRates | null };

const find = prepared<[makeKey: string, modelKey: string], ModelRow>(
  'market.find-model',
  'select version::text as version, rates from market.models where make_key = $1 and model_key = $2',
);

/** Undefined where no listing of the model was ever stored. */
export async function findModel(db: Db, makeKey: string, modelKey: string): Promise<Model | undefined> {
  const row = await db.find(find(makeKey, modelKey));
  return row && { version: row.version, rates: row.rates ?? undefined };
}

type DueModel = { readonly makeKey: string; readonly modelKey: string; readonly version: string };

const due = prepared<[ratedUntil: Date, limit: number], DueModel>(
  'market.list-due-models',
  `select make_key as "makeKey", model_key as "modelKey", version::text as version from market.models
   where rated_version is distinct from version and (rated_at is null or rated_at <= $1)
   order by rated_at nulls first, make_key, model_key limit $2`,
);

/** Models with other listings than those that their rates were learned from, and rates of before that time. */
export const listDueModels = (db: Db, ratedUntil: Date, limit: number) => db.many(due(ratedUntil, limit));

type SampleRow = { readonly year: number; readonly trim: string; readonly price: number; readonly miles: number };

// Every year is read from one cell on, so that only what is needed is fetched of a model with many listings.
const sample = prepared<[makeKey: string, modelKey: string, cell: number, perYear: number], SampleRow>(
  'market.sample-model',
  `select l.year, l.trim_key as trim, l.price, l.miles from generate_series(1990, 2030) y(year), lateral (
     select year, trim_key, price, miles from market.listings
     where make_key = $1 and model_key = $2 and year = y.year and price >= 500 and not branded
       and ${cellText} >= $3 and miles is not null and trim_key <> ''
     order by ${cellText} limit $4) l`,
);

type Sample = DueModel & { readonly cell: number; readonly perYear: number };

export const listSample = (db: Db, { makeKey, modelKey, cell, perYear }: Sample) =>
  db.many(sample(makeKey, modelKey, cell, perYear));

const keep = prepared<[makeKey: string, modelKey: string, version: string, rates: ModelRates | null, now: Date], never>(
  'market.keep-rates',
  `update market.models set rates = $4, rated_version = $3::bigint, rated_at = $5
   where make_key = $1 and model_key = $2`,
);

type Rated = DueModel & { readonly rates: ModelRates | undefined; readonly now: Date };

export const updateRates = (db: Db, { makeKey, modelKey, version, rates, now }: Rated) =>
  db.many(keep(makeKey, modelKey, version, rates ?? null, now));
