import { actFor, type Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { readSessionToken } from './read-session-token.ts';
import { sessionIdleS, sessionTouchS } from './rules.ts';
import { findSession, recheckSession, touchSession } from './store.ts';

type Caller = { readonly cookies: string | undefined; readonly address: string };

/**
 * The context of a browser's request: of the agent whose key opened its session. It commits nothing once the session has
 * ended, the key is revoked or the agent suspended. Undefined without a session that is valid.
 */
export async function actInConsole(ctx: Ctx, { cookies, address }: Caller): Promise<Ctx | undefined> {
  const hashes = readSessionToken(ctx, cookies);
  if (hashes === undefined) return undefined;
  const now = ctx.clock.now();
  const session = await findSession(ctx.db, hashes, { now, idleSince: addSeconds(now, -sessionIdleS) });
  if (session === undefined) return undefined;
  if (addSeconds(session.last_seen_at, sessionTouchS) <= now) await touchSession(ctx.db, session.id, now);
  const { principal_id: principalId, key_id: keyId, livemode } = session;
  const own = actFor(ctx, { kind: 'agent', address, principalId, keyId, livemode });
  const query = () => recheckSession(principalId, session.id, ctx.clock.now());
  return { ...own, db: recheckAtCommit(own.db, { query, refuse: unauthorized }) };
}
