import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

// What is left of the allowance after the tries that were counted under the other keys of the ring.
const left = `$4 - (select count(*) from access.sign_in_tries o, unnest(o.tries) at
  where o.subject = any($5::bytea[]) and at > $3)`;

// One statement under the lock of the subject's row: of any number of concurrent tries exactly `max` pass. A try is
// counted before its password is checked, and deleted when it succeeds.
const record = prepared<[subject: Buffer, now: Date, since: Date, max: number, others: Buffer[]], { subject: Buffer }>(
  'staff.take-try',
  `insert into access.sign_in_tries as t (subject, tries, last_at)
   select $1, array[$2::timestamptz], $2 where ${left} > 0
   on conflict (subject) do update
     set tries = array(select at from unnest(t.tries) at where at > $3 order by at) || $2::timestamptz, last_at = $2
     where (select count(*) from unnest(t.tries) at where at > $3) < ${left}
   returning subject`,
);

type Try = {
  /** The fingerprints of the subject under every key of the ring; a try is counted under the first. */
  readonly subject: readonly Buffer[];
  readonly now: Date;
  readonly since: Date;
  readonly max: number;
};

export async function recordTry(db: Db, { subject: [newest, ...others], now, since, max }: Try): Promise<boolean> {
  if (newest === undefined) throw new Error('the ring has a key');
  return (await db.find(record(newest, now, since, max, others))) !== undefined;
}

export function deleteTries(db: TxDb, subjects: readonly Buffer[]): void {
  db.write(typed(sql.deleteFrom('access.sign_in_tries').where('subject', 'in', subjects)));
}

const purge = prepared<[until: Date, limit: number], { subject: Buffer }>(
  'staff.purge-tries',
  `delete from access.sign_in_tries where last_at <= $1 and ctid = any(array(
     select ctid from access.sign_in_tries where last_at <= $1 limit $2)) returning subject`,
);

export const deleteOldTries = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
