import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { deviceCookie, isDeviceToken } from './rules.ts';
import { findDeviceRow } from './store.ts';

type Visitor = { readonly email: string; readonly cookies: string | undefined };

/** The id of the browser's device, if whoever has this address has signed in on it before. */
export async function findDevice(ctx: Ctx, { email, cookies }: Visitor): Promise<string | undefined> {
  const token = readCookie(cookies, deviceCookie);
  if (!isDeviceToken(token)) return undefined;
  const hashes = ctx.vault.fingerprints(token, 'token');
  return (await findDeviceRow(ctx.db, { hashes, email, now: ctx.clock.now() }))?.id;
}
