import { readCookie, writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { prepared, type Db, type TxDb } from '#platform/db';
import { deviceTtlS, devicesMax, isCookieToken } from './rules.ts';
import type { SignInContext, SignInTx } from './sessions.ts';

type RememberedDevice = { readonly id: string; readonly cookie: string; readonly isNew: boolean };

type Visitor = { readonly email: string; readonly cookies: string | undefined };

type SignedIn = { readonly ownerId: string; readonly cookies: string | undefined };

export type DeviceOptions = DeviceTables & { readonly deviceCookie: `__Host-${string}` };

/** Browsers on which the accounts of one realm have signed in. */
export function createKnownDevices({ deviceCookie, ...tables }: DeviceOptions) {
  const store = createDeviceStore(tables);
  return {
    ...store,
    deviceCookie,
    /** The id of the browser's device, if the account with this address has signed in on it. */
    async findDevice({ db, vault, clock }: SignInContext, { email, cookies }: Visitor): Promise<string | undefined> {
      const token = readCookie(cookies, deviceCookie);
      if (!isCookieToken(token)) return undefined;
      const hashes = vault.fingerprints(token, 'token');
      return (await store.findDeviceRow(db, { hashes, email, now: clock.now() }))?.id;
    },
    /**
     * Makes the browser known, under a token that is new at every sign-in. The caller has locked the account's row, so that no device is
     * added while the account's devices are being deleted.
     */
    async rememberDevice(tx: SignInTx, { ownerId, cookies }: SignedIn): Promise<RememberedDevice> {
      const now = tx.clock.now();
      const token = taggedToken(tx.config.cell, 43);
      const hash = tx.vault.fingerprint(token, 'token');
      const before = readCookie(cookies, deviceCookie);
      if (isCookieToken(before)) store.rotateDeviceToken(tx.db, tx.vault.fingerprints(before, 'token'), hash);
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

/** The tables of devices: `devices` has `owner`, an id of `accounts`, token_hash, previous_hash, failures and three times. */
type DeviceTables = {
  readonly name: string;
  readonly devices: string;
  readonly accounts: string;
  readonly owner: string;
};

type DeviceQuery = { readonly hashes: Buffer[]; readonly email: string; readonly now: Date };
type NewDevice = { readonly id: string; readonly ownerId: string; readonly hash: Buffer; readonly now: Date };

function createDeviceStore(tables: DeviceTables) {
  const { name, devices, accounts, owner } = tables;
  const find = prepared<[hashes: Buffer[], email: string, now: Date], { id: string }>(
    `${name}.find-device`,
    `select d.id from ${devices} d join ${accounts} s on s.id = d.${owner}
   where (d.token_hash = any($1::bytea[]) or d.previous_hash = any($1::bytea[]))
     and s.email = $2 and s.disabled_at is null and d.expires_at > $3`,
  );
  const rotate = prepared<[hashes: Buffer[], hash: Buffer], never>(
    `${name}.rotate-device`,
    `update ${devices}
   set previous_hash = case when token_hash = any($1::bytea[]) then token_hash else previous_hash end, token_hash = $2
   where token_hash = any($1::bytea[]) or previous_hash = any($1::bytea[])`,
  );
  const remember = prepared<
    [id: string, ownerId: string, hash: Buffer, now: Date, until: Date],
    { id: string; is_new: boolean }
  >(
    `${name}.remember-device`,
    `insert into ${devices} as d (id, ${owner}, token_hash, created_at, last_used_at, expires_at)
   values ($1, $2, $3, $4, $4, $5)
   on conflict (${owner}, token_hash) do update set last_used_at = $4, expires_at = $5, failures = 0
   returning d.id, d.xmax = 0 as is_new`,
  );
  const purge = prepared<[until: Date, limit: number], { id: string }>(
    `${name}.purge-devices`,
    `delete from ${devices} where id = any(array(
     select id from ${devices} where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
  );
  return {
    ...deviceEndings(tables),
    /** The device of this cookie, if the account with this address has signed in on it. */
    findDeviceRow: (db: Db, { hashes, email, now }: DeviceQuery) => db.find(find(hashes, email, now)),
    /** Gives the browser a new token for every account that signed in on it. The previous token works until the new one is used. */
    rotateDeviceToken: (db: TxDb, hashes: Buffer[], hash: Buffer) => db.write(rotate(hashes, hash)),
    rememberDeviceRow: (db: TxDb, { id, ownerId, hash, now }: NewDevice, until: Date) =>
      db.find(remember(id, ownerId, hash, now, until)),
    deleteOldDevices: (db: Db, until: Date, limit: number) => db.many(purge(until, limit)),
  };
}

/** The ways in which a device becomes unknown again. */
function deviceEndings({ name, devices, owner }: DeviceTables) {
  const countFailure = prepared<[id: string], never>(
    `${name}.count-device-failure`,
    `update ${devices} set failures = failures + 1 where id = $1`,
  );
  const deleteFailed = prepared<[id: string, max: number], never>(
    `${name}.delete-failed-device`,
    `delete from ${devices} where id = $1 and failures >= $2`,
  );
  const deleteMore = prepared<[ownerId: string, kept: number], never>(
    `${name}.delete-devices-beyond`,
    `delete from ${devices} where ${owner} = $1 and id in (
     select id from ${devices} where ${owner} = $1 order by last_used_at desc, id desc offset $2)`,
  );
  const deleteOne = prepared<[ownerId: string, id: string], never>(
    `${name}.delete-device`,
    `delete from ${devices} where ${owner} = $1 and id = $2`,
  );
  const deleteOthers = prepared<[ownerId: string, kept: string], never>(
    `${name}.delete-other-devices`,
    `delete from ${devices} where ${owner} = $1 and id <> $2`,
  );
  return {
    /** Counts a refused try on the device, and deletes the device beyond `max`. */
    countDeviceFailure(db: TxDb, id: string, max: number): void {
      db.write(countFailure(id));
      db.write(deleteFailed(id, max));
    },
    deleteDevicesBeyond: (db: TxDb, ownerId: string, kept: number) => db.write(deleteMore(ownerId, kept)),
    deleteDevice: (db: TxDb, ownerId: string, id: string) => db.write(deleteOne(ownerId, id)),
    /** Makes every device of the account unknown, from the commit on. */
    deleteDevices: (db: TxDb, ownerId: string) => db.write(deleteOthers(ownerId, '')),
    /** Makes all devices of the account unknown except one. */
    deleteOtherDevices: (db: TxDb, ownerId: string, keptId: string) => db.write(deleteOthers(ownerId, keptId)),
  };
}
