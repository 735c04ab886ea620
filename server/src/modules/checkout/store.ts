import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

/** The checkout of one delivered consultation; contacts and token stay encrypted until they are needed. */
export type Checkout = {
  readonly id: string;
  readonly consultationId: string;
  readonly encryptedToken: Buffer;
  readonly encryptedContacts: Buffer;
  readonly discountPromised: boolean;
  readonly discountUsedAt: Date | undefined;
  readonly expiresAt: Date;
};

const insert = preparedInsert('checkout.checkouts', [
  'id',
  'consultation_id',
  'token_hash',
  'sealed_token',
  'sealed_contacts',
  'discount_promised',
  'created_at',
  'expires_at',
]);

export function insertCheckout(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

type CheckoutRow = {
  id: string;
  consultation_id: string;
  sealed_token: Buffer;
  sealed_contacts: Buffer;
  discount_promised: boolean;
  discount_used_at: Date | null;
  expires_at: Date;
};

const columns =
  'id, consultation_id, sealed_token, sealed_contacts, discount_promised, discount_used_at, expires_at' as const;

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
    encryptedToken: row.sealed_token,
    encryptedContacts: row.sealed_contacts,
    discountPromised: row.discount_promised,
    discountUsedAt: row.discount_used_at ?? undefined,
    expiresAt: row.expires_at,
  };

export const findCheckoutByToken = async (db: Db, hashes: Buffer[]) => toCheckout(await db.find(byToken(hashes)));

export const findCheckoutOf = async (db: Db, consultationId: string) =>
  toCheckout(await db.find(byConsultation(consultationId)));

/** The lock lasts until the transaction ends, so that concurrent acceptances run one after the other. */
export const lockCheckout = async (db: TxDb, id: string) => toCheckout(await db.find(locked(id)));

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

/** False when the event was stored before. */
export const insertProviderEvent = async (db: TxDb, { id, type, holdId, now }: NewProviderEvent): Promise<boolean> =>
  (await db.find(insertEventRow(id, type, holdId ?? null, now))) !== undefined;

const purge = prepared<[before: Date, limit: number], { id: string }>(
  'checkout.purge-provider-events',
  `delete from checkout.provider_events where id = any(array(
     select id from checkout.provider_events where received_at < $1 order by received_at limit $2))
   returning id`,
);

export const deleteProviderEvents = async (db: Db, before: Date, limit: number): Promise<number> =>
  (await db.many(purge(before, limit))).length;
