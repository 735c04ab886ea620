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

/** Data that an institution gets later. */
export type StoredInstitution = InstitutionRow & {
  readonly live_requested_at: Date | null;
  readonly live_requested_by: string | null;
};

export function insertInstitution(db: TxDb, row: InstitutionRow & { readonly live_opened_at: Date | null }): void {
  const values = { ...row, program: JSON.stringify(row.program), plans: JSON.stringify(row.plans) };
  db.write(typed(sql.insertInto('partners.institutions').values(values)));
}

const one = prepared<[id: string], StoredInstitution>(
  'partners.find-institution',
  `select id, name, program, plans, technical_contact_email, billing_contact_email, bill_to, created_at,
     live_requested_at, live_requested_by
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

type Access = { readonly name: string; readonly live_opened_at: Date | null };

const access = prepared<[id: string], Access>(
  'partners.find-access',
  'select name, live_opened_at from partners.institutions where id = $1',
);

export const findAccess = (db: Db, id: string) => db.find(access(id));

type ListedAccess = Access & { readonly id: string; readonly live_requested_at: Date | null };

const accesses = prepared<[ids: readonly string[]], ListedAccess>(
  'partners.list-access',
  'select id, name, live_opened_at, live_requested_at from partners.institutions where id = any($1::text[])',
);

export const listAccess = (db: Db, ids: readonly string[]) => db.many(accesses(ids));

const openLive = prepared<[id: string, now: Date], { name: string }>(
  'partners.open-live',
  'update partners.institutions set live_opened_at = $2 where id = $1 and live_opened_at is null returning name',
);

/** Undefined when it was already open. */
export const updateLiveOpened = (db: TxDb, id: string, now: Date) => db.find(openLive(id, now));

const page = prepared<[after: string, limit: number], { id: string }>(
  'partners.list-institutions',
  'select id from partners.institutions where id > $1 order by id limit $2',
);

export const listInstitutionRows = (db: Db, after: string, limit: number) => db.many(page(after, limit));

const askForLive = prepared<[id: string, userId: string, now: Date], { live_requested_at: Date; first: boolean }>(
  'partners.request-live',
  // Locked before it is changed: one of two concurrent requests is the first.
  `with before as (
     select id, live_requested_at as at, live_requested_by as by from partners.institutions
     where id = $1 and live_opened_at is null for no key update
   )
   update partners.institutions i set live_requested_at = coalesce(before.at, $3),
     live_requested_by = case when before.at is null then $2 else before.by end
   from before where i.id = before.id
   returning coalesce(before.at, $3) as live_requested_at, before.at is null as first`,
);

type LiveRequest = { readonly institutionId: string; readonly userId: string; readonly now: Date };

/** Undefined when live mode is open. */
export const updateLiveRequest = (db: Db, { institutionId, userId, now }: LiveRequest) =>
  db.find(askForLive(institutionId, userId, now));

type ListedInstitution = {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly live_opened_at: Date | null;
  readonly created_at: Date;
};

const listed = prepared<[after: string, limit: number], ListedInstitution>(
  'partners.describe-institutions',
  `select id, name, program->>'mode' as mode, live_opened_at, created_at from partners.institutions
   where id > $1 order by id limit $2`,
);

export const listDescribedInstitutions = (db: Db, after: string, limit: number) => db.many(listed(after, limit));
