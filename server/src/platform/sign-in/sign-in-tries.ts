import { addressBucket, addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import type { Db, TxDb } from '#platform/db';
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
import { createTryStore, type TryStore } from './try-store.ts';

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
