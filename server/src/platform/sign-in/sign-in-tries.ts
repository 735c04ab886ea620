import { addressBucket, addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import { prepared, type Db, type TxDb } from '#platform/db';
import { codeTriesMax, codeWindowS } from './code-rules.ts';
import { deviceTriesMax } from './device-rules.ts';
import {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  dayS,
  networkTriesMax,
  networkTriesPerDay,
  tryWindowS,
} from './try-rules.ts';

/** What is needed of a context. */
export type SignInContext = { readonly db: Db; readonly vault: Vault; readonly clock: Clock };

type SignInTry = {
  readonly email: string;
  readonly address: string;
  /** Of a device on which this account has signed in before. */
  readonly deviceId: string | undefined;
};

export type CountedTry = {
  /** It succeeded, so it was none. */
  takeBack(tx: { readonly db: TxDb }): void;
};

export type SignInTries = TryStore & {
  /**
   * Counts a try before its password is looked at; undefined when there were too many. A known device has a count of its
   * own and takes no part in those of strangers: they cannot lock its owner out, and it gives them nothing.
   */
  recordSignInTry(ctx: SignInContext, input: SignInTry): Promise<CountedTry | undefined>;
  /**
   * Counts a code try after a correct password, of each known device and of all strangers together; undefined when there
   * were too many, otherwise the subjects to forget when the code was right.
   */
  recordCodeTry(ctx: SignInContext, of: string): Promise<readonly Buffer[] | undefined>;
};

/** The tries of those who sign in to one surface, in a table of their own. */
export function createSignInTries(table: { readonly name: string; readonly table: string }): SignInTries {
  const store = createTryStore(table);
  return {
    ...store,
    recordSignInTry: (ctx, input) =>
      input.deviceId === undefined
        ? recordStrangersTry(ctx, store, input)
        : recordDeviceTry(ctx, store, input.deviceId),
    async recordCodeTry({ db, vault, clock }, of) {
      const now = clock.now();
      const subject = vault.fingerprints(`tries/code/${of}`);
      const counted = await store.recordTry(db, {
        subject,
        now,
        since: addSeconds(now, -codeWindowS),
        max: codeTriesMax,
      });
      return counted ? subject : undefined;
    },
  };
}

async function recordDeviceTry(
  ctx: SignInContext,
  { recordTry, deleteTries }: TryStore,
  deviceId: string,
): Promise<CountedTry | undefined> {
  const subject = ctx.vault.fingerprints(`tries/device/${deviceId}`);
  const now = ctx.clock.now();
  const counted = await recordTry(ctx.db, { subject, now, since: addSeconds(now, -tryWindowS), max: deviceTriesMax });
  return counted ? { takeBack: ({ db }) => deleteTries(db, subject) } : undefined;
}

async function recordStrangersTry(
  ctx: SignInContext,
  { recordTry, takeBackTry }: TryStore,
  { email, address }: SignInTry,
): Promise<CountedTry | undefined> {
  const now = ctx.clock.now();
  const since = addSeconds(now, -tryWindowS);
  const day = addSeconds(now, -dayS);
  const counts = [
    { of: `address/${addressBucket(address)}`, max: addressTriesMax },
    {
      of: `network/${addressNetwork(address)}/${email}`,
      max: networkTriesMax,
      over: { since: day, max: networkTriesPerDay },
    },
    { of: `account/${email}`, max: accountTriesMax, over: { since: day, max: accountTriesPerDay } },
  ].map(({ of, ...allowance }) => ({ subject: ctx.vault.fingerprints(`tries/${of}`), ...allowance }));
  // One after the other: the account's own few tries are not used up by whom another count refuses.
  for (const count of counts) if (!(await recordTry(ctx.db, { now, since, ...count }))) return undefined;
  return {
    takeBack({ db }) {
      for (const { subject } of counts) takeBackTry(db, subject[0] ?? Buffer.alloc(0), now);
    },
  };
}

type Allowance = { readonly since: Date; readonly max: number };

type Try = Allowance & {
  /** The fingerprints of the subject under every key of the ring; a try is counted under the first. */
  readonly subject: readonly Buffer[];
  readonly now: Date;
  /** A second allowance over a longer time, at most a day: what is older is deleted. */
  readonly over?: Allowance | undefined;
};

type TryStore = {
  /** False when there were too many. */
  recordTry(db: Db, input: Try): Promise<boolean>;
  /** One try was none. Those before it stay, so that a sign-in gives nobody else new tries. */
  takeBackTry(db: TxDb, subject: Buffer, at: Date): void;
  deleteTries(db: TxDb, subjects: readonly Buffer[]): void;
  deleteOldTries(db: Db, until: Date, limit: number): Promise<{ subject: Buffer }[]>;
};

/** Tries in a table (subject, tries, last_at) of the module `name`. */
function createTryStore({ name, table }: { readonly name: string; readonly table: string }): TryStore {
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
