import { prepared, type Db, type TxDb } from '#platform/db';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import type { Confirmation } from './store.ts';
import { isExpiredSql, unfinishedStatuses, undecidedStatuses } from './transitions.ts';

const inOpen = unfinishedStatuses.map((status) => `'${status}'`).join(', ');
const inUndecided = undecidedStatuses.map((status) => `'${status}'`).join(', ');

// Each half has a partial index of open intakes; a customer has few.
const openOf = prepared<
  [email: string | null, phone: string | null, now: Date],
  { id: string; vin: string | null; over: boolean }
>(
  'intakes.open-of-customer',
  `select id, vin, ${isExpiredSql('i', '$3')} as over from intakes.intakes i where email = $1 and status in (${inOpen})
   union all
   select id, vin, ${isExpiredSql('i', '$3')} from intakes.intakes i where phone = $2 and status in (${inOpen})`,
);

type OpenIntakes = {
  /** VINs of the customer's open intakes, null where none is known. */
  readonly vins: readonly (string | null)[];
  /** Ids of intakes whose time is over and that no sweep has ended yet. */
  readonly expiredIds: readonly string[];
};

export async function listOpenIntakes(
  db: Db,
  { email, phone }: { email: string | undefined; phone: string | undefined },
  now: Date,
): Promise<OpenIntakes> {
  const rows = await db.many(openOf(email ?? null, phone ?? null, now));
  return {
    vins: rows.filter(({ over }) => !over).map(({ vin }) => vin),
    expiredIds: [...new Set(rows.filter(({ over }) => over).map(({ id }) => id))],
  };
}

type ContactRow = {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly loss: NonNullable<IntakeRequest['loss']>;
};

const contactRows = prepared<[ids: readonly string[]], ContactRow>(
  'intakes.list-contacts',
  'select id, email, phone, loss from intakes.intakes where id = any($1::text[])',
);

export const listContactRows = (db: Db, ids: readonly string[]) => db.many(contactRows(ids));

export type MovedIntake = {
  readonly id: string;
  readonly principalId: string | undefined;
  readonly consultationId: string | undefined;
};

// Rows are locked in the order of their ids, so that two batches that share intakes cannot deadlock. An intake whose
// time is over can only expire, and did so at its expiry time, however late it is recorded.
const move = prepared<
  [ids: readonly string[], from: readonly IntakeStatus[], to: IntakeStatus, now: Date],
  { id: string; principal_id: string | null; consultation_id: string | null }
>(
  'intakes.move',
  `with due as (
     select id from intakes.intakes i where id = any($1::text[]) and status = any($2::text[])
       and ${isExpiredSql('i', '$4')} = ($3 = 'expired') order by id for update
   )
   update intakes.intakes i set status = $3, status_at = case when $3 = 'expired' then i.expires_at else $4 end
   from due where i.id = due.id
   returning i.id, i.principal_id, i.consultation_id`,
);

type Move = {
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

const extend = prepared<[id: string, until: Date], never>(
  'intakes.extend',
  'update intakes.intakes set expires_at = $2 where id = $1 and expires_at < $2',
);

/** Only ever extends the expiry. */
export function updateExpiry(db: TxDb, id: string, until: Date): void {
  db.write(extend(id, until));
}

const expiring = prepared<[now: Date, limit: number], { id: string }>(
  'intakes.lock-expiring',
  `select id from intakes.intakes where expires_at <= $1 and status in (${inUndecided})
   order by expires_at limit $2 for update skip locked`,
);

/** Intakes whose time is over, at most `limit`, skipping rows that another transaction has locked. */
export async function lockExpiring(db: TxDb, now: Date, limit: number): Promise<string[]> {
  return (await db.many(expiring(now, limit))).map((row) => row.id);
}
