import type { Preliminary } from '#modules/vehicles';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { LookedUp } from './facts.ts';

export type FactsRow = {
  readonly version: number;
  readonly found: LookedUp;
  readonly preliminary: Preliminary | null;
  readonly sealedPerson: Buffer | null;
};

const columns = `version, found, preliminary, encrypted_person as "sealedPerson"`;

const byId = prepared<[consultationId: string], FactsRow>(
  'facts.find-case',
  `select ${columns} from facts.cases where consultation_id = $1`,
);

export const findFactsRow = (db: Db, consultationId: string) => db.find(byId(consultationId));

const ensure = prepared<[consultationId: string, now: Date], never>(
  'facts.ensure-case',
  'insert into facts.cases (consultation_id, updated_at) values ($1, $2) on conflict do nothing',
);

const locked = prepared<[consultationId: string], FactsRow>(
  'facts.lock-case',
  `select ${columns} from facts.cases where consultation_id = $1 for update`,
);

/** The row of a case, created if missing, locked until the transaction ends. */
export async function lockFactsRow(db: TxDb, consultationId: string, now: Date): Promise<FactsRow> {
  db.write(ensure(consultationId, now));
  const row = await db.find(locked(consultationId));
  if (row === undefined) throw new Error('a row that was just made is not there');
  return row;
}

const wanted = prepared<[consultationId: string, now: Date], never>(
  'facts.want-market-read',
  `insert into facts.cases (consultation_id, market_due_at, updated_at) values ($1, $2, $2)
   on conflict (consultation_id) do update set market_due_at = excluded.market_due_at`,
);

export const insertWanted = (db: TxDb, consultationId: string, now: Date): void =>
  db.write(wanted(consultationId, now));

const due = prepared<[now: Date, limit: number], { id: string }>(
  'facts.list-market-due',
  `select consultation_id as id from facts.cases where market_due_at <= $1 order by market_due_at limit $2`,
);

export const listDueIds = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (await db.many(due(now, limit))).map(({ id }) => id);

const later = prepared<[consultationId: string, dueAt: Date | null], never>(
  'facts.set-market-due',
  'update facts.cases set market_due_at = $2 where consultation_id = $1',
);

/** Undefined cancels the read. */
export const updateDue = (db: TxDb, consultationId: string, dueAt: Date | undefined): void =>
  db.write(later(consultationId, dueAt ?? null));

type ChangedRow = FactsRow & {
  readonly consultationId: string;
  readonly vin: string | null;
  readonly claimNumber: string | null;
  readonly now: Date;
};

const set = prepared<
  [
    consultationId: string,
    version: number,
    found: LookedUp,
    preliminary: Preliminary | null,
    sealedPerson: Buffer | null,
    vin: string | null,
    claimNumber: string | null,
    now: Date,
  ],
  never
>(
  'facts.set-case',
  `update facts.cases set version = $2, found = $3, preliminary = $4, encrypted_person = $5, vin = $6, claim_number = $7,
     market_due_at = null, updated_at = $8
   where consultation_id = $1`,
);

/** The row must be locked by this transaction. It clears the requested market read, because this change has one or none is possible. */
export function updateFactsRow(db: TxDb, row: ChangedRow): void {
  const { consultationId, version, found, preliminary, sealedPerson, vin, claimNumber, now } = row;
  db.write(set(consultationId, version, found, preliminary, sealedPerson, vin, claimNumber, now));
}

export type ChangeRow = {
  readonly id: string;
  readonly version: number;
  readonly field: string;
  readonly sealedChange: Buffer;
  /** Null for the customer, on their own page. */
  readonly staffId: string | null;
  readonly at: Date;
};

const insert = prepared<
  [
    consultationId: string,
    version: number,
    staffId: string | null,
    at: Date,
    ids: readonly string[],
    fields: readonly string[],
    sealed: readonly Buffer[],
  ],
  never
>(
  'facts.insert-changes',
  `insert into facts.changes (id, consultation_id, version, field, encrypted_change, staff_id, at)
   select r.id, $1, $2, r.field, r.sealed, $3, $4
   from unnest($5::text[], $6::text[], $7::bytea[]) as r(id, field, sealed)`,
);

type NewChanges = {
  readonly consultationId: string;
  readonly version: number;
  readonly staffId: string | null;
  readonly at: Date;
  readonly changes: readonly Pick<ChangeRow, 'id' | 'field' | 'sealedChange'>[];
};

export function insertChanges(db: TxDb, { consultationId, version, staffId, at, changes }: NewChanges): void {
  const ids = changes.map(({ id }) => id);
  const fields = changes.map(({ field }) => field);
  db.write(
    insert(
      consultationId,
      version,
      staffId,
      at,
      ids,
      fields,
      changes.map(({ sealedChange }) => sealedChange),
    ),
  );
}

const history = prepared<[consultationId: string, limit: number], ChangeRow>(
  'facts.list-changes',
  `select id, version, field, encrypted_change as "sealedChange", staff_id as "staffId", at from facts.changes
   where consultation_id = $1 order by version desc, id desc limit $2`,
);

export const listChangeRows = (db: Db, consultationId: string, limit: number) =>
  db.many(history(consultationId, limit));
