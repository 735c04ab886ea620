import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('portal.sessions', [
  'id',
  'token_hash',
  'user_id',
  'method',
  'institution_id',
  'created_at',
  'last_seen_at',
  'expires_at',
  'fresh_until',
]);

export const insertSession = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

type SessionRow = {
  id: string;
  user_id: string;
  institution_id: string | null;
  last_seen_at: Date;
  fresh_until: Date | null;
};

type Window = { readonly now: Date; readonly idleSince: Date };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], SessionRow>(
  'portal.find-session',
  `select s.id, s.user_id, s.institution_id, s.last_seen_at, s.fresh_until
   from portal.sessions s join portal.users u on u.id = s.user_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and u.disabled_at is null`,
);

/** A session that is still valid. */
export const findSession = (db: Db, hashes: Buffer[], { now, idleSince }: Window) =>
  db.find(find(hashes, now, idleSince));

const touch = prepared<[id: string, now: Date], never>(
  'portal.touch-session',
  'update portal.sessions set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2',
);

export const touchSession = (db: Db, id: string, now: Date) => db.find(touch(id, now));

const end = prepared<[id: string, userId: string, now: Date], { id: string }>(
  'portal.end-session',
  'update portal.sessions set ended_at = $3 where id = $1 and user_id = $2 and ended_at is null returning id',
);

export const endSessionRow = (db: Db, id: string, { userId, now }: { userId: string; now: Date }) =>
  db.find(end(id, userId, now));

export const recheckSession = prepared<
  [userId: string, id: string, institutionId: string, now: Date, roles: readonly string[]],
  never
>('portal.recheck-session', 'select portal.recheck_session($1, $2, $3, $4, $5)');

export const recheckUser = prepared<[userId: string, id: string, now: Date], never>(
  'portal.recheck-user',
  'select portal.recheck_user($1, $2, $3)',
);

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-sessions',
  `delete from portal.sessions where id = any(array(
     select id from portal.sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldSessions = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));

type ShownSession = { id: string; method: string; created_at: Date; last_seen_at: Date; expires_at: Date };

const list = prepared<[userId: string, now: Date, idleSince: Date, limit: number], ShownSession>(
  'portal.list-sessions',
  `select id, method, created_at, last_seen_at, expires_at from portal.sessions
   where user_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3
   order by last_seen_at desc, id limit $4`,
);

export const listSessionRows = (db: Db, userId: string, { now, idleSince, limit }: Window & { limit: number }) =>
  db.many(list(userId, now, idleSince, limit));

const endAll = prepared<[userId: string, kept: string, now: Date], never>(
  'portal.end-sessions',
  'update portal.sessions set ended_at = $3 where user_id = $1 and id <> $2 and ended_at is null',
);

/** All sessions of the user but one; an empty id keeps none. */
export const endSessionRows = (db: TxDb, userId: string, { kept, now }: { kept: string; now: Date }): void =>
  db.write(endAll(userId, kept, now));

const refresh = prepared<[id: string, userId: string, until: Date], { id: string }>(
  'portal.refresh-session',
  `update portal.sessions set fresh_until = $3 where id = $1 and user_id = $2 and ended_at is null returning id`,
);

export const refreshSession = (db: TxDb, id: string, { userId, until }: { userId: string; until: Date }) =>
  db.find(refresh(id, userId, until));

const opened = prepared<[id: string, userId: string], { id: string }>(
  'portal.find-open-session',
  'select id from portal.sessions where id = $1 and user_id = $2 and ended_at is null',
);

export const findOpenSession = (db: Db, id: string, userId: string) => db.find(opened(id, userId));
