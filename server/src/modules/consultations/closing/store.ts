import { type Db, prepared, preparedInsert, type TxDb } from '#platform/db';

/** Binds the text to its row. */
export const closingAad = (id: string): string => `consultations.closings/${id}`;

const insert = preparedInsert('consultations.closings', [
  'id',
  'consultation_id',
  'action',
  'reason',
  'encrypted_note',
  'staff_id',
  'at',
]);

export function insertClosing(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

const close = prepared<[id: string, now: Date, reason: string, by: string | null], never>(
  'consultations.close-locked',
  `update consultations.consultations set closed_at = $2, closed_reason = $3, closed_by = $4, ready = false,
     next_call_at = null, callback_at = null, lease_staff_id = null, lease_since = null, lease_until = null
   where id = $1 and closed_at is null`,
);

/** The row is locked by this transaction. */
export function updateClosedWithReason(
  db: TxDb,
  row: { readonly id: string; readonly now: Date; readonly reason: string; readonly by: string | null },
): void {
  db.write(close(row.id, row.now, row.reason, row.by));
}

const reopen = prepared<[id: string, now: Date], never>(
  'consultations.reopen-case',
  `update consultations.consultations set closed_at = null, closed_reason = null, closed_by = null, reopened_at = $2,
     close_check_at = $2 where id = $1`,
);

export function updateReopened(db: TxDb, id: string, now: Date): void {
  db.write(reopen(id, now));
}

type ClosingFacts = {
  readonly settled_at: Date | null;
  readonly reopened_at: Date | null;
  readonly closed_reason: string | null;
  readonly quiet_since: Date;
};

/** The time of a case's last activity; the index of quiet cases has the same expression. */
const lastSeen = 'greatest(opened_at, last_call_at, callback_at, delivered_at, reopened_at, active_at)';

const facts = prepared<[id: string], ClosingFacts>(
  'consultations.closing-facts',
  `select settled_at, reopened_at, closed_reason, ${lastSeen} as quiet_since from consultations.consultations where id = $1`,
);

export const findClosingFacts = (db: Db, id: string) => db.find(facts(id));

export type Candidate = { readonly id: string; readonly source: string; readonly source_id: string };

const settled = prepared<[now: Date, limit: number], Candidate>(
  'consultations.list-to-close',
  `select id, source, source_id from consultations.consultations
   where closed_at is null and settled_at is not null and coalesce(close_check_at, settled_at) <= $1
   order by coalesce(close_check_at, settled_at) limit $2`,
);

/** Settled cases that may have to be closed now. */
export const listToClose = (db: Db, now: Date, limit: number) => db.many(settled(now, limit));

const quiet = prepared<[before: Date, limit: number], Candidate>(
  'consultations.list-quiet',
  `select id, source, source_id from consultations.consultations
   where closed_at is null and ends_at is null and settled_at is null and ${lastSeen} <= $1
   order by ${lastSeen} limit $2`,
);

/** Cases without activity since that time, quietest first. */
export const listQuiet = (db: Db, before: Date, limit: number) => db.many(quiet(before, limit));

const look = prepared<[id: string, at: Date], never>(
  'consultations.look-again',
  'update consultations.consultations set close_check_at = $2 where id = $1 and closed_at is null',
);

export function updateCloseCheck(db: TxDb, id: string, at: Date): void {
  db.write(look(id, at));
}

const active = prepared<[id: string, at: Date], never>(
  'consultations.set-active',
  'update consultations.consultations set active_at = greatest(active_at, $2) where id = $1',
);

/** Records activity that no other column of the case shows. */
export function updateActive(db: TxDb, id: string, at: Date): void {
  db.write(active(id, at));
}

type ClosingRow = {
  readonly id: string;
  readonly action: 'closed' | 'reopened';
  readonly reason: string | null;
  readonly encrypted_note: Buffer | null;
  readonly staff_id: string | null;
  readonly at: Date;
};

const history = prepared<[id: string], ClosingRow>(
  'consultations.list-closings',
  `select id, action, reason, encrypted_note, staff_id, at from consultations.closings where consultation_id = $1
   order by at desc, id desc limit 50`,
);

export const listClosingRows = (db: Db, id: string) => db.many(history(id));
