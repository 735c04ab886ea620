import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

export const findPassword = (db: Db, email: string) =>
  db.find(
    typed(
      sql
        .selectFrom('access.staff as s')
        .leftJoin('access.staff_passwords as p', 'p.staff_id', 's.id')
        .select(['s.id', 's.disabled_at', 'p.password_hash'])
        .where('s.email', '=', email),
    ),
  );

const lock = prepared<[staffId: string, passwordHash: string], { sealed_totp: Buffer; last_step: string }>(
  'staff.lock-password',
  `select p.sealed_totp, p.last_step from access.staff s join access.staff_passwords p on p.staff_id = s.id
   where s.id = $1 and s.disabled_at is null and p.password_hash = $2 for no key update of s, p`,
);

/** Undefined when the password was replaced since it was checked, or the staff member disabled. */
export const lockPassword = (db: TxDb, staffId: string, passwordHash: string) => db.find(lock(staffId, passwordHash));

const step = prepared<[staffId: string, step: number], { staff_id: string }>(
  'staff.take-totp-step',
  'update access.staff_passwords set last_step = $2 where staff_id = $1 and last_step < $2 returning staff_id',
);

/** False when a code of that step, or of a later one, was used already. */
export const consumeStep = async (db: TxDb, staffId: string, at: number): Promise<boolean> =>
  (await db.find(step(staffId, at))) !== undefined;

/** False when it is unknown or was used. */
export const consumeRecoveryCode = async (db: TxDb, staffId: string, use: { hashes: Buffer[]; now: Date }) =>
  (await db.find(
    typed(
      sql
        .updateTable('access.recovery_codes')
        .set({ used_at: use.now })
        .where('staff_id', '=', staffId)
        .where('code_hash', 'in', use.hashes)
        .where('used_at', 'is', null)
        .returning('staff_id'),
    ),
  )) !== undefined;

/** Without a row nobody signs in with a password; the codes go with it. */
export function deletePassword(db: TxDb, staffId: string): void {
  db.write(typed(sql.deleteFrom('access.recovery_codes').where('staff_id', '=', staffId)));
  db.write(typed(sql.deleteFrom('access.staff_passwords').where('staff_id', '=', staffId)));
}

export function updatePassword(db: TxDb, staffId: string, to: { passwordHash: string; now: Date }): void {
  db.write(
    typed(
      sql
        .updateTable('access.staff_passwords')
        .set({ password_hash: to.passwordHash, set_at: to.now })
        .where('staff_id', '=', staffId),
    ),
  );
}

type NewPassword = {
  readonly staff_id: string;
  readonly password_hash: string;
  readonly sealed_totp: Buffer;
  readonly last_step: number;
  readonly set_at: Date;
};

export function replacePassword(db: TxDb, row: NewPassword, codeHashes: readonly Buffer[]): void {
  const { staff_id, ...values } = row;
  db.write(
    typed(
      sql
        .insertInto('access.staff_passwords')
        .values(row)
        .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values)),
    ),
  );
  db.write(typed(sql.deleteFrom('access.recovery_codes').where('staff_id', '=', staff_id)));
  const codes = codeHashes.map((code_hash) => ({ staff_id, code_hash }));
  db.write(typed(sql.insertInto('access.recovery_codes').values(codes)));
}
