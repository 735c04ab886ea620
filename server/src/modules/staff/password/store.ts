import { sql, typed, type Db, type TxDb } from '#platform/db';

type NewSetup = {
  readonly token_hash: Buffer;
  readonly staff_id: string;
  readonly encrypted_totp: Buffer;
  readonly expires_at: Date;
};

/** A new link replaces the earlier ones. */
export function replaceSetup(db: TxDb, row: NewSetup): void {
  db.write(typed(sql.deleteFrom('staff.setups').where('staff_id', '=', row.staff_id)));
  db.write(typed(sql.insertInto('staff.setups').values(row)));
}

export const findSetupRow = (db: Db, hashes: Buffer[], now: Date) =>
  db.find(
    typed(
      sql
        .selectFrom('staff.setups as u')
        .innerJoin('staff.members as s', 's.id', 'u.staff_id')
        .select(['u.token_hash', 'u.staff_id', 'u.encrypted_totp', 's.email', 's.name'])
        .where('u.token_hash', 'in', hashes)
        .where('u.used_at', 'is', null)
        .where('u.expires_at', '>', now)
        .where('s.disabled_at', 'is', null),
    ),
  );

export const findOpenSetup = (db: Db, staffId: string, now: Date) =>
  db.find(
    typed(
      sql
        .selectFrom('staff.setups')
        .select('expires_at')
        .where('staff_id', '=', staffId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now),
    ),
  );

/** False when a concurrent request used the link. */
export const consumeSetup = async (db: TxDb, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await db.find(
    typed(
      sql
        .updateTable('staff.setups')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .returning('staff_id'),
    ),
  )) !== undefined;
