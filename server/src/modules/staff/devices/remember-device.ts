import type { Tx } from '#context';
import { readCookie, writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { deviceCookie, devicesMax, deviceTtlS, isDeviceToken } from './rules.ts';
import { deleteDevicesBeyond, rememberDeviceRow, rotateDeviceToken } from './store.ts';

export type RememberedDevice = { readonly id: string; readonly cookie: string; readonly isNew: boolean };

type SignedIn = { readonly staffId: string; readonly cookies: string | undefined };

/**
 * The browser is known from now on, under a token that is new at every sign-in. The caller has locked the staff member's
 * row, so that nothing is remembered while their devices are being forgotten.
 */
export async function rememberDevice(tx: Tx, { staffId, cookies }: SignedIn): Promise<RememberedDevice> {
  const now = tx.clock.now();
  const token = taggedToken(tx.config.cell, 43);
  const hash = tx.vault.fingerprint(token, 'token');
  const before = readCookie(cookies, deviceCookie);
  if (isDeviceToken(before)) rotateDeviceToken(tx.db, tx.vault.fingerprints(before, 'token'), hash);
  const row = { id: newId('dev', now), staffId, hash, now };
  const remembered = await rememberDeviceRow(tx.db, row, addSeconds(now, deviceTtlS));
  if (remembered === undefined) throw new Error('the device was not written');
  deleteDevicesBeyond(tx.db, staffId, devicesMax);
  return {
    id: remembered.id,
    cookie: writeHostCookie(deviceCookie, token, deviceTtlS),
    isNew: remembered.is_new,
  };
}
