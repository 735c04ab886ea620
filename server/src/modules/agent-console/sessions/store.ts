import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('agent_console.sessions', [
  'id',
  'token_hash',
  'key_id',
  'created_at',
  'last_seen_at',
  'expires_at',
]);

export function insertSession(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type SessionRow = { id: string; key_id: string; principal_id: string; livemode: boolean; last_seen_at: Date };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], SessionRow>(
  'agent-console.find-session',
  `select s.id, s.key_id, k.principal_id, p.livemode, s.last_seen_at
   from agent_console.sessions s
     join access.agent_keys k on k.id = s.key_id
     join access.principals p on p.id = k.principal_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and k.revoked_at is null and p.status = 'active'`,
);

/** A session that is still valid, and so is its key. */
export const findSession = (db: Db, hashes: Buffer[], { now, idleSince }: { now: Date; idleSince: Date }) =>
  db.find(find(hashes, now, idleSince));

export const recheckSession = prepared<[principalId: string, id: string, now: Date], never>(
  'agent-console.recheck-session',
  'select agent_console.recheck_session($1, $2, $3)',
);

const touch = prepared<[id: string, now: Date], never>(
  'agent-console.touch-session',
  'update agent_console.sessions set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2',
);

export const touchSession = (db: Db, id: string, now: Date) => db.find(touch(id, now));

const end = prepared<[hashes: Buffer[], now: Date], never>(
  'agent-console.end-session',
  'update agent_console.sessions set ended_at = $2 where token_hash = any($1::bytea[]) and ended_at is null',
);

export const endSession = (db: Db, hashes: Buffer[], now: Date) => db.find(end(hashes, now));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'agent-console.purge-sessions',
  `delete from agent_console.sessions where id = any(array(
     select id from agent_console.sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldSessions = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
