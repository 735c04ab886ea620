import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

type FoundToken = { id: string; staff_id: string; role: string; scopes: string[] | null };

const staffToken = prepared<[hashes: Buffer[], now: Date], FoundToken>(
  'staff.find-staff-token',
  `select t.id, t.staff_id, s.role, t.scopes from staff.tokens t join staff.members s on s.id = t.staff_id
   where t.token_hash = any($1::bytea[]) and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)
     and s.disabled_at is null`,
);

export const findStaffToken = (db: Db, hashes: Buffer[], now: Date) => db.find(staffToken(hashes, now));

export const recheckStaffToken = prepared<[staffId: string, id: string, now: Date, roles: string[]], never>(
  'staff.recheck-staff-token',
  'select staff.recheck_staff_token($1, $2, $3, $4)',
);

type NewStaffToken = {
  id: string;
  staff_id: string;
  label: string;
  token_hash: Buffer;
  created_at: Date;
  scopes: string[] | null;
  expires_at: Date | null;
};

export function insertStaffToken(db: TxDb, row: NewStaffToken): void {
  db.write(typed(sql.insertInto('staff.tokens').values(row)));
}

/** Keeps the time of the first revocation; undefined when there is no token with this id. */
export const updateTokenRevoked = (db: TxDb, id: string, now: Date) =>
  db.find(
    typed(
      sql
        .updateTable('staff.tokens')
        .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
        .where('id', '=', id)
        .returning(['staff_id']),
    ),
  );

export function revokeAllTokens(db: TxDb, staffId: string, now: Date): void {
  db.write(
    typed(
      sql
        .updateTable('staff.tokens')
        .set({ revoked_at: now })
        .where('staff_id', '=', staffId)
        .where('revoked_at', 'is', null),
    ),
  );
}

export const listStaffTokenRows = (db: Db, staffId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('staff.tokens')
        .select(['id', 'label', 'created_at', 'revoked_at', 'scopes', 'expires_at'])
        .where('staff_id', '=', staffId)
        .orderBy('id'),
    ),
  );
