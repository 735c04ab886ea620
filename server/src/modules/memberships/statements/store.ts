import { prepared, type Db, type TxDb } from '#platform/db';
import type { StatementStatus, StatementView } from './schemas.ts';

export type Statement = {
  readonly institutionId: string;
  readonly id: string;
  readonly period: string;
  readonly number: string;
  readonly status: StatementStatus;
  readonly enrollmentCount: number;
  readonly amountCents: number;
  readonly lines: StatementView['lines'];
  readonly issuedAt: Date;
  readonly dueAt: Date;
  /** As they were when it was issued; null if not set then. */
  readonly issuer: string | null;
  readonly billTo: string | null;
  readonly remitTo: string | null;
};

// Active for any part of the month: begun before its end, neither canceled nor used up before it began, and not canceled
// before taking effect. A vehicle counts once in a plan, however many enrollments it had (T10). The terms at the end of
// the month are the current ones, unless they were changed since.
const listInForce = prepared<
  [institutionId: string, from: Date, to: Date, knownBy: Date | null, statementId: string],
  { plan: string; quantity: number; known: boolean }
>(
  'memberships.insert-statement-vehicles',
  `with billed as (
   select coalesce(t.plan, e.plan) as plan, array_agg(distinct coalesce(t.vin, e.vin)) as vins,
     bool_or($4::timestamptz is null or e.created_at < $4) as known
   from memberships.enrollments e left join (
     select distinct on (enrollment_id) enrollment_id, plan, vin from memberships.earlier_terms
     where institution_id = $1 and until >= $3 order by enrollment_id, until, seq) t on t.enrollment_id = e.id
   where e.institution_id = $1 and e.livemode and e.effective_at < $3
     and (e.canceled_at is null or e.canceled_at >= $2 and e.canceled_at > e.effective_at)
     and (e.redeemed_at is null or e.redeemed_at >= $2)
   group by 1
   ), stored as (
     insert into memberships.statement_vehicles (institution_id, statement_id, plan, vins)
     select $1, $5, plan, vins from billed
   )
   select plan, cardinality(vins) as quantity, known from billed order by plan`,
);

type Month = { readonly from: Date; readonly to: Date; readonly knownBy: Date | undefined };

/**
 * Lists the vehicles that a statement bills and counts them by plan, for all enrollments; a plan is `known` if one of
 * them existed before `knownBy`.
 */
export const insertVehicles = (
  db: TxDb,
  { institutionId, id }: { institutionId: string; id: string },
  { from, to, knownBy }: Month,
) => db.many(listInForce(institutionId, from, to, knownBy ?? null, id));

const openPeriods = prepared<[periods: readonly string[]], { period: string; retryAt: Date | null }>(
  'memberships.open-periods',
  `select period, s.retry_at as "retryAt" from unnest($1::text[]) as due(period)
   left join memberships.statement_periods s using (period) where s.done_at is null order by period`,
);

/** Of these months, those that are not complete. */
export const listOpenPeriods = (db: Db, periods: readonly string[]) => db.many(openPeriods(periods));

const setOutcome = prepared<[period: string, doneAt: Date | null, retryAt: Date | null], never>(
  'memberships.set-period-outcome',
  `insert into memberships.statement_periods (period, last_number, done_at, retry_at) values ($1, 0, $2, $3)
   on conflict (period) do update set done_at = excluded.done_at, retry_at = excluded.retry_at`,
);

export const finishPeriod = (db: Db, period: string, now: Date) => db.many(setOutcome(period, now, null));

export const retryPeriod = (db: Db, period: string, at: Date) => db.many(setOutcome(period, null, at));

const nextNumber = prepared<[period: string], { last_number: number }>(
  'memberships.next-statement-number',
  `insert into memberships.statement_periods (period, last_number) values ($1, 1)
   on conflict (period) do update set last_number = statement_periods.last_number + 1 returning last_number`,
);

/** Locked until the end of the transaction: a period's numbers have no gaps. */
export async function allocateNumber(db: TxDb, period: string): Promise<number> {
  const row = await db.find(nextNumber(period));
  if (row === undefined) throw new Error('a number was not given');
  return row.last_number;
}

const insert = prepared<[row: string], { id: string }>(
  'memberships.insert-statement',
  `insert into memberships.statements (institution_id, id, period, number, status, enrollment_count, amount_cents, lines,
     issued_at, due_at, issuer, bill_to, remit_to)
   select * from jsonb_to_record($1) as r("institutionId" text, id text, period text, number text, status text,
     "enrollmentCount" integer, "amountCents" bigint, lines jsonb, "issuedAt" timestamptz, "dueAt" timestamptz,
     issuer text, "billTo" text, "remitTo" text)
   on conflict (institution_id, period) do nothing returning id`,
);

