import { prepared, type Db, type TxDb } from '#platform/db';

type Allowance = { readonly since: Date; readonly max: number };

type Try = Allowance & {
  /** The fingerprints of the subject under every key of the ring; a try is counted under the first. */
  readonly subject: readonly Buffer[];
  readonly now: Date;
  /** A second allowance over a longer time, at most a day: what is older is deleted. */
  readonly over?: Allowance | undefined;
};

export type TryStore = {
  /** False when there were too many. */
  recordTry(db: Db, input: Try): Promise<boolean>;
  /** One try was none. Those before it stay, so that a sign-in gives nobody else new tries. */
  takeBackTry(db: TxDb, subject: Buffer, at: Date): void;
  deleteTries(db: TxDb, subjects: readonly Buffer[]): void;
  deleteOldTries(db: Db, until: Date, limit: number): Promise<{ subject: Buffer }[]>;
};

/** Tries in a table (subject, tries, last_at) of the module `name`. */
export function createTryStore({ name, table }: { readonly name: string; readonly table: string }): TryStore {
  // What is left of an allowance after the tries that were counted under the other keys of the ring.
  const left = (max: string, since: string) => `${max} - (select count(*) from ${table} o, unnest(o.tries) at
  where o.subject = any($5::bytea[]) and at > ${since})`;
  const counted = (since: string) => `(select count(*) from unnest(t.tries) at where at > ${since})`;

  // One statement under the lock of the subject's row: of any number of concurrent tries exactly `max` pass. A try is
  // counted before its password is checked, and taken back when it succeeds.
  const record = prepared<
    [subject: Buffer, now: Date, since: Date, max: number, others: Buffer[], longSince: Date, longMax: number],
    { subject: Buffer }
  >(
    `${name}.take-try`,
    `insert into ${table} as t (subject, tries, last_at)
   select $1, array[$2::timestamptz], $2 where ${left('$4::int', '$3')} > 0 and ${left('$7::int', '$6')} > 0
   on conflict (subject) do update
     set tries = array(select at from unnest(t.tries) at where at > $6 order by at) || $2::timestamptz, last_at = $2
     where ${counted('$3')} < ${left('$4::int', '$3')} and ${counted('$6')} < ${left('$7::int', '$6')}
   returning subject`,
  );
  const takeBack = prepared<[subject: Buffer, at: Date], never>(
    `${name}.take-back-try`,
    `update ${table} t
   set tries = t.tries[:array_position(t.tries, $2::timestamptz) - 1]
     || t.tries[array_position(t.tries, $2::timestamptz) + 1:]
   where subject = $1 and array_position(t.tries, $2::timestamptz) is not null`,
  );
  const remove = prepared<[subjects: readonly Buffer[]], never>(
    `${name}.delete-tries`,
    `delete from ${table} where subject = any($1::bytea[])`,
  );
  const purge = prepared<[until: Date, limit: number], { subject: Buffer }>(
    `${name}.purge-tries`,
    `delete from ${table} where last_at <= $1 and ctid = any(array(
     select ctid from ${table} where last_at <= $1 limit $2)) returning subject`,
  );
  return {
    async recordTry(db, { subject, now, since, max, over = { since, max } }) {
      const [newest, ...others] = subject;
      if (newest === undefined) throw new Error('the ring has a key');
      return (await db.find(record(newest, now, since, max, others, over.since, over.max))) !== undefined;
    },
    takeBackTry: (db, subject, at) => db.write(takeBack(subject, at)),
    deleteTries: (db, subjects) => db.write(remove(subjects)),
    deleteOldTries: (db, until, limit) => db.many(purge(until, limit)),
  };
}
