import { prepared, type Db } from '#platform/db';
import type { Comparable } from '../rules.ts';
import type { Box } from '../zips/zip-data.ts';

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
  readonly last_seen_at: Date;
};

export type ListingQuery = {
  readonly makeKey: string;
  readonly modelKey: string;
  readonly years: readonly number[];
  /** Only these trims; every trim when it is empty. */
  readonly trimKeys: readonly string[];
  readonly seenAfter: Date;
  readonly limit: number;
};

type Circle = { readonly lat: number; readonly lon: number; readonly miles: number };

const columns = 'source, source_id, vin, year, trim, price, miles, state, dealer, last_seen_at, url';

// Each year is a separate index range, so that latitude bounds what is read of it; longitude, age and trim are filtered
// in the index, before a row is fetched. An optional trim would be filtered after that: hence two statements of each
// kind.
const slice = `make_key = $1 and model_key = $2 and year = any($3::smallint[]) and price >= 500 and not branded
     and lat between $4::real and $5::real and lon between $6::real and $7::real and last_seen_at > $8`;

type Slice = [
  makeKey: string,
  modelKey: string,
  years: readonly number[],
  south: number,
  north: number,
  west: number,
  east: number,
  seenAfter: Date,
];

// Great-circle distance by the haversine formula; the box of the slice only saves arithmetic for rows far away.
const nearestText = (trims: string): string => `select * from (
     select ${columns}, 2 * 3958.7613 * asin(least(1, sqrt(
       sin(radians(lat - $9::float8) / 2) ^ 2
       + cos(radians($9::float8)) * cos(radians(lat)) * sin(radians(lon - $10::float8) / 2) ^ 2))) as distance
     from market.listings where ${slice} ${trims}) l
   where distance <= $11::float8
   order by distance, source, source_id limit $12`;

type Nearest = [...Slice, lat: number, lon: number, miles: number, limit: number];

const nearest = prepared<Nearest, ListingRow>('market.nearest-listings', nearestText(''));
const nearestOfTrim = prepared<[...Nearest, trimKeys: readonly string[]], ListingRow>(
  'market.nearest-of-trim',
  nearestText('and trim_key = any($13::text[])'),
);

const latestText = (trims: string): string => `select ${columns}, null::float8 as distance from market.listings
   where ${slice} and state = $9 ${trims} order by last_seen_at desc, source, source_id limit $10`;

type Latest = [...Slice, state: string, limit: number];

const latest = prepared<Latest, ListingRow>('market.latest-listings', latestText(''));
const latestOfTrim = prepared<[...Latest, trimKeys: readonly string[]], ListingRow>(
  'market.latest-of-trim',
  latestText('and trim_key = any($11::text[])'),
);

/** The nearest listings within a circle, nearest first. */
export async function listNearest(db: Db, wanted: ListingQuery, { lat, lon, miles }: Circle): Promise<Comparable[]> {
  const box = boxAround({ lat, lon, miles });
  const values: Nearest = [...toSlice(wanted, box), lat, lon, miles, wanted.limit];
  const { trimKeys } = wanted;
  const rows = await db.many(trimKeys.length === 0 ? nearest(...values) : nearestOfTrim(...values, trimKeys));
  return rows.map(toComparable);
}

/** A state's listings, the most recently seen first; the box is one that contains the state. */
export async function listLatest(db: Db, wanted: ListingQuery, { state, box }: { state: string; box: Box }) {
  // A listing has its own coordinates, which may be slightly outside the box of the state's ZIPs.
  const wider = { south: box.south - 1, north: box.north + 1, west: box.west - 1, east: box.east + 1 };
  const values: Latest = [...toSlice(wanted, wider), state, wanted.limit];
  const { trimKeys } = wanted;
  const rows = await db.many(trimKeys.length === 0 ? latest(...values) : latestOfTrim(...values, trimKeys));
  return rows.map(toComparable);
}

const toSlice = ({ makeKey, modelKey, years, seenAfter }: ListingQuery, box: Box): Slice => [
  makeKey,
  modelKey,
  years,
  box.south,
  box.north,
  box.west,
  box.east,
  seenAfter,
];

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
});
