import { actFor, type Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { clearHostCookie } from '#lib/network/cookies';
import { addDays } from '#lib/time/dates';
import { actAsAgent, authenticateAnyAgent } from '#modules/credentials';
import { prepared, preparedInsert, recheckAtCommit, transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { createSessions } from '#platform/sign-in';
import { triesKey, triesPerAddress } from './rules.ts';

type FoundSession = { id: string; key_id: string; principal_id: string; livemode: boolean; last_seen_at: Date };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], FoundSession>(
  'agent-console.find-session',
  `select s.id, s.key_id, k.principal_id, p.livemode, s.last_seen_at
   from agent_console.sessions s
     join credentials.agent_keys k on k.id = s.key_id
     join credentials.principals p on p.id = k.principal_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and k.revoked_at is null and p.status = 'active'`,
);

/** Agents sign in to their console with their key, which opens a session and is not stored. */
export const consoleSessions = createSessions({
  name: 'agent-console',
  sessions: 'agent_console.sessions',
  sessionCookie: '__Host-makewhole-agent-console',
  sessionPrefix: 'acs',
  find,
});

const insert = preparedInsert('agent_console.sessions', [
  'id',
  'token_hash',
  'key_id',
  'created_at',
  'last_seen_at',
  'expires_at',
]);

const recheck = prepared<[principalId: string, id: string, now: Date], never>(
  'agent-console.recheck-session',
  'select agent_console.recheck_session($1, $2, $3)',
);

const end = prepared<[hashes: Buffer[], now: Date], never>(
  'agent-console.end-session',
  'update agent_console.sessions set ended_at = $2 where token_hash = any($1::bytea[]) and ended_at is null',
);

type Caller = { readonly cookies: string | undefined; readonly address: string };

/**
 * The context of a browser's request, as the agent whose key opened its session. It commits nothing once the session has ended, the key is
 * revoked or the agent suspended. Undefined without a valid session.
 */
export async function actInConsole(ctx: Ctx, { cookies, address }: Caller): Promise<Ctx | undefined> {
  const session = await consoleSessions.useSession(ctx, cookies);
  if (session === undefined) return undefined;
  const { id, principal_id: principalId, key_id: keyId, livemode } = session;
  const own = actFor(ctx, { kind: 'agent', address, principalId, keyId, livemode });
  const query = () => recheck(principalId, id, ctx.clock.now());
  return { ...own, db: recheckAtCommit(own.db, { query, refuse: unauthorized }) };
}

/** Deletes sessions that expired more than a day ago. Returns how many. */
export const purgeConsoleSessions = async (ctx: Ctx, limit: number): Promise<number> =>
  (await consoleSessions.deleteOldSessions(ctx.db, addDays(ctx.clock.now(), -1), limit)).length;

type SignIn = { readonly key: string; readonly address: string };

/** The cookie of a new session, or undefined for an invalid key, whatever the reason. Every try is counted. */
export async function signInWithKey(ctx: Ctx, { key: typed, address }: SignIn): Promise<string | undefined> {
  const key = typed.trim();
  await ctx.limits.consume(triesPerAddress, triesKey(key, addressBucket(address)));
  const agent = await authenticateAnyAgent(ctx, `Bearer ${key}`, address);
  if (agent === undefined) return undefined;
  return transact(actAsAgent(ctx, agent), async (tx) => {
    const { row, cookie } = consoleSessions.issueSession(tx);
    tx.db.write(insert({ ...row, key_id: agent.keyId }));
    return cookie;
  });
}

/** Ends this browser's session, if there is one, and returns the cookie that removes it. */
export async function signOutOfConsole(ctx: Ctx, cookies: string | undefined): Promise<string> {
  const hashes = consoleSessions.readSessionToken(ctx, cookies);
  if (hashes !== undefined) await ctx.db.find(end(hashes, ctx.clock.now()));
  return clearHostCookie(consoleSessions.sessionCookie);
}
