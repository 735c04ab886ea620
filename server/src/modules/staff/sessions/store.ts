import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('staff.sessions', [
  'id',
  'token_hash',
  'staff_id',
  'method',
  'created_at',
  'last_seen_at',
  'expires_at',
  'device_id',
  'previous_sign_in_at',
  'failed_tries',
  'failed_networks',
  'fresh_until',
]);

export function insertSession(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type SessionRow = { id: string; staff_id: string; role: string; last_seen_at: Date; fresh_until: Date | null };

const find = prepared<[hashes: Buffer[], now: Date, idleSince: Date], SessionRow>(
  'staff.find-session',
  `select s.id, s.staff_id, p.role, s.last_seen_at, s.fresh_until
   from staff.sessions s join staff.members p on p.id = s.staff_id
   where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
     and p.disabled_at is null`,
);

/** A session that is still valid. */
export const findSession = (db: Db, hashes: Buffer[], { now, idleSince }: { now: Date; idleSince: Date }) =>
  db.find(find(hashes, now, idleSince));

const refresh = prepared<[id: string, staffId: string, until: Date], { id: string }>(
  'staff.refresh-session',
  'update staff.sessions set fresh_until = $3 where id = $1 and staff_id = $2 and ended_at is null returning id',
);

/** Undefined when it has ended meanwhile. */
export const refreshSession = (db: TxDb, id: string, { staffId, until }: { staffId: string; until: Date }) =>
  db.find(refresh(id, staffId, until));

export const recheckSession = prepared<[staffId: string, id: string, now: Date, roles: string[]], never>(
  'staff.recheck-session',
  'select staff.recheck_session($1, $2, $3, $4)',
);

const touch = prepared<[id: string, now: Date], never>(
  'staff.touch-session',
  `with touched as (
     update staff.sessions set last_seen_at = $2 where id = $1 and ended_at is null and last_seen_at < $2
     returning staff_id)
   update staff.members s set last_seen_at = $2 from touched
   where s.id = touched.staff_id and (s.last_seen_at is null or s.last_seen_at < $2)`,
);

export const touchSession = (db: Db, id: string, now: Date) => db.find(touch(id, now));

export const findSessionById = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('staff.sessions').selectAll().where('id', '=', id)));

export const listLivingSessions = (db: Db, staffId: string, { now, idleSince }: { now: Date; idleSince: Date }) =>
  db.many(
    typed(
      sql
        .selectFrom('staff.sessions')
        .select(['id', 'method', 'created_at', 'last_seen_at', 'expires_at'])
        .where('staff_id', '=', staffId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
        .orderBy('created_at', 'desc')
        .limit(100),
    ),
  );

const seen = prepared<[now: Date, since: Date], { staff_id: string }>(
  'staff.list-seen-since',
  `select distinct staff_id from staff.sessions
   where ended_at is null and expires_at > $1 and last_seen_at > $2`,
);

export const listSeenSince = (db: Db, { now, since }: { now: Date; since: Date }) => db.many(seen(now, since));

/** Undefined when it belongs to another staff member, or has ended already. */
export const revokeSessionRow = (db: TxDb, id: string, { staffId, now }: { staffId: string; now: Date }) =>
  db.find(
    typed(
      sql
        .updateTable('staff.sessions')
        .set({ ended_at: now })
        .where('id', '=', id)
        .where('staff_id', '=', staffId)
        .where('ended_at', 'is', null)
        .returning(['id', 'device_id']),
    ),
  );

export function revokeAllSessions(db: TxDb, staffId: string, now: Date): void {
  db.write(
    typed(
      sql
        .updateTable('staff.sessions')
        .set({ ended_at: now })
        .where('staff_id', '=', staffId)
        .where('ended_at', 'is', null),
    ),
  );
}

/** All of a staff member's but one. */
export function revokeOtherSessions(db: TxDb, staffId: string, { kept, now }: { kept: string; now: Date }): void {
  db.write(
    typed(
      sql
        .updateTable('staff.sessions')
        .set({ ended_at: now })
        .where('staff_id', '=', staffId)
        .where('id', '<>', kept)
        .where('ended_at', 'is', null),
    ),
  );
}

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'staff.purge-sessions',
  `delete from staff.sessions where id = any(array(
     select id from staff.sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldSessions = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
