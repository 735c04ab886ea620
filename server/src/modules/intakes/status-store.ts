import { prepared, type Db, type TxDb } from '#platform/db';
import type { IntakeStatus } from './schemas.ts';
import type { Confirmation } from './store.ts';
import { open, undecided } from './transitions.ts';

const inOpen = open.map((status) => `'${status}'`).join(', ');
const inUndecided = undecided.map((status) => `'${status}'`).join(', ');

// Each half has a partial index of open intakes; a person has few.
const openVins = prepared<[email: string | null, phone: string | null], { vin: string | null }>(
  'intakes.open-vins',
  `select vin from intakes.intakes where email = $1 and status in (${inOpen})
   union all
   select vin from intakes.intakes where phone = $2 and status in (${inOpen})`,
);

/** VINs of a person's open intakes, null where none was given. */
export async function listOpenVins(db: Db, contacts: { email: string | undefined; phone: string | undefined }) {
  const rows = await db.many(openVins(contacts.email ?? null, contacts.phone ?? null));
  return rows.map((row) => row.vin);
}

export type MovedIntake = {
  readonly id: string;
  readonly principalId: string | undefined;
  readonly consultationId: string | undefined;
};

// Rows are locked in the order of their ids, so that two batches that share intakes cannot wait for each other.
const move = prepared<
  [ids: readonly string[], from: readonly IntakeStatus[], to: IntakeStatus, now: Date],
  { id: string; principal_id: string | null; consultation_id: string | null }
>(
  'intakes.move',
  `with due as (
     select id from intakes.intakes where id = any($1::text[]) and status = any($2::text[]) order by id for update
   )
   update intakes.intakes i set status = $3, status_at = $4 from due where i.id = due.id
   returning i.id, i.principal_id, i.consultation_id`,
);

export type Move = {
  readonly ids: readonly string[];
  readonly from: readonly IntakeStatus[];
  readonly to: IntakeStatus;
  readonly now: Date;
};

/** Moves the intakes that are in one of the `from` statuses; the others stay as they are. */
export async function updateStatus(db: TxDb, { ids, from, to, now }: Move): Promise<MovedIntake[]> {
  const rows = await db.many(move(ids, from, to, now));
  return rows.map((row) => ({
    id: row.id,
    principalId: row.principal_id ?? undefined,
    consultationId: row.consultation_id ?? undefined,
  }));
}

const confirmation = prepared<[id: string, confirmation: Confirmation], never>(
  'intakes.set-confirmation',
  'update intakes.intakes set confirmation = $2 where id = $1',
);

export function updateConfirmation(db: TxDb, id: string, record: Confirmation): void {
  db.write(confirmation(id, record));
}

const expiring = prepared<[now: Date, limit: number], { id: string }>(
  'intakes.lock-expiring',
  `select id from intakes.intakes where expires_at <= $1 and status in (${inUndecided})
   order by expires_at limit $2 for update skip locked`,
);

/** Intakes whose time is over, at most `limit`, skipping those that somebody is deciding right now. */
export async function lockExpiring(db: TxDb, now: Date, limit: number): Promise<string[]> {
  return (await db.many(expiring(now, limit))).map((row) => row.id);
}
