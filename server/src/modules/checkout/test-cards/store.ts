import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { Reach } from './session-store.ts';

export type Payment = {
  readonly id: string;
  readonly sessionId: string;
  /** Undefined if the customer was on the page. */
  readonly attempt: number | undefined;
  readonly amountCents: number;
  readonly state: 'held' | 'captured' | 'canceled' | 'declined' | 'authentication required';
  readonly captureBefore: Date | undefined;
  readonly capturedCents: number | undefined;
  readonly disputedAt: Date | undefined;
  readonly refundedCents: number;
};

const insert = preparedInsert('test_cards.payments', [
  'id',
  'session_id',
  'hold_id',
  'attempt',
  'amount_cents',
  'state',
  'capture_before',
  'created_at',
]);

export function insertPayment(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type PaymentRow = {
  id: string;
  session_id: string;
  attempt: number | null;
  amount_cents: number;
  state: Payment['state'];
  capture_before: Date | null;
  captured_cents: number | null;
  disputed_at: Date | null;
  refunded_cents: number;
};

const ofHold = prepared<[holdId: string, live: boolean], PaymentRow>(
  'test-cards.list-payments',
  `select p.id, p.session_id, p.attempt, p.amount_cents, p.state, p.capture_before, p.captured_cents, p.disputed_at,
     coalesce((select sum(r.amount_cents) from test_cards.refunds r where r.payment_id = p.id), 0)::integer as refunded_cents
   from test_cards.payments p join test_cards.sessions s on s.id = p.session_id
   where p.hold_id = $1 and (not s.livemode or $2) order by p.created_at desc, p.id desc limit 100`,
);

const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  sessionId: row.session_id,
  attempt: row.attempt ?? undefined,
  amountCents: row.amount_cents,
  state: row.state,
  captureBefore: row.capture_before ?? undefined,
  capturedCents: row.captured_cents ?? undefined,
  disputedAt: row.disputed_at ?? undefined,
  refundedCents: row.refunded_cents,
});

/** Newest first. */
export const listPayments = async (db: Db, holdId: string, { live }: Reach): Promise<Payment[]> =>
  (await db.many(ofHold(holdId, live))).map(toPayment);

type Change = Reach & { readonly id: string; readonly now: Date };

const capture = prepared<[id: string, cents: number, now: Date, live: boolean], { id: string }>(
  'test-cards.capture',
  `update test_cards.payments p set state = 'captured', captured_cents = $2,
     disputed_at = case when s.card = 'disputed' then coalesce(p.disputed_at, $3) else p.disputed_at end
   from test_cards.sessions s
   where p.id = $1 and s.id = p.session_id and (not s.livemode or $4)
     and ((p.state = 'held' and p.capture_before > $3 and p.amount_cents >= $2)
       or (p.state = 'captured' and p.captured_cents = $2))
   returning p.id`,
);

/** Undefined when there is nothing to capture, or less. Repeating the request changes nothing. */
export const updateCaptured = (db: Db, { id, now, live, cents }: Change & { readonly cents: number }) =>
  db.find(capture(id, cents, now, live));

const release = prepared<[id: string, now: Date, live: boolean], { id: string }>(
  'test-cards.release',
  `update test_cards.payments p set state = 'canceled' from test_cards.sessions s
   where p.id = $1 and s.id = p.session_id and (not s.livemode or $3)
     and ((p.state = 'held' and p.capture_before > $2) or p.state = 'canceled')
   returning p.id`,
);

export const updateReleased = (db: Db, { id, now, live }: Change) => db.find(release(id, now, live));

const dispute = prepared<[holdId: string, now: Date, live: boolean], { id: string }>(
  'test-cards.dispute',
  `update test_cards.payments p set disputed_at = $2 from test_cards.sessions s
   where p.hold_id = $1 and s.id = p.session_id and (not s.livemode or $3)
     and p.state = 'captured' and p.disputed_at is null
   returning p.id`,
);

export const updateDisputed = (db: Db, holdId: string, { now, live }: Omit<Change, 'id'>) =>
  db.find(dispute(holdId, now, live));

const lock = prepared<[id: string, live: boolean], { captured_cents: number | null }>(
  'test-cards.lock-payment',
  `select p.captured_cents from test_cards.payments p join test_cards.sessions s on s.id = p.session_id
   where p.id = $1 and (not s.livemode or $2) for update of p`,
);

/** The captured amount of a payment, under its lock; undefined when there is no such payment. */
export const lockCaptured = async (db: TxDb, id: string, { live }: Reach): Promise<number | undefined> => {
  const row = await db.find(lock(id, live));
  return row && (row.captured_cents ?? 0);
};

const ofPayment = prepared<[paymentId: string], { id: string; amount_cents: number }>(
  'test-cards.list-refunds',
  'select id, amount_cents from test_cards.refunds where payment_id = $1 limit 100',
);

export const listRefunds = (db: Db, paymentId: string) => db.many(ofPayment(paymentId));

const giveBack = preparedInsert('test_cards.refunds', ['id', 'payment_id', 'amount_cents']);

export function insertRefund(db: TxDb, row: Parameters<typeof giveBack>[0]): void {
  db.write(giveBack(row));
}
