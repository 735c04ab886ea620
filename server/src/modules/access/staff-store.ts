import { sql, typed, type Db, type TxDb } from '#platform/db';

export const findStaff = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('access.staff').selectAll().where('id', '=', id)));

// Whoever opens a session holds the person's row until it is there, and so does whoever changes the person: one of them is
// first, and the other sees it. Otherwise a session could be opened just behind the back of what ends all of them.

export type Identity = { readonly issuer: string; readonly subject: string };

export const lockStaffByIdentity = (db: TxDb, { issuer, subject }: Identity) =>
  db.find(
    typed(
      sql
        .selectFrom('access.staff')
        .selectAll()
        .where('oidc_issuer', '=', issuer)
        .where('oidc_subject', '=', subject)
        .forNoKeyUpdate(),
    ),
  );

export const lockStaffByEmail = (db: TxDb, email: string) =>
  db.find(typed(sql.selectFrom('access.staff').selectAll().where('email', '=', email).forNoKeyUpdate()));

/** People in one order for everybody, so that two who change each other do not wait for each other. */
export const lockStaff = (db: TxDb, ids: readonly string[]) =>
  db.many(
    typed(
      sql
        .selectFrom('access.staff')
        .select(['id', 'role', 'disabled_at'])
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate(),
    ),
  );

/** The caller holds the row and has seen that it is bound to nobody. */
export function updateIdentity(db: TxDb, id: string, { issuer, subject }: Identity): void {
  db.write(
    typed(sql.updateTable('access.staff').set({ oidc_issuer: issuer, oidc_subject: subject }).where('id', '=', id)),
  );
}

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