/** Undefined if the institution already has a statement for the period. */
export const insertStatement = (db: TxDb, row: Statement) => db.find(insert(JSON.stringify(row)));

const columns = `institution_id as "institutionId", id, period, number, status, enrollment_count as "enrollmentCount",
  amount_cents::float8 as "amountCents", lines, issued_at as "issuedAt", due_at as "dueAt", issuer, bill_to as "billTo", remit_to as "remitTo"`;

const byPeriod = prepared<[institutionId: string, period: string], Statement>(
  'memberships.find-statement',
  `select ${columns} from memberships.statements where institution_id = $1 and period = $2`,
);

export const findStatement = (db: Db, institutionId: string, period: string) =>
  db.find(byPeriod(institutionId, period));

const byId = prepared<[institutionId: string, id: string], Statement>(
  'memberships.find-statement-by-id',
  `select ${columns} from memberships.statements where institution_id = $1 and id = $2`,
);

export const findStatementById = (db: Db, institutionId: string, id: string) => db.find(byId(institutionId, id));

type StatementFilter = {
  readonly period: string | undefined;
  readonly status: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
};

export function listStatementRows(db: Db, institutionId: string, filter: StatementFilter): Promise<Statement[]> {
  const values: unknown[] = [institutionId];
  const conditions = ['institution_id = $1'];
  const ask = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  ask('period =', filter.period);
  ask('status =', filter.status);
  ask('id <', filter.belowId);
  const text = `select ${columns} from memberships.statements where ${conditions.join(' and ')}
    order by id desc limit $${values.push(filter.limit)}`;
  return db.many<Statement>({ text, values });
}

type SettingsRow = { readonly issuer: string; readonly remit_to: string; readonly updated_at: Date };

const settings = prepared<[], SettingsRow>(
  'memberships.find-statement-settings',
  'select issuer, remit_to, updated_at from memberships.statement_settings',
);

export const findStatementSettings = (db: Db) => db.find(settings());

const setSettings = prepared<[issuer: string, remitTo: string, now: Date], never>(
  'memberships.set-statement-settings',
  `insert into memberships.statement_settings (issuer, remit_to, updated_at) values ($1, $2, $3)
   on conflict (single) do update set issuer = $1, remit_to = $2, updated_at = $3`,
);

export function upsertStatementSettings(db: TxDb, row: { issuer: string; remitTo: string; now: Date }): void {
  db.write(setSettings(row.issuer, row.remitTo, row.now));
}

const vehicles = prepared<[institutionId: string, statementId: string], { plan: string; vins: string[] }>(
  'memberships.list-statement-vehicles',
  'select plan, vins from memberships.statement_vehicles where institution_id = $1 and statement_id = $2 order by plan',
);

export const listVehicleRows = (db: Db, institutionId: string, id: string) => db.many(vehicles(institutionId, id));

const locked = prepared<[institutionId: string, id: string], { status: StatementStatus }>(
  'memberships.lock-statement',
  'select status from memberships.statements where institution_id = $1 and id = $2 for no key update',
);

export const lockStatement = (db: TxDb, institutionId: string, id: string) => db.find(locked(institutionId, id));

const setStatus = prepared<[institutionId: string, id: string, status: string], never>(
  'memberships.set-statement-status',
  'update memberships.statements set status = $3 where institution_id = $1 and id = $2',
);

export function updateStatementStatus(
  db: TxDb,
  { institutionId, id }: { institutionId: string; id: string },
  status: StatementStatus,
): void {
  db.write(setStatus(institutionId, id, status));
}

type StatementChangeRow = {
  readonly kind: 'sent' | 'paid' | 'void' | 'reopened';
  readonly staff_id: string;
  readonly at: Date;
  readonly note: string | null;
};

const addChange = prepared<
  [institutionId: string, id: string, kind: string, staffId: string, at: Date, note: string | null],
  never
>(
  'memberships.insert-statement-change',
  `insert into memberships.statement_changes (institution_id, statement_id, seq, kind, staff_id, at, note)
   select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 from memberships.statement_changes
   where institution_id = $1 and statement_id = $2`,
);

/** The caller has locked the statement, so that the numbers are consecutive. */
export function insertStatementChange(
  db: TxDb,
  { institutionId, id }: { institutionId: string; id: string },
  { kind, staff_id, at, note }: StatementChangeRow,
): void {
  db.write(addChange(institutionId, id, kind, staff_id, at, note));
}

const changes = prepared<[institutionId: string, id: string], StatementChangeRow>(
  'memberships.list-statement-changes',
  `select kind, staff_id, at, note from memberships.statement_changes where institution_id = $1 and statement_id = $2
   order by seq desc limit 100`,
);

export const listChangeRows = (db: Db, institutionId: string, id: string) => db.many(changes(institutionId, id));
