import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { Comparable } from '../market/comparable-rules.ts';
import type { Widening } from '../reads/widen-search.ts';
import type { Figures } from '../market/rules.ts';
import type { Subject } from '../market/subject-rules.ts';
import type { Window } from '../market/window-rules.ts';

export type Snapshot = {
  readonly id: string;
  readonly method: string;
  readonly subject: Subject;
  /** Undefined where the whole state was searched. */
  readonly radiusMiles: number | undefined;
  readonly sameTrim: boolean;
  readonly search: { readonly window: Window; readonly widenings: readonly Widening[] };
  readonly figures: Figures;
  readonly comparables: readonly Comparable[];
  readonly takenAt: Date;
};

const insert = prepared<
  [
    id: string,
    method: string,
    subject: string,
    radius: number | null,
    sameTrim: boolean,
    figures: string,
    comparables: string,
    takenAt: Date,
    search: string,
  ],
  never
>(
  'market.insert-snapshot',
  `insert into market.snapshots (id, method, subject, radius_miles, same_trim, figures, comparables, taken_at, search)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export function insertSnapshot(db: TxDb, snapshot: Snapshot): void {
  const { id, method, radiusMiles, sameTrim, comparables, takenAt } = snapshot;
  const rows = JSON.stringify(comparables.map(toRow));
  const [subject, figures, search] = [
    JSON.stringify(snapshot.subject),
    JSON.stringify(snapshot.figures),
    JSON.stringify(snapshot.search),
  ];
  db.write(insert(id, method, subject, radiusMiles ?? null, sameTrim, figures, rows, takenAt, search));
}

const remove = prepared<[ids: readonly string[]], never>(
  'market.delete-snapshots',
  `delete from market.snapshots s where id = any($1::text[])
     and not exists (select from appraisals.versions v where v.snapshot_id = s.id)`,
);

export function deleteSnapshots(db: TxDb, ids: readonly string[]): void {
  db.write(remove(ids));
}

export async function findSnapshot(db: Db, id: string): Promise<Snapshot | undefined> {
  const row = await db.find(typed(sql.selectFrom('market.snapshots').selectAll().where('id', '=', id)));
  if (row === undefined) return undefined;
  return {
    id: row.id,
    method: row.method,
    subject: toSubject(row.subject as Partial<Subject>),
    radiusMiles: row.radius_miles ?? undefined,
    sameTrim: row.same_trim,
    search: row.search as unknown as Snapshot['search'],
    figures: toFigures(row.figures as Partial<Figures>),
    comparables: (row.comparables as unknown as Row[]).map(toComparable),
    takenAt: row.taken_at,
  };
}

// JSON leaves out undefined members; in code every member is present.
const toSubject = (stored: Partial<Subject>): Subject => ({
  year: stored.year ?? 0,
  make: stored.make ?? '',
  model: stored.model ?? '',
  trim: stored.trim,
  trimCandidates: stored.trimCandidates ?? [],
  odometer: stored.odometer,
  zip: stored.zip,
  state: stored.state,
  fuel: stored.fuel,
  body: stored.body,
  drive: stored.drive,
  titleBranded: stored.titleBranded,
  dateOfLoss: stored.dateOfLoss,
});

const toFigures = (stored: Partial<Figures>): Figures => ({
  sampleSize: stored.sampleSize ?? 0,
  market: stored.market,
  adjusted: stored.adjusted,
  slope: stored.slope,
  ...(stored.yearShare === undefined ? {} : { yearShare: stored.yearShare }),
  ...(stored.rates === undefined ? {} : { rates: stored.rates }),
  capped: stored.capped ?? 0,
  withheld: stored.withheld ?? [],
});

/** A comparable as an array, because a snapshot has up to five hundred and member names would double its size. */
type Row = readonly [
  source: string,
  sourceId: string,
  vin: string | null,
  year: number,
  trim: string | null,
  price: number,
  miles: number | null,
  distance: number | null,
  state: string | null,
  dealer: string | null,
  lastSeenAt: string,
  // Older snapshots end here, or with the next one.
  url?: string | null,
  fuel?: string | null,
  firstSeenAt?: string | null,
];

const toRow = (one: Comparable): Row => [
  one.source,
  one.sourceId,
  one.vin ?? null,
  one.year,
  one.trim ?? null,
  one.price,
  one.miles ?? null,
  one.distanceMiles ?? null,
  one.state ?? null,
  one.dealer ?? null,
  one.lastSeenAt,
  one.url ?? null,
  one.fuel ?? null,
  one.firstSeenAt ?? null,
];

function toComparable([source, sourceId, vin, year, trim, price, miles, distance, state, dealer, ...rest]: Row) {
  const [lastSeenAt, url = null, fuel = null, firstSeenAt = null] = rest;
  return {
    source,
    sourceId,
    vin: vin ?? undefined,
    year,
    trim: trim ?? undefined,
    price,
    miles: miles ?? undefined,
    distanceMiles: distance ?? undefined,
    state: state ?? undefined,
    dealer: dealer ?? undefined,
    lastSeenAt,
    ...(url === null ? {} : { url }),
    ...(fuel === null ? {} : { fuel }),
    ...(firstSeenAt === null ? {} : { firstSeenAt }),
  };
}
