import { prepared, type Db, type TxDb } from '#platform/db';

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

const purge = prepared<[until: Date, limit: number], { caller: Buffer }>(
  'market.purge-reads',
  `delete from market.anonymous_reads where read_at <= $1 and ctid = any(array(
     select ctid from market.anonymous_reads where read_at <= $1 limit $2)) returning caller`,
);

export const deleteOldReads = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
