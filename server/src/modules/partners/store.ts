import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { Plan, Program } from './schemas.ts';

export type InstitutionRow = {
  readonly id: string;
  readonly name: string;
  readonly program: Program;
  readonly plans: Plan[];
  readonly technical_contact_email: string | null;
  readonly billing_contact_email: string | null;
  readonly bill_to: string | null;
  readonly created_at: Date;
};

export function insertInstitution(db: TxDb, row: InstitutionRow): void {
  const values = { ...row, program: JSON.stringify(row.program), plans: JSON.stringify(row.plans) };
  db.write(typed(sql.insertInto('partners.institutions').values(values)));
}

const one = prepared<[id: string], InstitutionRow>(
  'partners.find-institution',
  `select id, name, program, plans, technical_contact_email, billing_contact_email, bill_to, created_at
   from partners.institutions where id = $1`,
);

export const findInstitution = (db: Db, id: string) => db.find(one(id));

type InstitutionChange = {
  readonly name?: string;
  readonly program?: Program;
  readonly plans?: Plan[];
  readonly technical_contact_email?: string | null;
  readonly billing_contact_email?: string | null;
  readonly bill_to?: string | null;
};

export function updateInstitution(db: TxDb, id: string, { program, plans, ...change }: InstitutionChange): void {
  const values = {
    ...change,
    ...(program === undefined ? {} : { program: JSON.stringify(program) }),
    ...(plans === undefined ? {} : { plans: JSON.stringify(plans) }),
  };
  if (Object.keys(values).length > 0)
    db.write(typed(sql.updateTable('partners.institutions').set(values).where('id', '=', id)));
}

const page = prepared<[after: string, limit: number], { id: string }>(
  'partners.list-institutions',
  'select id from partners.institutions where id > $1 order by id limit $2',
);

export const listInstitutionRows = (db: Db, after: string, limit: number) => db.many(page(after, limit));
