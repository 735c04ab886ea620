import type { Ctx, Tx } from '#context';
import { addressBucket, addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { deviceTriesMax } from '../devices/rules.ts';
import { addressTriesMax, tryWindowS } from '../rules.ts';
import { deleteTries, recordTry, takeBackTry } from '../try-store.ts';
import { accountTriesMax, accountTriesPerDay, dayS, networkTriesMax, networkTriesPerDay } from './rules.ts';

type SignInTry = {
  readonly email: string;
  readonly address: string;
  /** Of a device on which this account has signed in before. */
  readonly deviceId: string | undefined;
};

export type CountedTry = {
  /** It succeeded, so it was none. */
  takeBack(tx: Tx): void;
};

/**
 * Counts a try before its password is looked at; undefined when there were too many. A known device has a count of its
 * own and takes no part in those of strangers: they cannot lock its owner out, and it gives them nothing.
 */
export async function recordSignInTry(ctx: Ctx, input: SignInTry): Promise<CountedTry | undefined> {
  return input.deviceId === undefined ? recordStrangersTry(ctx, input) : recordDeviceTry(ctx, input.deviceId);
}

async function recordDeviceTry(ctx: Ctx, deviceId: string): Promise<CountedTry | undefined> {
  const subject = ctx.vault.fingerprints(`tries/device/${deviceId}`);
  const now = ctx.clock.now();
  const counted = await recordTry(ctx.db, { subject, now, since: addSeconds(now, -tryWindowS), max: deviceTriesMax });
  return counted ? { takeBack: ({ db }) => deleteTries(db, subject) } : undefined;
}

async function recordStrangersTry(ctx: Ctx, { email, address }: SignInTry): Promise<CountedTry | undefined> {
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
