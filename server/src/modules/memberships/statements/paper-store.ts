import { prepared, type Db, type TxDb } from '#platform/db';
import type { StatementStatus } from './schemas.ts';

type SettingsRow = { readonly issuer: string; readonly remit_to: string; readonly updated_at: Date };

const settings = prepared<[], SettingsRow>(
  'memberships.find-statement-settings',
  'select issuer, remit_to, updated_at from plans.statement_settings',
);

export const findStatementSettings = (db: Db) => db.find(settings());

const setSettings = prepared<[issuer: string, remitTo: string, now: Date], never>(
  'memberships.set-statement-settings',
  `insert into plans.statement_settings (issuer, remit_to, updated_at) values ($1, $2, $3)
   on conflict (single) do update set issuer = $1, remit_to = $2, updated_at = $3`,
);

export function upsertStatementSettings(db: TxDb, row: { issuer: string; remitTo: string; now: Date }): void {
  db.write(setSettings(row.issuer, row.remitTo, row.now));
}

const vehicles = prepared<[institutionId: string, statementId: string], { plan: string; vins: string[] }>(
  'memberships.list-statement-vehicles',
  'select plan, vins from plans.statement_vehicles where institution_id = $1 and statement_id = $2 order by plan',
);

export const listVehicleRows = (db: Db, institutionId: string, id: string) => db.many(vehicles(institutionId, id));

const locked = prepared<[institutionId: string, id: string], { status: StatementStatus }>(
  'memberships.lock-statement',
  'select status from plans.statements where institution_id = $1 and id = $2 for no key update',
);

export const lockStatement = (db: TxDb, institutionId: string, id: string) => db.find(locked(institutionId, id));

const setStatus = prepared<[institutionId: string, id: string, status: string], never>(
  'memberships.set-statement-status',
  'update plans.statements set status = $3 where institution_id = $1 and id = $2',
);

export function updateStatementStatus(
  db: TxDb,
  { institutionId, id }: { institutionId: string; id: string },
  status: StatementStatus,
): void {
  db.write(setStatus(institutionId, id, status));
}

export type StatementChangeRow = {
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
  `insert into plans.statement_changes (institution_id, statement_id, seq, kind, staff_id, at, note)
   select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 from plans.statement_changes
   where institution_id = $1 and statement_id = $2`,
);

/** The caller has locked the statement, so that the numbers follow each other. */
export function insertStatementChange(
  db: TxDb,
  { institutionId, id }: { institutionId: string; id: string },
  { kind, staff_id, at, note }: StatementChangeRow,
): void {
  db.write(addChange(institutionId, id, kind, staff_id, at, note));
}

const changes = prepared<[institutionId: string, id: string], StatementChangeRow>(
  'memberships.list-statement-changes',
  `select kind, staff_id, at, note from plans.statement_changes where institution_id = $1 and statement_id = $2
   order by seq desc limit 100`,
);

export const listChangeRows = (db: Db, institutionId: string, id: string) => db.many(changes(institutionId, id));
