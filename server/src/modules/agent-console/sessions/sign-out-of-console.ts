import type { Ctx } from '#context';
import { clearHostCookie } from '#lib/network/cookies';
import { readSessionToken } from './read-session-token.ts';
import { consoleCookie } from './rules.ts';
import { endSession } from './store.ts';

/** Ends the session of this browser, if there is one; returns the cookie that removes it. */
export async function signOutOfConsole(ctx: Ctx, cookies: string | undefined): Promise<string> {
  const hashes = readSessionToken(ctx, cookies);
  if (hashes !== undefined) await endSession(ctx.db, hashes, ctx.clock.now());
  return clearHostCookie(consoleCookie);
}
