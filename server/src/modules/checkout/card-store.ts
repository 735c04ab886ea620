import { prepared, type Db, type TxDb } from '#platform/db';
import type { Claim } from './hold-change-store.ts';
import type { HoldState } from './transitions.ts';

const recordPage = prepared<[id: string, sessionId: string, attempt: number, checkAt: Date], { id: string }>(
  'checkout.record-card-page',
  `update checkout.holds set setup_session_id = $2, card_check_at = $4
   where id = $1 and attempt = $3 and wish is null
     and ((state = 'page_open' and (setup_session_id is null or setup_session_id = $2)) or state = 'charge_failed')
   returning id`,
);

type CardPage = { readonly id: string; readonly sessionId: string; readonly attempt: number; readonly checkAt: Date };

/** False when the card changed or another page was created in the meantime; the customer is not sent to this one then. */
export const updateCardPage = async (db: TxDb, { id, sessionId, attempt, checkAt }: CardPage): Promise<boolean> =>
  (await db.find(recordPage(id, sessionId, attempt, checkAt))) !== undefined;

const move = prepared<
  [
    id: string,
    state: HoldState,
    now: Date,
    intentId: string | null,
    capturedCents: number | null,
    failure: string | null,
    customerId: string | null,
    methodId: string | null,
    until: Date | null,
    checkAt: Date | null,
    wishStays: boolean,
    declines: number,
    attempt: number,
    cardUntil: Date | null,
  ],
  never
>(
  'checkout.move-card',
  `update checkout.holds set state = $2, intent_id = coalesce($4, intent_id), captured_cents = $5, failure = $6,
     customer_id = coalesce(customer_id, $7), method_id = coalesce($8, method_id),
     capture_before = coalesce($9, capture_before), card_until = coalesce($14, card_until),
     hold_lapsed_at = case when state = 'held' and $2 = 'saved' then $3 else hold_lapsed_at end,
     card_check_at = case when card_check_at <= $3 then card_check_at else $10 end,
     wish = case when $11 then wish end, wish_cents = case when $11 then wish_cents end, declines = $12, attempt = $13,
     held_at = case when $2 in ('held', 'saved', 'charge_failed', 'captured', 'released', 'withdrawn') then coalesce(held_at, $3)
       else held_at end,
     ended_at = case when $2 not in ('page_open', 'held', 'saved', 'charge_failed') then coalesce(ended_at, $3) end
   where id = $1`,
);

type CardChange = {
  readonly id: string;
  readonly state: HoldState;
  readonly now: Date;
  readonly intentId: string | undefined;
  readonly capturedCents: number | undefined;
  readonly failure: string | null;
  readonly customerId: string | undefined;
  readonly methodId: string | undefined;
  readonly until: Date | undefined;
  /** For a newly entered card. */
  readonly cardUntil: Date | undefined;
  readonly checkAt: Date | null;
  /** The requested action is not done yet. */
  readonly wishStays: boolean;
  readonly declines: number;
  readonly attempt: number;
};

/** The calling verb holds the lock of the row and has decided by the state it read under it. */
export function updateCard(db: TxDb, change: CardChange): void {
  const { id, state, now, intentId, capturedCents, failure, customerId, methodId, until } = change;
  const names = [customerId ?? null, methodId ?? null, until ?? null] as const;
  const rest = [change.checkAt, change.wishStays, change.declines, change.attempt, change.cardUntil ?? null] as const;
  db.write(move(id, state, now, intentId ?? null, capturedCents ?? null, failure, ...names, ...rest));
}

const claim = prepared<[now: Date, again: Date, limit: number, test: boolean], { id: string }>(
  'checkout.claim-due-cards',
  `with due as (
     select id, card_check_at from checkout.holds h where card_check_at <= $1
       and exists (select from checkout.checkouts c where c.id = h.checkout_id and c.test = $4)
     order by card_check_at limit $3 for update skip locked),
   pushed as (update checkout.holds h set card_check_at = $2 from due where h.id = due.id returning h.id)
   select due.id from due join pushed using (id) order by due.card_check_at`,
);

/** The longest overdue first. */
export const claimDueCards = async (db: Db, { now, again, limit, test }: Claim): Promise<string[]> =>
  (await db.many(claim(now, again, limit, test))).map(({ id }) => id);
