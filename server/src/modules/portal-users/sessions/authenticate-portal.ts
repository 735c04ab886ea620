import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { bearerToken } from '#lib/tokens/bearer-token';
import { addSeconds } from '#lib/time/dates';
import { unauthorized } from '#platform/errors';
import { tokenPrefix, tokenTouchS } from '../tokens/rules.ts';
import { findToken, touchToken } from '../tokens/store.ts';
import { idleWindow, portalCookie, sessionTouchS } from './rules.ts';
import { findSession, touchSession } from './store.ts';

export type SignedInUser = {
  readonly userId: string;
  readonly credentialId: string;
  readonly freshUntil: Date | undefined;
  /** The one institution that the session opens; undefined: all where the user has a role. */
  readonly boundTo: string | undefined;
  /** What a token is limited to; undefined for sessions. */
  readonly token?: { readonly permissions: readonly string[]; readonly modes: readonly string[] } | undefined;
};

type Credentials = { readonly authorization: string | undefined; readonly cookies: string | undefined };

/** The user who calls: by a token, or, without an Authorization header, by the session of a browser. */
export async function authenticatePortal(ctx: Ctx, { authorization, cookies }: Credentials): Promise<SignedInUser> {
  const user = authorization === undefined ? await bySession(ctx, cookies) : await byToken(ctx, authorization);
  if (user === undefined) throw unauthorized();
  return user;
}

async function bySession(ctx: Ctx, header: string | undefined): Promise<SignedInUser | undefined> {
  const token = readCookie(header, portalCookie);
  if (token === undefined || !/^[0-9A-Za-z]{43}$/.test(token)) return undefined;
  const window = idleWindow(ctx);
  const session = await findSession(ctx.db, ctx.vault.fingerprints(token, 'token'), window);
  if (session === undefined) return undefined;
  // Not at every call: an idle time of half an hour needs no precision of seconds.
  if (addSeconds(session.last_seen_at, sessionTouchS) <= window.now) await touchSession(ctx.db, session.id, window.now);
  return {
    userId: session.user_id,
    credentialId: session.id,
    freshUntil: session.fresh_until ?? undefined,
    boundTo: session.institution_id ?? undefined,
  };
}

/** A token opens one institution, and never counts as a fresh code. */
async function byToken(ctx: Ctx, header: string): Promise<SignedInUser | undefined> {
  const text = bearerToken(header);
  if (text?.startsWith(tokenPrefix) !== true) return undefined;
  const now = ctx.clock.now();
  // Whose it is is known only once it is found.
  const found = await findToken(ctx.db.seeing('all'), ctx.vault.fingerprints(text, 'token'), now);
  if (found === undefined) return undefined;
  const { id, user_id: userId, institution_id: boundTo, permissions, modes, last_used_at: usedAt } = found;
  if (usedAt === null || addSeconds(usedAt, tokenTouchS) <= now)
    await touchToken(ctx.db.seeing({ account: boundTo }), boundTo, { id, now });
  return { userId, credentialId: id, freshUntil: undefined, boundTo, token: { permissions, modes } };
}
