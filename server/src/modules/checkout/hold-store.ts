import type { ProviderDispute } from '#gateways/cards';
import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import { endedDisputes, type HoldKind, type Product } from './rules.ts';
import { type Refund, type RefundJson, toRefund } from './refund-store.ts';
import type { HoldState } from './transitions.ts';

/** The terms that the customer accepted, and how they accepted. */
export type Acceptance = {
  readonly at: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly terms_version: string;
  readonly price_cents: number;
  /** The acceptance for the same hold before the terms changed. */
  readonly replaces?: Acceptance;
};

export type Hold = {
  readonly id: string;
  readonly checkoutId: string;
  readonly consultationId: string;
  /** For a sandbox case. */
  readonly test: boolean;
  readonly product: Product;
  readonly kind: HoldKind;
  readonly state: HoldState;
  readonly amountCents: number;
  readonly discountCents: number;
  readonly acceptance: Acceptance;
  readonly attempt: number;
  /** The provider's page, of either kind. */
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
  /** For a saved card: the provider's customer, the card, and how often its bank declined. */
  readonly customerId: string | undefined;
  readonly methodId: string | undefined;
  readonly declines: number;
  readonly requestedAction: 'capture' | 'release' | null;
  readonly requestedCents: number | null;
  readonly requestedBy: string | null;
  readonly captureBefore: Date | undefined;
  /** Until when its card is saved. */
  readonly cardUntil: Date | undefined;
  readonly capturedCents: number | null;
  /** Refunded after the charge, here or in the dashboard. */
  readonly refundedCents: number;
  /** When the refunded amount last changed, as far as known. */
  readonly refundedAt: Date | undefined;
  readonly dispute: HoldDispute | undefined;
  /** Refunds requested here, oldest first. */
  readonly refunds: readonly Refund[];
  /** Payments for research, by a charge or otherwise, deducted when this hold for representation is or was charged. */
  readonly creditCents: number;
  /** Since when representation includes it, so that it is to be released. */
  readonly coveredAt: Date | undefined;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly heldAt: Date | undefined;
  /** When its hold last ended uncaptured, while the card stayed saved. */
  readonly holdLapsedAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

/** A dispute by the customer's bank, and when its last change was seen. */
export type HoldDispute = ProviderDispute & { readonly changedAt: Date };

const insert = preparedInsert('checkout.holds', [
  'id',
  'checkout_id',
  'product',
  'kind',
  'state',
  'amount_cents',
  'discount_cents',
  'acceptance',
  'created_at',
  'check_at',
  'card_check_at',
]);

export function insertHold(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

const setAcceptance = prepared<[id: string, acceptance: string], never>(
  'checkout.set-acceptance',
  `update checkout.holds set acceptance = $2::jsonb where id = $1 and state = 'page_open'`,
);

/** The calling verb holds the lock of the checkout. */
export function updateAcceptance(db: TxDb, id: string, acceptance: Acceptance): void {
  db.write(setAcceptance(id, JSON.stringify(acceptance)));
}

type HoldRow = {
  id: string;
  checkout_id: string;
  consultation_id: string;
  test: boolean;
  product: Product;
  kind: HoldKind;
  state: HoldState;
  amount_cents: number;
  discount_cents: number;
  acceptance: Acceptance;
  attempt: number;
  session_id: string | null;
  intent_id: string | null;
  customer_id: string | null;
  method_id: string | null;
  declines: number;
  wish: 'capture' | 'release' | null;
  wish_cents: number | null;
  wished_by: string | null;
  capture_before: Date | null;
  card_until: Date | null;
  captured_cents: number | null;
  refunded_cents: number;
  refunded_at: Date | null;
  dispute_status: string | null;
  disputed_cents: number | null;
  dispute_due_at: Date | null;
  disputed_at: Date | null;
  refunds: RefundJson[] | null;
  credit_cents: number;
  covered_at: Date | null;
  failure: string | null;
  created_at: Date;
  held_at: Date | null;
  hold_lapsed_at: Date | null;
  ended_at: Date | null;
};

const selected = `select h.id, checkout_id, consultation_id, c.test, product, kind, state, amount_cents, discount_cents, acceptance,
    attempt, coalesce(session_id, setup_session_id) as session_id, customer_id, method_id, declines, intent_id, wish, wish_cents, wished_by, capture_before, card_until, captured_cents, refunded_cents, covered_at,
    failure, h.created_at, held_at, hold_lapsed_at, ended_at, refunded_at, dispute_status, disputed_cents, dispute_due_at, disputed_at,
    (select json_agg(r order by r.id) from checkout.refunds r where r.hold_id = h.id) as refunds,
    coalesce((
      select greatest(r.captured_cents - r.refunded_cents
        - case when r.dispute_status = 'lost' then coalesce(r.disputed_cents, 0) else 0 end, 0) from checkout.holds r
      where r.checkout_id = h.checkout_id and r.product = 'research' and r.state = 'captured'
        and h.product = 'representation'), 0)
      + coalesce((
      select sum(p.amount_cents)::integer from checkout.payments p
      where p.consultation_id = c.consultation_id and p.product = 'research' and p.voided_at is null
        and h.product = 'representation'), 0) as credit_cents
  from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id`;

const toDispute = (row: HoldRow): HoldDispute | undefined =>
  row.dispute_status === null || row.disputed_at === null
    ? undefined
    : {
        status: row.dispute_status,
        amountCents: row.disputed_cents ?? 0,
        dueAt: row.dispute_due_at ?? undefined,
        changedAt: row.disputed_at,
      };

/** A charge of the full amount had no deduction, whatever happened to the research since. */
const creditOf = ({ credit_cents: credit, amount_cents: amount, captured_cents: captured }: HoldRow): number =>
  Math.min(credit, amount - (captured ?? 0));

const toHold = (row: HoldRow): Hold => ({
  id: row.id,
  checkoutId: row.checkout_id,
  consultationId: row.consultation_id,
  test: row.test,
  product: row.product,
  kind: row.kind,
  state: row.state,
  amountCents: row.amount_cents,
  discountCents: row.discount_cents,
  acceptance: row.acceptance,
  attempt: row.attempt,
  sessionId: row.session_id ?? undefined,
  intentId: row.intent_id ?? undefined,
  customerId: row.customer_id ?? undefined,
  methodId: row.method_id ?? undefined,
  declines: row.declines,
  requestedAction: row.wish,
  requestedCents: row.wish_cents,
  requestedBy: row.wished_by,
  captureBefore: row.capture_before ?? undefined,
  cardUntil: row.card_until ?? undefined,
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  refundedAt: row.refunded_at ?? undefined,
  dispute: toDispute(row),
  refunds: (row.refunds ?? []).map(toRefund),
  creditCents: creditOf(row),
  coveredAt: row.covered_at ?? undefined,
  failure: row.failure,
  createdAt: row.created_at,
  heldAt: row.held_at ?? undefined,
  holdLapsedAt: row.hold_lapsed_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
});

const byId = prepared<[id: string], HoldRow>('checkout.find-hold', `${selected} where h.id = $1`);
const lockById = prepared<[id: string], { id: string }>(
  'checkout.lock-hold',
  'select id from checkout.holds where id = $1 for update',
);
// A customer may start over many times. Active and settled holds, one per product, come first, so they are never cut off.
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
  const stored = await row;
  return stored && toHold(stored);
};

export const findHold = (db: Db, id: string) => first(db.find(byId(id)));

/**
 * The lock lasts until the transaction ends. Two statements in one round trip: a statement that waits for a lock
 * re-reads the locked row alone, so refunds read by the same statement would be those from before the wait.
 */
export async function lockHold(db: TxDb, id: string): Promise<Hold | undefined> {
  const [, hold] = await Promise.all([db.find(lockById(id)), findHold(db, id)]);
  return hold;
}

export const listHoldsOf = async (db: Db, checkoutId: string) => inOrder(await db.many(ofCheckout(checkoutId)));

export const listHoldsOfConsultation = async (db: Db, consultationId: string) =>
  inOrder(await db.many(ofConsultation(consultationId)));

type HoldFilter = {
  readonly state: HoldState | undefined;
  readonly product: Product | undefined;
  readonly consultationId: string | undefined;
  /** Active holds whose authorization ends before then. */
  readonly expiringBefore: Date | undefined;
  /** Only those with an open dispute. */
  readonly disputed: boolean;
  readonly belowId: string | undefined;
  readonly limit: number;
};

/** Newest first. The statement contains only the requested conditions, so that it stops after the last row of the page. */
export const listHoldPage = async (db: Db, filter: HoldFilter): Promise<Hold[]> => {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['not c.test'];
  if (filter.state !== undefined) conditions.push(`state = ${bind(filter.state)}`);
  if (filter.product !== undefined) conditions.push(`product = ${bind(filter.product)}`);
  if (filter.consultationId !== undefined) conditions.push(`consultation_id = ${bind(filter.consultationId)}`);
  if (filter.expiringBefore !== undefined)
    conditions.push(`state in ('held', 'saved', 'charge_failed') and capture_before < ${bind(filter.expiringBefore)}`);
  if (filter.disputed) conditions.push(`dispute_status is not null and dispute_status <> all(${bind(endedDisputes)})`);
  if (filter.belowId !== undefined) conditions.push(`h.id < ${bind(filter.belowId)}`);
  const rows = await db.many<HoldRow>({
    text: `${selected} where ${conditions.join(' and ')} order by h.id desc limit ${bind(filter.limit)}`,
    values,
  });
  return rows.map(toHold);
};

const idsOf = prepared<[consultationIds: readonly string[]], { id: string }>(
  'checkout.list-hold-ids',
  `select h.id from checkout.checkouts c join checkout.holds h on h.checkout_id = c.id
   where c.consultation_id = any($1::text[]) order by h.id desc limit 1000`,
);

export const listIdsOf = (db: Db, consultationIds: readonly string[]) => db.many(idsOf(consultationIds));
