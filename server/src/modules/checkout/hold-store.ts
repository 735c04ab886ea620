import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { HoldState, Product } from './rules.ts';

/** What the customer agreed to, and how. */
export type Acceptance = {
  readonly at: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly terms_version: string;
  readonly price_cents: number;
  /** What was accepted for the same hold before the terms changed. */
  readonly replaces?: Acceptance;
};

export type Hold = {
  readonly id: string;
  readonly checkoutId: string;
  readonly consultationId: string;
  readonly product: Product;
  readonly state: HoldState;
  readonly amountCents: number;
  readonly discountCents: number;
  readonly acceptance: Acceptance;
  readonly attempt: number;
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
  readonly wish: 'capture' | 'release' | null;
  readonly wishCents: number | null;
  readonly wishedBy: string | null;
  readonly captureBefore: Date | undefined;
  readonly capturedCents: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly heldAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

const insert = preparedInsert('checkout.holds', [
  'id',
  'checkout_id',
  'product',
  'state',
  'amount_cents',
  'discount_cents',
  'acceptance',
  'created_at',
  'check_at',
]);

export function insertHold(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

const setAcceptance = prepared<[id: string, acceptance: string], never>(
  'checkout.set-acceptance',
  `update checkout.holds set acceptance = $2::jsonb where id = $1 and state = 'page_open'`,
);

/** The caller holds the lock of the checkout. */
export function updateAcceptance(db: TxDb, id: string, acceptance: Acceptance): void {
  db.write(setAcceptance(id, JSON.stringify(acceptance)));
}

type HoldRow = {
  id: string;
  checkout_id: string;
  consultation_id: string;
  product: Product;
  state: HoldState;
  amount_cents: number;
  discount_cents: number;
  acceptance: Acceptance;
  attempt: number;
  session_id: string | null;
  intent_id: string | null;
  wish: 'capture' | 'release' | null;
  wish_cents: number | null;
  wished_by: string | null;
  capture_before: Date | null;
  captured_cents: number | null;
  failure: string | null;
  created_at: Date;
  held_at: Date | null;
  ended_at: Date | null;
};

const selected = `select h.id, checkout_id, consultation_id, product, state, amount_cents, discount_cents, acceptance,
    attempt, session_id, intent_id, wish, wish_cents, wished_by, capture_before, captured_cents, failure,
    h.created_at, held_at, ended_at
  from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id`;

const toHold = (row: HoldRow): Hold => ({
  id: row.id,
  checkoutId: row.checkout_id,
  consultationId: row.consultation_id,
  product: row.product,
  state: row.state,
  amountCents: row.amount_cents,
  discountCents: row.discount_cents,
  acceptance: row.acceptance,
  attempt: row.attempt,
  sessionId: row.session_id ?? undefined,
  intentId: row.intent_id ?? undefined,
  wish: row.wish,
  wishCents: row.wish_cents,
  wishedBy: row.wished_by,
  captureBefore: row.capture_before ?? undefined,
  capturedCents: row.captured_cents,
  failure: row.failure,
  createdAt: row.created_at,
  heldAt: row.held_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
});

const byId = prepared<[id: string], HoldRow>('checkout.find-hold', `${selected} where h.id = $1`);
const byIdLocked = prepared<[id: string], HoldRow>('checkout.lock-hold', `${selected} where h.id = $1 for update of h`);
// Somebody may begin again and again: what stands, of which there is one for each product, is never beyond the limit.
const upTo100 = "order by state in ('expired', 'failed'), h.id desc limit 100";
const ofCheckout = prepared<[checkoutId: string], HoldRow>(
  'checkout.list-holds-of',
  `${selected} where h.checkout_id = $1 ${upTo100}`,
);
const ofConsultation = prepared<[consultationId: string], HoldRow>(
  'checkout.list-holds-of-consultation',
  `${selected} where c.consultation_id = $1 ${upTo100}`,
);

/** Oldest first. */
const inOrder = (rows: readonly HoldRow[]): Hold[] => rows.map(toHold).sort((a, b) => (a.id < b.id ? -1 : 1));

const first = async (row: Promise<HoldRow | undefined>): Promise<Hold | undefined> => {
  const found = await row;
  return found && toHold(found);
};

export const findHold = (db: Db, id: string) => first(db.find(byId(id)));

/** Held until the transaction ends. */
export const lockHold = (db: TxDb, id: string) => first(db.find(byIdLocked(id)));

export const listHoldsOf = async (db: Db, checkoutId: string) => inOrder(await db.many(ofCheckout(checkoutId)));

export const listHoldsOfConsultation = async (db: Db, consultationId: string) =>
  inOrder(await db.many(ofConsultation(consultationId)));

export type HoldFilter = {
  readonly state: HoldState | undefined;
  readonly product: Product | undefined;
  readonly consultationId: string | undefined;
  /** Standing holds that the bank lets go of before then. */
  readonly expiringBefore: Date | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
};

const page = prepared<
  [string | null, string | null, string | null, Date | null, string | null, limit: number],
  HoldRow
>(
  'checkout.list-holds',
  `${selected}
   where ($1::text is null or state = $1) and ($2::text is null or product = $2)
     and ($3::text is null or consultation_id = $3)
     and ($4::timestamptz is null or (state = 'held' and capture_before < $4))
     and ($5::text is null or h.id < $5)
   order by h.id desc limit $6`,
);

/** Newest first. */
export const listHoldPage = async (db: Db, filter: HoldFilter): Promise<Hold[]> => {
  const { state, product, consultationId, expiringBefore, belowId, limit } = filter;
  const rows = await db.many(
    page(state ?? null, product ?? null, consultationId ?? null, expiringBefore ?? null, belowId ?? null, limit),
  );
  return rows.map(toHold);
};
