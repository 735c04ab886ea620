import { sql, typed, type Db, type TxDb } from '#platform/db';

export const findStaff = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('access.staff').selectAll().where('id', '=', id)));

export const findStaffByIdentity = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  db.find(
    typed(
      sql.selectFrom('access.staff').selectAll().where('oidc_issuer', '=', issuer).where('oidc_subject', '=', subject),
    ),
  );

/** False when that person is bound to an identity already. */
export const bindIdentity = async (db: TxDb, id: string, identity: { issuer: string; subject: string }) =>
  (await db.find(
    typed(
      sql
        .updateTable('access.staff')
        .set({ oidc_issuer: identity.issuer, oidc_subject: identity.subject })
        .where('id', '=', id)
        .where('oidc_subject', 'is', null)
        .returning('id'),
    ),
  )) !== undefined;

/** The team is tens of people; nobody pages through it. */
export const listStaffRows = (db: Db) =>
  db.many(
    typed(
      sql
        .selectFrom('access.staff as s')
        .leftJoin('access.staff_passwords as p', 'p.staff_id', 's.id')
        .select(['s.id', 's.name', 's.email', 's.role', 's.created_at', 's.disabled_at', 's.oidc_subject', 'p.set_at'])
        .orderBy('s.name')
        .orderBy('s.id')
        .limit(1000),
    ),
  );

export const listNames = (db: Db, ids: readonly string[]) =>
  db.many(typed(sql.selectFrom('access.staff').select(['id', 'name']).where('id', 'in', ids)));

export type StaffChange = {
  readonly role?: string;
  readonly disabled_at?: Date | null;
  readonly oidc_issuer?: null;
  readonly oidc_subject?: null;
};

export const updateStaff = (db: TxDb, id: string, change: StaffChange) =>
  db.find(typed(sql.updateTable('access.staff').set(change).where('id', '=', id).returning('id')));
