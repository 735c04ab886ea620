import type { ProviderHold } from '#gateways/cards';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { HoldState } from './transitions.ts';

const recordPage = prepared<[id: string, sessionId: string, checkAt: Date], { id: string }>(
  'checkout.record-page',
  `update checkout.holds set session_id = $2, check_at = $3
   where id = $1 and state = 'page_open' and (session_id is null or session_id = $2) returning id`,
);

/** False when the hold has ended in the meantime; the customer is not sent to the page then. */
export const updatePage = async (db: TxDb, row: { id: string; sessionId: string; checkAt: Date }): Promise<boolean> =>
  (await db.find(recordPage(row.id, row.sessionId, row.checkAt))) !== undefined;

const nextAttempt = prepared<[id: string, attempt: number], never>(
  'checkout.next-attempt',
  'update checkout.holds set attempt = $2 + 1 where id = $1 and attempt = $2',
);

/** The next request for this hold gets another idempotency key. */
export function updateAttempt(db: TxDb, id: string, attempt: number): void {
  db.write(nextAttempt(id, attempt));
}

const move = prepared<
  [
    id: string,
    state: HoldState,
    now: Date,
    intentId: string | null,
    captureBefore: Date | null,
    capturedCents: number | null,
    failure: string | null,
    checkAt: Date | null,
  ],
  never
>(
  'checkout.move-hold',
  `update checkout.holds set state = $2, intent_id = coalesce(intent_id, $4), capture_before = coalesce($5, capture_before),
     captured_cents = $6, failure = coalesce($7, failure),
     check_at = case when check_at <= $3 then check_at else $8 end, card_check_at = null,
     wish = case when $2 = 'held' then wish end, wish_cents = case when $2 = 'held' then wish_cents end,
     held_at = case when $2 in ('held', 'captured', 'released') then coalesce(held_at, $3) else held_at end,
     ended_at = case when $2 not in ('page_open', 'held') then coalesce(ended_at, $3) end
   where id = $1`,
);

type HoldChange = {
  readonly id: string;
  readonly state: HoldState;
  readonly now: Date;
  readonly intentId: string | undefined;
  readonly captureBefore: Date | undefined;
  readonly capturedCents: number | undefined;
  readonly failure: string | undefined;
  readonly checkAt: Date | null;
};

/** The calling verb holds the lock of the row and has decided by the state it read under it. */
export function updateHold(db: TxDb, change: HoldChange): void {
  const { id, state, now, intentId, captureBefore, capturedCents, failure, checkAt } = change;
  db.write(
    move(id, state, now, intentId ?? null, captureBefore ?? null, capturedCents ?? null, failure ?? null, checkAt),
  );
}

const moneyBack = prepared<
  [id: string, now: Date, refunded: number, status: string | null, disputed: number | null, dueAt: Date | null],
  never
>(
  'checkout.record-money-back',
  `update checkout.holds set refunded_cents = $3,
     refunded_at = case when refunded_cents = $3 then refunded_at else $2 end,
     dispute_status = coalesce($4::text, dispute_status), disputed_cents = coalesce($5::integer, disputed_cents),
     dispute_due_at = case when $4::text is null then dispute_due_at else $6::timestamptz end,
     disputed_at = case when $4::text is null or dispute_status = $4 then disputed_at else $2 end
   where id = $1`,
);

type MoneyBack = Pick<ProviderHold, 'refundedCents' | 'dispute'> & { readonly now: Date };

/** Refunds and disputes after a charge, with the times at which changes were first seen. */
export function updateMoneyBack(db: TxDb, id: string, { refundedCents, dispute, now }: MoneyBack): void {
  db.write(
    moneyBack(id, now, refundedCents, dispute?.status ?? null, dispute?.amountCents ?? null, dispute?.dueAt ?? null),
  );
}

const setAction = prepared<
  [id: string, wish: string | null, cents: number | null, by: string, now: Date, checkAt: Date],
  never
>(
  'checkout.set-requested-action',
  `update checkout.holds set wish = $2, wish_cents = $3, wished_by = $4, wished_at = $5,
     check_at = case kind when 'hold' then $6::timestamptz end, card_check_at = case kind when 'card' then $6::timestamptz end
   where id = $1`,
);

