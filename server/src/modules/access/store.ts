import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insertToken = preparedInsert('access.poll_tokens', ['token_hash', 'intake_id', 'created_at']);

export function insertPollToken(db: TxDb, row: Parameters<typeof insertToken>[0]): void {
  db.write(insertToken(row));
}

const pollToken = prepared<[hashes: Buffer[]], { intake_id: string }>(
  'access.find-poll-token',
  'select intake_id from access.poll_tokens where token_hash = any($1::bytea[])',
);

export const findPollToken = (db: Db, hashes: Buffer[]) => db.find(pollToken(hashes));

const staffToken = prepared<[hashes: Buffer[]], { id: string; staff_id: string; role: string }>(
  'access.find-staff-token',
  `select t.id, t.staff_id, s.role from access.staff_tokens t join access.staff s on s.id = t.staff_id
   where t.token_hash = any($1::bytea[]) and t.revoked_at is null and s.disabled_at is null`,
);

export const findStaffToken = (db: Db, hashes: Buffer[]) => db.find(staffToken(hashes));

export const findStaffByEmail = (db: Db, email: string) =>
  db.find(typed(sql.selectFrom('access.staff').selectAll().where('email', '=', email)));

type NewStaff = { id: string; email: string; name: string; role: string; created_at: Date };

/** Undefined when the address already belongs to somebody of the team. */
export const insertStaff = (db: Db, row: NewStaff) =>
  db.find(
    typed(
      sql
        .insertInto('access.staff')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id'),
    ),
  );

type NewStaffToken = { id: string; staff_id: string; label: string; token_hash: Buffer; created_at: Date };

export function insertStaffToken(db: TxDb, row: NewStaffToken): void {
  db.write(typed(sql.insertInto('access.staff_tokens').values(row)));
}

/** Undefined when there is none of that id; one that was revoked before stays as it was. */
export const revokeStaffToken = (db: TxDb, id: string, now: Date) =>
  db.find(
    typed(
      sql
        .updateTable('access.staff_tokens')
        .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
        .where('id', '=', id)
        .returning(['staff_id']),
    ),
  );

export const listStaffTokens = (db: Db, staffId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('access.staff_tokens')
        .select(['id', 'label', 'created_at', 'revoked_at'])
        .where('staff_id', '=', staffId)
        .orderBy('id'),
    ),
  );
