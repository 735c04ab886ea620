import { prepared, type Db } from '#platform/db';
import { cellText, listRows, type Box, type CellRow } from '../zips/cell-rules.ts';
import type { Comparable } from '../market/comparable-rules.ts';
import { momentsOf, type Window } from '../market/window-rules.ts';

type ListingRow = {
  readonly source: string;
  readonly source_id: string;
  readonly vin: string | null;
  readonly year: number;
  readonly trim: string | null;
  readonly price: number;
  readonly miles: number | null;
  readonly distance: number | null;
  readonly state: string | null;
  readonly dealer: string | null;
  readonly url: string | null;
  readonly fuel: string;
  readonly seen_from: Date;
  readonly last_seen_at: Date;
};

export type ListingQuery = {
  readonly makeKey: string;
  readonly modelKey: string;
  readonly years: readonly number[];
  /** Only this trim; every trim when it is empty. */
  readonly trimKey: string;
  /** Listings with another fuel, body or drive are excluded; empty ones match anything. */
  readonly fuel: string;
  readonly body: string;
  readonly drive: string;
  /** Branded titles alone, or clean ones alone. */
  readonly branded: boolean;
  readonly window: Window;
  readonly limit: number;
};

type Circle = { readonly lat: number; readonly lon: number; readonly miles: number };

const columns = `source, source_id, vin, year, trim, price, miles, state, dealer, last_seen_at, url, fuel, lat, lon`;

type Slice = [
  makeKey: string,
  modelKey: string,
  years: readonly number[],
  firstCells: readonly number[],
  lastCells: readonly number[],
  from: Date,
  before: Date,
  fuel: string,
  body: string,
  drive: string,
  trimKey: string,
];

type Variant = { readonly ofTrim: boolean; readonly branded: boolean; readonly past: boolean };

// What is asked of the place, the trim and the days on which a listing was seen is filtered in the index, before a row is fetched:
// no price was asked before it was first seen. An optional trim would be filtered after that, and a title that is a parameter
// would fit no partial index: hence a statement of each kind.
const sliceText = (seenFrom: string, { ofTrim, branded }: Variant): string =>
  `make_key = $1 and model_key = $2 and year = y.year and ${cellText} between c.first and c.last and price >= 500
     and ${branded ? 'branded' : 'not branded'} and last_seen_at >= $6 and first_seen_at < $7 and ${seenFrom} < $7
     and ($8 = '' or fuel in ('', $8)) and ($9 = '' or body in ('', $9)) and ($10 = '' or drive in ('', $10))
     and ${ofTrim ? 'trim_key = $11' : `$11 = ''`}`;

/**
 * Each row of cells of each year is looked up on its own. Years as an array in one condition the planner may leave out of the
 * index, and filter what all years have; OFFSET 0 keeps it from turning this into something like that.
 */
const foundText = (variant: Variant, place: string): string =>
  `unnest($3::smallint[]) y(year), unnest($4::integer[], $5::integer[]) c(first, last), lateral (${listedText(variant, place)} offset 0) found`;

/** Around a day in the past, also listings that are gone since, or had another price then. */
function listedText(variant: Variant, place: string): string {
  const seenFrom = 'coalesce(priced_at, first_seen_at)';
  const listed = `select ${columns}, ${seenFrom} as seen_from from market.listings
     where ${sliceText(seenFrom, variant)} and ${place}`;
  return variant.past
    ? `${listed} union all select ${columns}, first_seen_at as seen_from from market.past_listings
       where ${sliceText('first_seen_at', variant)} and ${place}`
    : listed;
}

const returned =
  'source, source_id, vin, found.year, trim, price, miles, state, dealer, last_seen_at, url, fuel, seen_from';

// Great-circle distance by the haversine formula; the box only saves arithmetic, and rows that are fetched, far away.
const boxText = 'lat between $12::real and $13::real and lon between $14::real and $15::real';
const nearestText = (variant: Variant): string => `select * from (
     select ${returned}, 2 * 3958.7613 * asin(least(1, sqrt(
       sin(radians(lat - $16::float8) / 2) ^ 2
       + cos(radians($16::float8)) * cos(radians(lat)) * sin(radians(lon - $17::float8) / 2) ^ 2))) as distance
     from ${foundText(variant, boxText)}) l
   where distance <= $18::float8
   order by distance, source, source_id, last_seen_at limit $19`;