export type RequestedAction = {
  readonly id: string;
  readonly action: 'capture' | 'release';
  readonly cents: number | null;
  readonly by: string;
  readonly now: Date;
  /** When a worker takes over, should the request of the staff member not finish. */
  readonly checkAt: Date;
};

/** Stored before the provider is called, so that a worker can continue after a crash. */
export function updateRequestedAction(db: TxDb, { id, action, cents, by, now, checkAt }: RequestedAction): void {
  db.write(setAction(id, action, cents, by, now, checkAt));
}

const clearAction = prepared<[id: string, failure: string], never>(
  'checkout.clear-requested-action',
  'update checkout.holds set wish = null, wish_cents = null, failure = $2 where id = $1 and wish is not null',
);

export function updateActionRefused(db: TxDb, id: string, failure: string): void {
  db.write(clearAction(id, failure));
}

const checkSoon = prepared<
  [holdId: string | null, sessionId: string | null, intentId: string | null, now: Date],
  { id: string }
>(
  'checkout.check-soon',
  `update checkout.holds set check_at = case kind when 'hold' then $4::timestamptz end,
     card_check_at = case kind when 'card' then $4::timestamptz end
   where (id = $1 or session_id = $2 or setup_session_id = $2 or intent_id = $3)
     and (session_id is not null or setup_session_id is not null) returning id`,
);

/** Makes the hold of the provider's event due for reconciliation. */
export const updateCheckSoon = (
  db: TxDb,
  names: { holdId: string | undefined; sessionId: string | undefined; intentId: string | undefined },
  now: Date,
) => db.find(checkSoon(names.holdId ?? null, names.sessionId ?? null, names.intentId ?? null, now));

const cover = prepared<[checkoutId: string, now: Date], never>(
  'checkout.cover-research',
  `update checkout.holds set check_at = $2, covered_at = case when state = 'held' then coalesce(covered_at, $2) end
   where checkout_id = $1 and product = 'research' and state in ('page_open', 'held') and session_id is not null`,
);

/** Research is to be released once representation is active. The lock of representation is taken first, everywhere. */
export function updateCovered(db: TxDb, checkoutId: string, now: Date): void {
  db.write(cover(checkoutId, now));
}

export type Claim = {
  readonly now: Date;
  readonly again: Date;
  readonly limit: number;
  /** Either holds of sandbox cases or those of live ones. */
  readonly test: boolean;
};

// Deferred before the provider is called: two processes do not reconcile the same hold, and a crash is retried later.
const claim = prepared<[now: Date, again: Date, limit: number, test: boolean], { id: string }>(
  'checkout.claim-due',
  `with due as (
     select id, check_at from checkout.holds h where check_at <= $1
       and exists (select from checkout.checkouts c where c.id = h.checkout_id and c.test = $4)
     order by check_at limit $3 for update skip locked),
   pushed as (update checkout.holds h set check_at = $2 from due where h.id = due.id returning h.id)
   select due.id from due join pushed using (id) order by due.check_at`,
);

/** The longest overdue first. */
export const claimDueHolds = async (db: Db, { now, again, limit, test }: Claim): Promise<string[]> =>
  (await db.many(claim(now, again, limit, test))).map(({ id }) => id);

const warn = prepared<[now: Date, before: Date, limit: number], { id: string; capture_before: Date }>(
  'checkout.warn-of-holds',
  `update checkout.holds set warned_at = $1 where id = any(array(
     select id from checkout.holds where state = 'held' and kind = 'hold' and capture_before < $2 and warned_at is null
       and not exists (select from checkout.checkouts c where c.id = checkout_id and c.test)
     order by capture_before limit $3 for update skip locked))
   returning id, capture_before`,
);

export const updateWarned = (db: Db, times: { now: Date; before: Date }, limit: number) =>
  db.many(warn(times.now, times.before, limit));

const checkAll = prepared<[now: Date, endedSince: Date], { id: string }>(
  'checkout.check-all',
  `update checkout.holds set check_at = case kind when 'hold' then $1::timestamptz end,
     card_check_at = case kind when 'card' then $1::timestamptz end
   where (session_id is not null or setup_session_id is not null) and (ended_at is null or ended_at >= $2) returning id`,
);

/** Makes every hold due for which the provider may have newer data. */
export const updateCheckAll = (db: TxDb, times: { now: Date; endedSince: Date }) =>
  db.many(checkAll(times.now, times.endedSince));
