import { prepared, type TxDb } from '#platform/db';

type CallRow = {
  readonly id: string;
  readonly consultationId: string;
  readonly staffId: string;
  readonly outcome: string;
  readonly note: string | null;
  readonly now: Date;
  readonly ruleVersion: string;
  readonly callbackAt: Date | null;
};

// The local time is computed from the stored window, so that recording a call needs no read before it.
const insert = prepared<
  [
    id: string,
    consultationId: string,
    staffId: string,
    outcome: string,
    note: string | null,
    now: Date,
    ruleVersion: string,
    callbackAt: Date | null,
  ],
  never
>(
  'consultations.insert-call',
  `insert into consultations.calls (id, consultation_id, staff_id, outcome, note, called_at, rule_version, callback_at,
     local_time)
   select $1, $2, $3, $4, $5, $6, $7, $8, coalesce((
     select string_agg(to_char($6::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI') || ' ' || zone, ', ' order by zone)
     from consultations.consultations c join consultations.call_windows w on w.key = c.window_key,
       unnest(w.zones) as zone where c.id = $2), 'unknown')`,
);

export function insertCall(db: TxDb, row: CallRow): void {
  const { id, consultationId, staffId, outcome, note, now, ruleVersion, callbackAt } = row;
  db.write(insert(id, consultationId, staffId, outcome, note, now, ruleVersion, callbackAt));
}

type Requeue = {
  readonly id: string;
  readonly now: Date;
  /** A call that reached nobody counts as an attempt, and the pause after it grows. */
  readonly counts: boolean;
  readonly pausesS: readonly number[];
  readonly attemptsMax: number;
  readonly callbackAt: Date | null;
  /** Whether the customer wants further calls; undefined when that was not said. */
  readonly answer: 'no' | 'yes' | undefined;
};

const requeue = prepared<
  [
    id: string,
    now: Date,
    counts: boolean,
    pausesS: readonly number[],
    attemptsMax: number,
    callbackAt: Date | null,
    answer: string | null,
  ],
  never
>(
  'consultations.requeue',
  `update consultations.consultations set
     attempts = attempts + $3::boolean::int,
     last_call_at = $2,
     callback_at = $6,
     tier = case when $6::timestamptz is not null then 0 when attempts + $3::boolean::int >= $5 then 3
       when priority then 1 else 2 end,
     place = coalesce($6, opened_at),
     ready = false,
     declined_at = case $7 when 'no' then $2::timestamptz when 'yes' then null else declined_at end,
     next_call_at = case when delivered_at is not null and $6::timestamptz is null then null else coalesce($6, $2::timestamptz + make_interval(
       secs => ($4::int[])[least(greatest(attempts + $3::boolean::int, 1), array_length($4::int[], 1))])) end,
     lease_staff_id = null, lease_since = null, lease_until = null
   where id = $1 and closed_at is null`,
);

/** After a call: the lease ends, and the consultation is due again when its pause is over. */
export function requeueRow(db: TxDb, row: Requeue): void {
  const { id, now, counts, pausesS, callbackAt, answer } = row;
  db.write(requeue(id, now, counts, pausesS, row.attemptsMax, callbackAt, answer ?? null));
}
