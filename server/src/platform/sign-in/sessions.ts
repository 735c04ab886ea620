import { readCookie, writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Vault } from '#platform/crypto';
import { prepared, type Db, type Query, type TxDb } from '#platform/db';
import { idleWindow, isCookieToken, sessionTouchS, sessionTtlS } from './rules.ts';

/** The members of a context that sign-in needs. */
export type SignInContext = { readonly db: Db; readonly vault: Vault; readonly clock: Clock };

export type SignInTx = SignInContext & { readonly db: TxDb; readonly config: Config };

/** The columns that every realm reads; each adds those of the account. */
export type FoundSession = { readonly id: string; readonly last_seen_at: Date };

/** The tables of sessions: `sessions` has id, token_hash, created_at, last_seen_at, expires_at and ended_at. */
export type SessionTables<Row extends FoundSession> = {
  /** The prefix of the statements' names. */
  readonly name: string;
  readonly sessions: string;
  readonly sessionCookie: `__Host-${string}`;
  readonly sessionPrefix: Parameters<typeof newId>[0];
  /** Finds a session that is still valid, if its owner may still sign in. */
  readonly find: (hashes: Buffer[], now: Date, idleSince: Date) => Query<Row>;
  /** Replaces the statement that records a request, for realms where the account records it too. */
  readonly touch?: (id: string, now: Date) => Query<never>;
};

/** The sessions of one realm. A token finds only the row with its fingerprint, in its realm's table. */
export function createSessions<Row extends FoundSession>(tables: SessionTables<Row>) {
  const { name, sessions, sessionCookie, sessionPrefix, find } = tables;
  const touch =
    tables.touch ??
    prepared<[id: string, now: Date], never>(
      `${name}.touch-session`,
      `update ${sessions} set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2`,
    );
  const purge = prepared<[until: Date, limit: number], { id: string }>(
    `${name}.purge-sessions`,
    `delete from ${sessions} where id = any(array(
     select id from ${sessions} where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
  );

  /** The fingerprints of the cookie's token; undefined if the cookie is missing or malformed. */
  const readSessionToken = ({ vault }: Pick<SignInContext, 'vault'>, cookies: string | undefined) => {
    const token = readCookie(cookies, sessionCookie);
    return isCookieToken(token) ? vault.fingerprints(token, 'token') : undefined;
  };
  /** The session of this browser, if it is still valid. */
  const findSession = async (ctx: SignInContext, cookies: string | undefined): Promise<Row | undefined> => {
    const hashes = readSessionToken(ctx, cookies);
    if (hashes === undefined) return undefined;
    const { now, idleSince } = idleWindow(ctx);
    return ctx.db.find(find(hashes, now, idleSince));
  };
  return {
    sessionCookie,
    readSessionToken,
    findSession,
    /** The same for a request, which also keeps the session from becoming idle. */
    async useSession(ctx: SignInContext, cookies: string | undefined): Promise<Row | undefined> {
      const session = await findSession(ctx, cookies);
      const now = ctx.clock.now();
      if (session !== undefined && addSeconds(session.last_seen_at, sessionTouchS) <= now)
        await ctx.db.find(touch(session.id, now));
      return session;
    },
    /** The row of a new session, to which the caller adds the owner and inserts it, and its cookie. */
    issueSession({ vault, clock, config }: Omit<SignInTx, 'db'>) {
      const token = taggedToken(config.cell, 43);
      const now = clock.now();
      const row = {
        id: newId(sessionPrefix, now),
        token_hash: vault.fingerprint(token, 'token'),
        created_at: now,
        last_seen_at: now,
        expires_at: addSeconds(now, sessionTtlS),
      };
      return { row, cookie: writeHostCookie(sessionCookie, token, sessionTtlS) };
    },
    deleteOldSessions: (db: Db, until: Date, limit: number) => db.many(purge(until, limit)),
  };
}

/** The tables of an account's sessions: `owner` is the account's id, and `listedBy` orders the sessions shown to it. */
export type OwnedSessionTables = {
  readonly name: string;
  readonly sessions: string;
  readonly owner: string;
  readonly listedBy: 'created_at' | 'last_seen_at';
};

type ListedSession = { id: string; method: string; created_at: Date; last_seen_at: Date; expires_at: Date };
type OwnSession = { readonly ownerId: string; readonly id: string };

/** Listing and ending an account's own sessions. */
export function createOwnedSessions({ name, sessions, owner, listedBy }: OwnedSessionTables) {
  const open = prepared<[id: string, ownerId: string], { id: string }>(
    `${name}.find-open-session`,
    `select id from ${sessions} where id = $1 and ${owner} = $2 and ended_at is null`,
  );
  const refresh = prepared<[id: string, ownerId: string, until: Date], { id: string }>(
    `${name}.refresh-session`,
    `update ${sessions} set fresh_until = $3 where id = $1 and ${owner} = $2 and ended_at is null returning id`,
  );
  const end = prepared<[id: string, ownerId: string, now: Date], { id: string }>(
    `${name}.end-session`,
    `update ${sessions} set ended_at = $3 where id = $1 and ${owner} = $2 and ended_at is null returning id`,
  );
  const endAll = prepared<[ownerId: string, kept: string, now: Date], never>(
    `${name}.end-sessions`,
    `update ${sessions} set ended_at = $3 where ${owner} = $1 and id <> $2 and ended_at is null`,
  );
  // Sessions last at most half a day, so a hundred are enough.
  const list = prepared<[ownerId: string, now: Date, idleSince: Date], ListedSession>(
    `${name}.list-sessions`,
    `select id, method, created_at, last_seen_at, expires_at from ${sessions}
   where ${owner} = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3
   order by ${listedBy} desc, id limit 100`,
  );
  return {
    /** Whether the session is still open, for a caller that has locked the account. */
    isSessionOpen: async (db: Db, { id, ownerId }: OwnSession): Promise<boolean> =>
      (await db.find(open(id, ownerId))) !== undefined,
    /** False if the session ended in the meantime. */
    refreshSession: async (db: TxDb, { id, ownerId }: OwnSession, until: Date): Promise<boolean> =>
      (await db.find(refresh(id, ownerId, until))) !== undefined,
    /** False if it belongs to another account or has already ended. */
    endSession: async (db: Db, { id, ownerId }: OwnSession, now: Date): Promise<boolean> =>
      (await db.find(end(id, ownerId, now))) !== undefined,
    /** Ends all of the account's sessions, or all but one. */
    endSessions: (db: TxDb, ownerId: string, { now, kept = '' }: { now: Date; kept?: string }): void =>
      db.write(endAll(ownerId, kept, now)),
    /** Where the account is signed in. `currentId` is the calling session. */
    async listSessions(ctx: SignInContext, { id: currentId, ownerId }: OwnSession) {
      const { now, idleSince } = idleWindow(ctx);
      const rows = await ctx.db.many(list(ownerId, now, idleSince));
      return rows.map(({ id, method, created_at, last_seen_at, expires_at }) => ({
        id,
        method,
        current: id === currentId,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }));
    },
  };
}
