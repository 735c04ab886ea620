import { isUniqueViolation, prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { RefundReason } from './refund-rules.ts';

/** A refund of a charge by staff. */
export type Refund = {
  readonly id: string;
  readonly holdId: string;
  readonly amountCents: number;
  readonly reason: RefundReason;
  readonly state: 'requested' | 'done' | 'failed';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly attempt: number;
  readonly failure: string | null;
};

/** A row as JSON, as it is read with its hold. */
export type RefundJson = {
  id: string;
  hold_id: string;
  amount_cents: number;
  reason: RefundReason;
  state: Refund['state'];
  requested_by: string;
  requested_at: string;
  attempt: number;
  failure: string | null;
};

type RefundRow = Omit<RefundJson, 'requested_at'> & { requested_at: Date };

export const toRefund = (row: RefundJson | RefundRow): Refund => ({
  id: row.id,
  holdId: row.hold_id,
  amountCents: row.amount_cents,
  reason: row.reason,
  state: row.state,
  requestedBy: row.requested_by,
  requestedAt: new Date(row.requested_at),
  attempt: row.attempt,
  failure: row.failure,
});

const insert = preparedInsert('checkout.refunds', [
  'id',
  'hold_id',
  'amount_cents',
  'reason',
  'state',
  'requested_by',
  'requested_at',
  'check_at',
]);

/** A hold has one requested refund at a time; `explain` provides the error for a second one. */
export function insertRefund(db: TxDb, row: Parameters<typeof insert>[0], explain: () => Error): void {
  db.write({ ...insert(row), explain: (error) => (isUniqueViolation(error) ? explain() : undefined) });
}

const columns = 'id, hold_id, amount_cents, reason, state, requested_by, requested_at, attempt, failure' as const;

const byId = prepared<[id: string], RefundRow>(
  'checkout.find-refund',
  `select ${columns} from checkout.refunds where id = $1`,
);

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const row = await db.find(byId(id));
  return row && toRefund(row);
}

const finish = prepared<
  [id: string, state: string, providerId: string | null, failure: string | null, now: Date],
  { id: string }
>(
  'checkout.finish-refund',
  `update checkout.refunds set state = $2, provider_refund_id = coalesce($3, provider_refund_id), failure = $4,
     ended_at = $5, check_at = null
   where id = $1 and state <> $2 and state <> 'failed' returning id`,
);

type Finished = {
  readonly id: string;
  readonly state: 'done' | 'failed';
  readonly providerId: string | undefined;
  readonly failure: string | undefined;
  readonly now: Date;
};

/** A completed refund may fail later, at the customer's bank; a failed one stays failed. */
export const updateRefund = async (db: TxDb, { id, state, providerId, failure, now }: Finished): Promise<boolean> =>
  (await db.find(finish(id, state, providerId ?? null, failure ?? null, now))) !== undefined;

const seen = prepared<[id: string], never>(
  'checkout.refund-seen',
  'update checkout.refunds set check_at = null where id = $1',
);

export function updateRefundSeen(db: TxDb, id: string): void {
  db.write(seen(id));
}

const soon = prepared<[holdId: string, now: Date], never>(
  'checkout.check-refunds-soon',
  `update checkout.refunds set check_at = $2 where hold_id = $1 and state <> 'failed'`,
);

/** The provider sent an event about this hold's refunds; a worker reads the change. */
export function updateRefundsSoon(db: TxDb, holdId: string, now: Date): void {
  db.write(soon(holdId, now));
}

const claim = prepared<[now: Date, again: Date, limit: number], { id: string }>(
  'checkout.claim-due-refunds',
  `with due as (
     select id, check_at from checkout.refunds where check_at <= $1 order by check_at limit $3 for update skip locked),
   pushed as (update checkout.refunds r set check_at = $2 from due where r.id = due.id returning r.id)
   select due.id from due join pushed using (id) order by due.check_at`,
);

export const claimDueRefunds = async (db: Db, times: { now: Date; again: Date }, limit: number): Promise<string[]> =>
  (await db.many(claim(times.now, times.again, limit))).map(({ id }) => id);