const latestText = (variant: Variant): string => `select ${returned}, null::float8 as distance
   from ${foundText(variant, 'state = $12')}
   order by last_seen_at desc, source, source_id limit $13`;

type Nearest = [
  ...Slice,
  south: number,
  north: number,
  west: number,
  east: number,
  lat: number,
  lon: number,
  miles: number,
  limit: number,
];
type Latest = [...Slice, state: string, limit: number];

const variants = [false, true].flatMap((ofTrim) =>
  [false, true].flatMap((branded) => [false, true].map((past): Variant => ({ ofTrim, branded, past }))),
);

const nameOf = ({ ofTrim, branded, past }: Variant): string =>
  `${ofTrim ? '-of-trim' : ''}${branded ? '-branded' : ''}${past ? '-then' : ''}`;

const nearest = new Map(
  variants.map((one) => [
    nameOf(one),
    prepared<Nearest, ListingRow>(`market.nearest-listings${nameOf(one)}`, nearestText(one)),
  ]),
);
const latest = new Map(
  variants.map((one) => [
    nameOf(one),
    prepared<Latest, ListingRow>(`market.latest-listings${nameOf(one)}`, latestText(one)),
  ]),
);

function pick<T>(statements: ReadonlyMap<string, T>, { trimKey, branded, window }: ListingQuery): T {
  const name = nameOf({ ofTrim: trimKey !== '', branded, past: window.lossDay !== undefined });
  const statement = statements.get(name);
  if (statement === undefined) throw new Error(`no statement${name}`);
  return statement;
}

/** The nearest listings within a circle, nearest first. */
export async function listNearest(db: Db, wanted: ListingQuery, { lat, lon, miles }: Circle): Promise<Comparable[]> {
  const box = boxAround({ lat, lon, miles });
  const { south, north, west, east } = box;
  const slice = toSlice(wanted, listRows(box));
  const rows = await db.many(pick(nearest, wanted)(...slice, south, north, west, east, lat, lon, miles, wanted.limit));
  return rows.map(toComparable);
}

type State = { readonly state: string; readonly rows: readonly CellRow[] };

/** A state's listings in these cells, the most recently seen first. */
export async function listLatest(db: Db, wanted: ListingQuery, { state, rows }: State): Promise<Comparable[]> {
  const found = await db.many(pick(latest, wanted)(...toSlice(wanted, rows), state, wanted.limit));
  return found.map(toComparable);
}

function toSlice(wanted: ListingQuery, rows: readonly CellRow[]): Slice {
  const { makeKey, modelKey, years, fuel, body, drive, trimKey, window } = wanted;
  const { from, before } = momentsOf(window);
  const [firstCells, lastCells] = [rows.map(({ first }) => first), rows.map(({ last }) => last)];
  return [makeKey, modelKey, years, firstCells, lastCells, from, before, fuel, body, drive, trimKey];
}

const milesPerDegree = 69;

/** Slightly more than the circle needs: no degree of latitude is shorter than 68.7 miles. */
function boxAround({ lat, lon, miles }: Circle): Box {
  const height = (miles / milesPerDegree) * 1.01;
  // A degree of longitude is shortest at the edge of the box that is nearer to a pole.
  const width = height / Math.max(0.05, Math.cos((Math.min(89, Math.abs(lat) + height) * Math.PI) / 180));
  return { south: lat - height, north: lat + height, west: lon - width, east: lon + width };
}

const toComparable = (row: ListingRow): Comparable => ({
  source: row.source,
  sourceId: row.source_id,
  vin: row.vin ?? undefined,
  year: row.year,
  trim: row.trim ?? undefined,
  price: row.price,
  miles: row.miles ?? undefined,
  // Rounded up, so that what is outside a circle stays outside.
  distanceMiles: row.distance === null ? undefined : Math.ceil(row.distance * 100) / 100,
  state: row.state ?? undefined,
  dealer: row.dealer ?? undefined,
  lastSeenAt: row.last_seen_at.toISOString(),
  ...(row.url === null ? {} : { url: row.url }),
  ...(row.fuel === '' ? {} : { fuel: row.fuel }),
  firstSeenAt: row.seen_from.toISOString(),
});
