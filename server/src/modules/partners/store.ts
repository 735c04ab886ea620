import { sql, typed, type Db } from '#platform/db';

export type NewInstitution = {
  readonly id: string;
  readonly name: string;
  readonly technical_contact_email: string | null;
  readonly created_at: Date;
};

export const insertInstitution = (db: Db, row: NewInstitution) =>
  db.find(
    typed(
      sql
        .insertInto('partners.institutions')
        .values({ ...row, status: 'active' })
        .returningAll(),
    ),
  );

export const findInstitution = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('partners.institutions').selectAll().where('id', '=', id)));

export type InstitutionChange = {
  readonly name?: string;
  readonly status?: string;
  readonly technical_contact_email?: string | null;
};

export const updateInstitution = (db: Db, id: string, change: InstitutionChange) =>
  db.find(typed(sql.updateTable('partners.institutions').set(change).where('id', '=', id).returningAll()));
