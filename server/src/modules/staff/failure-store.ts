import { prepared, type Db, type TxDb } from '#platform/db';

type Failure = { readonly staffId: string; readonly hour: Date; readonly network: Buffer; readonly now: Date };

const count = prepared<[staffId: string, hour: Date, network: Buffer, now: Date], never>(
  'staff.count-failure',
  `insert into access.sign_in_failures as f (staff_id, hour, network, failures, last_at) values ($1, $2, $3, 1, $4)
   on conflict (staff_id, hour, network) do update set failures = f.failures + 1, last_at = $4`,
);

export function countFailure(db: TxDb, { staffId, hour, network, now }: Failure): void {
  db.write(count(staffId, hour, network, now));
}

const tell = prepared<[staffId: string], { tries: number; networks: number }>(
  'staff.tell-failures',
  `with untold as (
     select staff_id, hour, network, failures - told as failures from access.sign_in_failures
     where staff_id = $1 and told < failures order by hour, network for update
   ), told as (
     update access.sign_in_failures f set told = f.failures from untold u
     where f.staff_id = u.staff_id and f.hour = u.hour and f.network = u.network
   )
   select coalesce(sum(failures), 0)::int as tries, count(distinct network)::int as networks from untold`,
);

/** The refused tries since the staff member signed in last; from the commit on they are told of. */
export const takeUntoldFailures = (db: TxDb, staffId: string) => db.find(tell(staffId));

const purge = prepared<[until: Date, limit: number], { hour: Date }>(
  'staff.purge-failures',
  `delete from access.sign_in_failures where hour <= $1 and ctid = any(array(
     select ctid from access.sign_in_failures where hour <= $1 limit $2)) returning hour`,
);

export const deleteOldFailures = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
