import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

/** The checkout of one delivered consultation; contacts and token stay encrypted until they are needed. */
export type Checkout = {
  readonly id: string;
  readonly consultationId: string;
  readonly encryptedToken: Buffer;
  readonly encryptedContacts: Buffer;
  readonly discountPromised: boolean;
  readonly discountUsedAt: Date | undefined;
  readonly createdAt: Date;
  /** After thirty days, or when its case was closed. */
  readonly expiresAt: Date;
  /** The two-letter state of the claim. */
  readonly state: string | undefined;
  /** Who pays: the owner who asked an agent, or the borrower of an institution. */
  readonly payer: 'owner' | 'borrower';
  readonly researchOffered: boolean;
  /** This customer's price for representation, if it is not the list price. */
  readonly representationCents: number | undefined;
  /** When its link was sent, first to last. */
  readonly linkSentAt: readonly Date[];
  /** For a sandbox case. */
  readonly test: boolean;
};

const insert = preparedInsert('checkout.checkouts', [
  'id',
  'consultation_id',
  'token_hash',
  'encrypted_token',
  'encrypted_contacts',
  'discount_promised',
  'created_at',
  'expires_at',
  'claim_state',
  'payer',
  'research_offered',
  'representation_cents',
  'link_sent_at',
  'test',
]);

export function insertCheckout(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type CheckoutRow = {
  id: string;
  consultation_id: string;
  encrypted_token: Buffer;
  encrypted_contacts: Buffer;
  discount_promised: boolean;
  discount_used_at: Date | null;
  created_at: Date;
  expires_at: Date;
  claim_state: string | null;
  closed_at: Date | null;
  payer: Checkout['payer'];
  research_offered: boolean;
  representation_cents: number | null;
  link_sent_at: Date[];
  test: boolean;
};

const columns = `id, consultation_id, encrypted_token, encrypted_contacts, discount_promised, discount_used_at, created_at,
  expires_at, claim_state, closed_at, payer, research_offered, representation_cents, link_sent_at, test`;

const byToken = prepared<[hashes: Buffer[]], CheckoutRow>(
  'checkout.find-by-token',
  `select ${columns} from checkout.checkouts where token_hash = any($1::bytea[])`,
);

const byConsultation = prepared<[consultationId: string], CheckoutRow>(
  'checkout.find-by-consultation',
  `select ${columns} from checkout.checkouts where consultation_id = $1`,
);

const locked = prepared<[id: string], CheckoutRow>(
  'checkout.lock',
  `select ${columns} from checkout.checkouts where id = $1 for update`,
);

const toCheckout = (row: CheckoutRow | undefined): Checkout | undefined =>
  row && {
    id: row.id,
    consultationId: row.consultation_id,
    encryptedToken: row.encrypted_token,
    encryptedContacts: row.encrypted_contacts,
    discountPromised: row.discount_promised,
    discountUsedAt: row.discount_used_at ?? undefined,
    state: row.claim_state ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.closed_at !== null && row.closed_at < row.expires_at ? row.closed_at : row.expires_at,
    payer: row.payer,
    researchOffered: row.research_offered,
    representationCents: row.representation_cents ?? undefined,
    linkSentAt: row.link_sent_at,
    test: row.test,
  };

export const findCheckoutByToken = async (db: Db, hashes: Buffer[]) => toCheckout(await db.find(byToken(hashes)));

export const findCheckoutOf = async (db: Db, consultationId: string) =>
  toCheckout(await db.find(byConsultation(consultationId)));

/** The lock lasts until the transaction ends, so that concurrent acceptances run one after the other. */
export const lockCheckout = async (db: TxDb, id: string) => toCheckout(await db.find(locked(id)));

const lockedOf = prepared<[consultationId: string], CheckoutRow>(
  'checkout.lock-of-consultation',
  `select ${columns} from checkout.checkouts where consultation_id = $1 for update`,
);

export const lockCheckoutOf = async (db: TxDb, consultationId: string) =>
  toCheckout(await db.find(lockedOf(consultationId)));

const end = prepared<[consultationIds: readonly string[], at: Date | null], never>(
  'checkout.end-with-cases',
  `with these as materialized (
     select id from checkout.checkouts where consultation_id = any($1::text[]) order by id for update)
   update checkout.checkouts c set closed_at = $2 from these where c.id = these.id`,
);

/** Nothing new can be accepted after that time; null restores the thirty days. */
export function updateEnded(db: TxDb, consultationIds: readonly string[], at: Date | null): void {
  db.write(end(consultationIds, at));
}

const sent = prepared<[id: string, now: Date], never>(
  'checkout.add-link-sent',
  'update checkout.checkouts set link_sent_at = link_sent_at || $2::timestamptz where id = $1',
);

export function updateLinkSent(db: TxDb, id: string, now: Date): void {
  db.write(sent(id, now));
}

const claimState = prepared<[id: string, state: string | null], never>(
  'checkout.set-claim-state',
  'update checkout.checkouts set claim_state = $2 where id = $1',
);

export function updateClaimState(db: TxDb, id: string, state: string | undefined): void {
  db.write(claimState(id, state ?? null));
}

const useDiscount = prepared<[id: string, now: Date], never>(
  'checkout.use-discount',
  'update checkout.checkouts set discount_used_at = $2 where id = $1 and discount_used_at is null',
);

export function updateDiscountUsed(db: TxDb, id: string, now: Date): void {
  db.write(useDiscount(id, now));
}

const insertEventRow = prepared<[id: string, type: string, holdId: string | null, now: Date], { id: string }>(
  'checkout.insert-provider-event',
  `insert into checkout.provider_events (id, type, hold_id, received_at) values ($1, $2, $3, $4)
   on conflict (id) do nothing returning id`,
);

type NewProviderEvent = {
  readonly id: string;
  readonly type: string;
  readonly holdId: string | undefined;
  readonly now: Date;
};

/** False when the event was already stored. */
export const insertProviderEvent = async (db: TxDb, { id, type, holdId, now }: NewProviderEvent): Promise<boolean> =>
  (await db.find(insertEventRow(id, type, holdId ?? null, now))) !== undefined;
