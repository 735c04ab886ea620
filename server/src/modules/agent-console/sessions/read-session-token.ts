import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { consoleCookie } from './rules.ts';

/** The fingerprints of the cookie's token; undefined without one that could be ours. */
export function readSessionToken({ vault }: Pick<Ctx, 'vault'>, cookies: string | undefined): Buffer[] | undefined {
  const token = readCookie(cookies, consoleCookie);
  return token !== undefined && /^[0-9A-Za-z]{43}$/.test(token) ? vault.fingerprints(token, 'token') : undefined;
}
