import { type Db, prepared, type TxDb } from '#platform/db';
import type { CalledRow } from '../calls/store.ts';
import { queueColumns } from '../store.ts';

export type StandingRow = CalledRow & {
  readonly settled_at: Date | null;
  readonly initial_offer_cents: number | null;
  readonly settlement_cents: number | null;
  readonly offer_parts: unknown;
  readonly settlement_parts: unknown;
  readonly closed_reason: string | null;
  readonly proven_at: Date | null;
  readonly language: string | null;
  readonly links_since: Date | null;
  readonly assignee_id: string | null;
  readonly wanted_until: Date | null;
  readonly number_struck_at: Date | null;
};

const columns = `${queueColumns}, c.settled_at, c.initial_offer_cents, c.settlement_cents, c.offer_parts, c.settlement_parts, c.closed_reason, c.proven_at, c.links_since, c.assignee_id, c.wanted_until,
  c.number_struck_at, w.zones, w.state as window_state`;
const tables = `consultations.consultations c left join consultations.call_windows w on w.key = c.window_key`;

const byId = prepared<[id: string], StandingRow>(
  'consultations.find-standing',
  `select ${columns} from ${tables} where c.id = $1`,
);

export const findStandingRow = (db: Db, id: string) => db.find(byId(id));

const locked = prepared<[id: string], StandingRow>(
  'consultations.lock-standing',
  `select ${columns} from ${tables} where c.id = $1 for update of c`,
);

/** Locked until the transaction ends. */
export const lockStandingRow = (db: TxDb, id: string) => db.find(locked(id));

const byNumber = prepared<[number: string], { id: string }>(
  'consultations.find-by-number',
  'select id from consultations.consultations where number = $1',
);

export const findIdByNumber = async (db: Db, number: string): Promise<string | undefined> =>
  (await db.find(byNumber(number)))?.id;

const choose = prepared<[id: string, at: Date, until: Date], never>(
  'consultations.choose-call-time',
  `update consultations.consultations set callback_at = $2, wanted_until = $3, place = $2, ready = false, next_call_at = $2
   where id = $1`,
);

/** The consultation must be locked by this transaction. */
export function updateCallTime(db: TxDb, { id, at, until }: { id: string; at: Date; until: Date }): void {
  db.write(choose(id, at, until));
}

const forget = prepared<[id: string, dueAt: Date | null], never>(
  'consultations.forget-call-time',
  `update consultations.consultations set callback_at = null, wanted_until = null, place = opened_at,
     ready = $2::timestamptz is null, next_call_at = $2 where id = $1`,
);

/** Back to its place in the queue, immediately or after the pause of the last call. */
export function deleteCallTime(db: TxDb, id: string, dueAt: Date | undefined): void {
  db.write(forget(id, dueAt ?? null));
}

const isAllowedAgain = `('call' = any(stopped_channels) and not 'call' = any($2::text[])
  and delivered_at is null and closed_at is null)`;
// A trigger takes a case out of the queue while its customer wants no calls; afterward its position depends on its age.
const stopChannels = prepared<[id: string, channels: readonly string[], dueAt: Date | null], never>(
  'consultations.stop-channels',
  `update consultations.consultations set stopped_channels = $2,
     ready = case when ${isAllowedAgain} then $3::timestamptz is null else ready end,
     next_call_at = case when ${isAllowedAgain} then $3 else next_call_at end,
     callback_at = case when 'call' = any($2::text[]) then null else callback_at end,
     place = case when 'call' = any($2::text[]) then opened_at else place end,
     lease_staff_id = case when 'call' = any($2::text[]) then null else lease_staff_id end,
     lease_since = case when 'call' = any($2::text[]) then null else lease_since end,
     lease_until = case when 'call' = any($2::text[]) then null else lease_until end
   where id = $1`,
);

type StoppedChannels = {
  readonly id: string;
  readonly channels: readonly string[];
  /** When a call is due once calls are allowed again; immediately if undefined. */
  readonly dueAt: Date | undefined;
};

/** A caller who is about to call loses the lease, and a chosen time is cleared. */
export function updateChannels(db: TxDb, { id, channels, dueAt }: StoppedChannels): void {
  db.write(stopChannels(id, channels, dueAt ?? null));
}

const renew = prepared<[id: string, now: Date], never>(
  'consultations.renew-links',
  'update consultations.consultations set links_since = $2 where id = $1',
);

export function updateLinksSince(db: TxDb, id: string, now: Date): void {
  db.write(renew(id, now));
}
