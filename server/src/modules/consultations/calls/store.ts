import { type Db, prepared, type TxDb } from '#platform/db';
import { queueColumns, type QueueRow, type StoredNote } from '../store.ts';

export type CalledRow = QueueRow & {
  /** Time zones where the customer may be; null when unknown. */
  readonly zones: readonly string[] | null;
  readonly window_state: string | null;
};

const lock = prepared<[ids: readonly string[]], CalledRow>(
  'consultations.lock-called',
  `select ${queueColumns}, w.zones, w.state as window_state from consultations.consultations c
   left join consultations.call_windows w on w.key = c.window_key
   where c.id = any($1::text[]) order by c.id for update of c`,
);

/** The consultations that a call is about, locked by id, each with its calling window. */
export const lockCalled = (db: TxDb, ids: readonly string[]) => db.many(lock(ids));

type CallRow = {
  readonly id: string;
  readonly consultationId: string;
  readonly staffId: string;
  readonly outcome: string;
  readonly encryptedNote: Buffer | null;
  readonly now: Date;
  readonly ruleVersion: string;
  readonly callbackAt: Date | null;
  readonly localTime: string;
  /** The call that was dialed, when this row only applies its outcome to another consultation. */
  readonly appliedFrom: string | null;
  /** The attempt of the page that logged it. */
  readonly attemptId: string | null;
};

const insert = prepared<
  [
    id: string,
    consultationId: string,
    staffId: string,
    outcome: string,
    sealedNote: Buffer | null,
    now: Date,
    ruleVersion: string,
    callbackAt: Date | null,
    localTime: string,
    appliedFrom: string | null,
    attemptId: string | null,
  ],
  never
>(
  'consultations.insert-call',
  `insert into consultations.calls (id, consultation_id, staff_id, outcome, encrypted_note, called_at, rule_version, callback_at,
     phone_hash, local_time, applied_from, attempt_id)
   select $1, $2, $3, $4, $5, $6, $7, $8, (select phone_hash from consultations.consultations where id = $2), $9, $10, $11`,
);

export function insertCall(db: TxDb, row: CallRow): void {
  const {
    id,
    consultationId,
    staffId,
    outcome,
    encryptedNote,
    now,
    ruleVersion,
    callbackAt,
    localTime,
    appliedFrom,
    attemptId,
  } = row;
  db.write(
    insert(
      id,
      consultationId,
      staffId,
      outcome,
      encryptedNote,
      now,
      ruleVersion,
      callbackAt,
      localTime,
      appliedFrom,
      attemptId,
    ),
  );
}

const count = prepared<[consultationId: string], { calls: number }>(
  'consultations.count-calls',
  'select count(*)::int as calls from consultations.calls where consultation_id = $1',
);

export const countCalls = async (db: Db, consultationId: string): Promise<number> =>
  (await db.find(count(consultationId)))?.calls ?? 0;

const attempt = prepared<[consultationId: string, attemptId: string], { id: string; outcome: string }>(
  'consultations.find-attempt',
  'select id, outcome from consultations.calls where consultation_id = $1 and attempt_id = $2',
);

/** What an attempt of a page logged. */
export const findAttempt = (db: Db, consultationId: string, attemptId: string) =>
  db.find(attempt(consultationId, attemptId));

const newest = prepared<
  [consultationId: string, limit: number],
  StoredNote & { readonly staff_id: string; readonly outcome: string; readonly called_at: Date }
>(
  'consultations.list-newest-calls',
  `select id, staff_id, outcome, encrypted_note, called_at from consultations.calls where consultation_id = $1
   order by called_at desc, id desc limit $2`,
);

export const listNewestCalls = (db: Db, consultationId: string, limit: number) =>
  db.many(newest(consultationId, limit));

type Requeue = {
  readonly id: string;
  readonly now: Date;
  /** A call that reached no one counts as an attempt and lengthens the next pause. */
  readonly counts: boolean;
  /** Without a pause the consultation leaves the queue. */
  readonly pausesS: readonly number[];
  readonly callbackAt: Date | null;
  /** Whether the customer wants more calls; undefined when they did not say. */
  readonly answer: 'no' | 'yes' | undefined;
  /** Another consultation of the customer was called; one that is out of the queue stays out. */
  readonly tied: boolean;
};

const requeue = prepared<
  [
    id: string,
    now: Date,
    counts: boolean,
    pausesS: readonly number[],
    callbackAt: Date | null,
    answer: string | null,
    tied: boolean,
  ],
  never
>(
  'consultations.requeue',
  `update consultations.consultations set
     attempts = attempts + $3::boolean::int,
     last_call_at = $2,
     callback_at = $5,
     place = coalesce($5, opened_at),
     ready = false,
     declined_at = case $6 when 'no' then $2::timestamptz when 'yes' then null else declined_at end,
     next_call_at = case when delivered_at is not null and $5::timestamptz is null then null
       when $7 and not ready and next_call_at is null then null
       else coalesce($5, $2::timestamptz + make_interval(
         secs => ($4::int[])[least(greatest(attempts + $3::boolean::int, 1), array_length($4::int[], 1))])) end,
     lease_staff_id = null, lease_since = null, lease_until = null
   where id = $1 and closed_at is null`,
);

/** After a call: the lease ends, and the consultation is due again when its pause is over. */
export function requeueRow(db: TxDb, row: Requeue): void {
  const { id, now, counts, pausesS, callbackAt, answer, tied } = row;
  db.write(requeue(id, now, counts, pausesS, callbackAt, answer ?? null, tied));
}

type AfterEnd = Pick<Requeue, 'id' | 'now' | 'counts' | 'answer'>;

const noteAfterEnd = prepared<[id: string, now: Date, counts: boolean, answer: string | null], never>(
  'consultations.note-after-end',
  `update consultations.consultations set
     attempts = attempts + $3::boolean::int,
     last_call_at = $2,
     declined_at = case $4 when 'no' then $2::timestamptz when 'yes' then null else declined_at end
   where id = $1 and closed_at is not null`,
);

/** After a call about a closed consultation: the answer is stored for a later reopening; until then it is not in the queue. */
export function noteAfterEndRow(db: TxDb, { id, now, counts, answer }: AfterEnd): void {
  db.write(noteAfterEnd(id, now, counts, answer ?? null));
}
