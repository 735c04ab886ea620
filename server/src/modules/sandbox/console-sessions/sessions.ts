import { actFor, type Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { clearHostCookie, readCookie, writeHostCookie } from '#lib/network/cookies';
import { addDays, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { actAsAgent, authenticateAnyAgent } from '#modules/credentials';
import { prepared, preparedInsert, recheckAtCommit, transact, type Db, type TxDb } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { consoleCookie, sessionIdleS, sessionTouchS, sessionTtlS, triesKey, triesPerAddress } from './rules.ts';

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

/** Deletes sessions whose time was over a day ago; returns how many. */
export const purgeConsoleSessions = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deleteOldSessions(ctx.db, addDays(ctx.clock.now(), -1), limit)).length;

/** The fingerprints of the cookie's token; undefined without one that could be ours. */
function readSessionToken({ vault }: Pick<Ctx, 'vault'>, cookies: string | undefined): Buffer[] | undefined {
  const token = readCookie(cookies, consoleCookie);
  return token !== undefined && /^[0-9A-Za-z]{43}$/.test(token) ? vault.fingerprints(token, 'token') : undefined;
}

type SignIn = { readonly key: string; readonly address: string };

/** The cookie of a new session; undefined for a key that is not valid, whatever the reason. Every try is counted. */
export async function signInWithKey(ctx: Ctx, { key: typed, address }: SignIn): Promise<string | undefined> {
  const key = typed.trim();
  await ctx.limits.consume(triesPerAddress, triesKey(key, addressBucket(address)));
  const agent = await authenticateAnyAgent(ctx, `Bearer ${key}`, address);
  if (agent === undefined) return undefined;
  const token = taggedToken(ctx.config.cell, 43);
  await transact(actAsAgent(ctx, agent), async (tx) => {
    const now = tx.clock.now();
    insertSession(tx.db, {
      id: newId('acs', now),
      token_hash: tx.vault.fingerprint(token, 'token'),
      key_id: agent.keyId,
      created_at: now,
      last_seen_at: now,
      expires_at: addSeconds(now, sessionTtlS),
    });
  });
  return writeHostCookie(consoleCookie, token, sessionTtlS);
}

/** Ends the session of this browser, if there is one; returns the cookie that removes it. */
export async function signOutOfConsole(ctx: Ctx, cookies: string | undefined): Promise<string> {
  const hashes = readSessionToken(ctx, cookies);
  if (hashes !== undefined) await endSession(ctx.db, hashes, ctx.clock.now());
  return clearHostCookie(consoleCookie);
}

const insert = preparedInsert('agent_console.sessions', [
  'id',
  'token_hash',
  'key_id',
  'created_at',
  'last_seen_at',
  'expires_at',
]);

function insertSession(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type SessionRow = { id: string; key_id: string; principal_id: string; livemode: boolean; last_seen_at: Date };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], SessionRow>(
  'agent-console.find-session',
  `select s.id, s.key_id, k.principal_id, p.livemode, s.last_seen_at
   from agent_console.sessions s
     join credentials.agent_keys k on k.id = s.key_id
     join credentials.principals p on p.id = k.principal_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and k.revoked_at is null and p.status = 'active'`,
);

/** A session that is still valid, and so is its key. */
const findSession = (db: Db, hashes: Buffer[], { now, idleSince }: { now: Date; idleSince: Date }) =>
  db.find(find(hashes, now, idleSince));

const recheckSession = prepared<[principalId: string, id: string, now: Date], never>(
  'agent-console.recheck-session',
  'select agent_console.recheck_session($1, $2, $3)',
);

const touch = prepared<[id: string, now: Date], never>(
  'agent-console.touch-session',
  'update agent_console.sessions set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2',
);

const touchSession = (db: Db, id: string, now: Date) => db.find(touch(id, now));

const end = prepared<[hashes: Buffer[], now: Date], never>(
  'agent-console.end-session',
  'update agent_console.sessions set ended_at = $2 where token_hash = any($1::bytea[]) and ended_at is null',
);

const endSession = (db: Db, hashes: Buffer[], now: Date) => db.find(end(hashes, now));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'agent-console.purge-sessions',
  `delete from agent_console.sessions where id = any(array(
     select id from agent_console.sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

const deleteOldSessions = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
