import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

// What is left of the allowance after the tries that stand there under the other keys of the ring.
const left = `$4 - (select count(*) from access.sign_in_tries o, unnest(o.tries) at
  where o.subject = any($5::bytea[]) and at > $3)`;

// One statement under the subject's row: of any number of tries at once exactly `max` pass. A try is counted before its
// password is looked at, and forgotten when it succeeds.
const take = prepared<[subject: Buffer, now: Date, since: Date, max: number, others: Buffer[]], { subject: Buffer }>(
  'access.take-try',
  `insert into access.sign_in_tries as t (subject, tries, last_at)
   select $1, array[$2::timestamptz], $2 where ${left} > 0
   on conflict (subject) do update
     set tries = array(select at from unnest(t.tries) at where at > $3 order by at) || $2::timestamptz, last_at = $2
     where (select count(*) from unnest(t.tries) at where at > $3) < ${left}
   returning subject`,
);

export type Try = {
  /** Whose try, under every key of the ring; it is counted under the first. */
  readonly subject: readonly Buffer[];
  readonly now: Date;
  readonly since: Date;
  readonly max: number;
};

export async function takeTry(db: Db, { subject: [newest, ...others], now, since, max }: Try): Promise<boolean> {
  if (newest === undefined) throw new Error('the ring has a key');
  return (await db.find(take(newest, now, since, max, others))) !== undefined;
}

export function forgetTries(db: TxDb, subjects: readonly Buffer[]): void {
  db.write(typed(sql.deleteFrom('access.sign_in_tries').where('subject', 'in', subjects)));
}

const purge = prepared<[until: Date, limit: number], { subject: Buffer }>(
  'access.purge-tries',
  `delete from access.sign_in_tries where last_at <= $1 and ctid = any(array(
     select ctid from access.sign_in_tries where last_at <= $1 limit $2)) returning subject`,
);

export const deleteOldTries = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));

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

const hold = prepared<[staffId: string, passwordHash: string], { sealed_totp: Buffer; last_step: string }>(
  'access.lock-password',
  `select p.sealed_totp, p.last_step from access.staff s join access.staff_passwords p on p.staff_id = s.id
   where s.id = $1 and s.disabled_at is null and p.password_hash = $2 for no key update of s, p`,
);

/** Undefined when the password was replaced since it was compared, or the person disabled. */
export const lockPassword = (db: TxDb, staffId: string, passwordHash: string) => db.find(hold(staffId, passwordHash));

const step = prepared<[staffId: string, step: number], { staff_id: string }>(
  'access.take-totp-step',
  'update access.staff_passwords set last_step = $2 where staff_id = $1 and last_step < $2 returning staff_id',
);

/** False when a code of that step, or of a later one, was taken already. */
export const takeStep = async (db: TxDb, staffId: string, at: number): Promise<boolean> =>
  (await db.find(step(staffId, at))) !== undefined;

/** False when it is unknown or was used. */
export const takeRecoveryCode = async (db: TxDb, staffId: string, use: { hashes: Buffer[]; now: Date }) =>
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

export type NewSetup = {
  readonly token_hash: Buffer;
  readonly staff_id: string;
  readonly sealed_totp: Buffer;
  readonly expires_at: Date;
};

/** A new link takes the place of those before it. */
export function replaceSetup(db: TxDb, row: NewSetup): void {
  db.write(typed(sql.deleteFrom('access.staff_setups').where('staff_id', '=', row.staff_id)));
  db.write(typed(sql.insertInto('access.staff_setups').values(row)));
}

export const findSetup = (db: Db, hashes: Buffer[], now: Date) =>
  db.find(
    typed(
      sql
        .selectFrom('access.staff_setups as u')
        .innerJoin('access.staff as s', 's.id', 'u.staff_id')
        .select(['u.token_hash', 'u.staff_id', 'u.sealed_totp', 's.email', 's.name'])
        .where('u.token_hash', 'in', hashes)
        .where('u.used_at', 'is', null)
        .where('u.expires_at', '>', now)
        .where('s.disabled_at', 'is', null),
    ),
  );

/** False when somebody else used the link at the same moment. */
export const takeSetup = async (db: TxDb, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await db.find(
    typed(
      sql
        .updateTable('access.staff_setups')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .returning('staff_id'),
    ),
  )) !== undefined;

export type NewPassword = {
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
