import { readCookie, writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Vault } from '#platform/crypto';
import type { TxDb } from '#platform/db';
import { devicesMax, deviceTtlS, isDeviceToken } from './device-rules.ts';
import { createDeviceStore, type DeviceStore, type DeviceTables } from './device-store.ts';
import type { SignInContext } from './sign-in-tries.ts';

export type RememberedDevice = { readonly id: string; readonly cookie: string; readonly isNew: boolean };

type Visitor = { readonly email: string; readonly cookies: string | undefined };

type SignedIn = { readonly ownerId: string; readonly cookies: string | undefined };

type DeviceTx = { readonly db: TxDb; readonly vault: Vault; readonly clock: Clock; readonly config: Config };

export type KnownDevices = DeviceStore & {
  readonly deviceCookie: `__Host-${string}`;
  /** The id of the browser's device, if whoever has this address has signed in on it before. */
  findDevice(ctx: SignInContext, visitor: Visitor): Promise<string | undefined>;
  /**
   * The browser is known from now on, under a token that is new at every sign-in. The caller has locked the account's
   * row, so that nothing is remembered while its devices are being forgotten.
   */
  rememberDevice(tx: DeviceTx, signedIn: SignedIn): Promise<RememberedDevice>;
};

type DeviceOptions = DeviceTables & { readonly deviceCookie: `__Host-${string}` };

/** Browsers on which the accounts of one surface have signed in. */
export function createKnownDevices({ deviceCookie, ...tables }: DeviceOptions): KnownDevices {
  const store = createDeviceStore(tables);
  return {
    ...store,
    deviceCookie,
    async findDevice({ db, vault, clock }, { email, cookies }) {
      const token = readCookie(cookies, deviceCookie);
      if (!isDeviceToken(token)) return undefined;
      const hashes = vault.fingerprints(token, 'token');
      return (await store.findDeviceRow(db, { hashes, email, now: clock.now() }))?.id;
    },
    async rememberDevice(tx, { ownerId, cookies }) {
      const now = tx.clock.now();
      const token = taggedToken(tx.config.cell, 43);
      const hash = tx.vault.fingerprint(token, 'token');
      const before = readCookie(cookies, deviceCookie);
      if (isDeviceToken(before)) store.rotateDeviceToken(tx.db, tx.vault.fingerprints(before, 'token'), hash);
      const row = { id: newId('dev', now), ownerId, hash, now };
      const remembered = await store.rememberDeviceRow(tx.db, row, addSeconds(now, deviceTtlS));
      if (remembered === undefined) throw new Error('the device was not written');
      store.deleteDevicesBeyond(tx.db, ownerId, devicesMax);
      return {
        id: remembered.id,
        cookie: writeHostCookie(deviceCookie, token, deviceTtlS),
        isNew: remembered.is_new,
      };
    },
  };
}
