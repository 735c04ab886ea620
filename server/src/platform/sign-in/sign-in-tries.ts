import { addressBucket, addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { prepared, type Db, type TxDb } from '#platform/db';
import {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  codeTriesMax,
  codeWindowS,
  deviceTriesMax,
  longWindowS,
  networkTriesMax,
  networkTriesPerDay,
  refusalWindowS,
  tryWindowS,
} from './rules.ts';
import type { SignInContext } from './sessions.ts';

type SignInTry = {
  readonly email: string;
  readonly address: string;
  /** Set if this account has signed in on the device before. */
  readonly deviceId: string | undefined;
};

type CountedTry = {
  /** Uncounts the try, because it succeeded. */
  takeBack(tx: { readonly db: TxDb }): void;
};

type Counted = { readonly windowS: number; readonly max: number };

export type TryTable = {
  readonly name: string;
  /** With subject, tries and last_at. */
  readonly tries: string;
};

/** The sign-in tries of one realm, in its own table. */
export function createSignInTries(table: TryTable) {
  const store = createTryStore(table);
  /** Counts a try of one subject. Returns how to uncount it if it succeeds, or undefined if there were too many. */
  const countTry = async ({ db, vault, clock }: SignInContext, of: string, { windowS, max }: Counted) => {
    const now = clock.now();
    const subject = vault.fingerprints(`tries/${of}`);
    return (await store.recordTry(db, { subject, now, since: addSeconds(now, -windowS), max })) ? subject : undefined;
  };
  return {
    deleteTries: store.deleteTries,
    deleteOldTries: store.deleteOldTries,
    countTry,
    /** Counts a code try after a correct password, per known device, and for all other devices together. */
    recordCodeTry: (ctx: SignInContext, of: string) =>
      countTry(ctx, `code/${of}`, { windowS: codeWindowS, max: codeTriesMax }),
    /** Whether a refused sign-in is the first in an hour. Only that one is recorded, so refusals cannot flood the audit trail. */
    isFirstRefusal: async (ctx: SignInContext, of: string): Promise<boolean> =>
      (await countTry(ctx, `first-refusal/${of}`, { windowS: refusalWindowS, max: 1 })) !== undefined,
    /**
     * Counts a try before its password is checked; undefined if there were too many. Known devices have separate counts, so tries on
     * unknown devices cannot lock an owner out, and a known device gives an attacker no further tries.
     */
    async recordSignInTry(ctx: SignInContext, input: SignInTry): Promise<CountedTry | undefined> {
      if (input.deviceId === undefined) return recordStrangersTry(ctx, store, input);
      const subject = await countTry(ctx, `device/${input.deviceId}`, { windowS: tryWindowS, max: deviceTriesMax });
      return subject && { takeBack: ({ db }) => store.deleteTries(db, subject) };
    },
  };
}

async function recordStrangersTry(
  ctx: SignInContext,
  { recordTry, takeBackTry }: TryStore,
  { email, address }: SignInTry,
): Promise<CountedTry | undefined> {
  const now = ctx.clock.now();
  const since = addSeconds(now, -tryWindowS);
  const day = addSeconds(now, -longWindowS);
  const counts = [
    { of: `address/${addressBucket(address)}`, max: addressTriesMax },
    {
      of: `network/${addressNetwork(address)}/${email}`,
      max: networkTriesMax,
      over: { since: day, max: networkTriesPerDay },
    },
    { of: `account/${email}`, max: accountTriesMax, over: { since: day, max: accountTriesPerDay } },
  ].map(({ of, ...allowance }) => ({ subject: ctx.vault.fingerprints(`tries/${of}`), ...allowance }));
  // One after the other, so that a try refused by one count does not use up the account's few tries.
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
  /** A second allowance over a longer time of at most a day, because older tries are deleted. */
  readonly over?: Allowance | undefined;
};

type TryStore = ReturnType<typeof createTryStore>;

function createTryStore({ name, tries: table }: TryTable) {
  // An allowance minus the tries that were counted under the other keys of the ring.
  const left = (max: string, since: string) => `${max} - (select count(*) from ${table} o, unnest(o.tries) at
  where o.subject = any($5::bytea[]) and at > ${since})`;
  const counted = (since: string) => `(select count(*) from unnest(t.tries) at where at > ${since})`;

  // One statement under the lock of the subject's row: of any number of concurrent tries, exactly `max` pass. A try is counted before its
  // password is checked, and uncounted if it succeeds.
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
    /** False if there were too many. */
    async recordTry(db: Db, { subject, now, since, max, over = { since, max } }: Try): Promise<boolean> {
      const [newest, ...others] = subject;
      if (newest === undefined) throw new Error('the ring has a key');
      return (await db.find(record(newest, now, since, max, others, over.since, over.max))) !== undefined;
    },
    /** Removes one try. Earlier ones stay, so that the owner's sign-in gives an attacker no new tries. */
    takeBackTry: (db: TxDb, subject: Buffer, at: Date): void => db.write(takeBack(subject, at)),
    deleteTries: (db: TxDb, subjects: readonly Buffer[]): void => db.write(remove(subjects)),
    deleteOldTries: (db: Db, until: Date, limit: number) => db.many(purge(until, limit)),
  };
}
