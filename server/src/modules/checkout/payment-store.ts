import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { Product } from './rules.ts';

/** Binds the note to its row. */
export const paymentAad = (id: string): string => `checkout.payments/${id}`;

/** How a payment outside the card provider was made. */
export const paymentMethods = ['check', 'bank_transfer', 'cash', 'card_by_phone', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export type Payment = {
  readonly id: string;
  readonly consultationId: string;
  readonly product: Product;
  readonly amountCents: number;
  readonly method: PaymentMethod;
  /** The day on which it was paid, `YYYY-MM-DD`. */
  readonly paidOn: string;
  readonly encryptedNote: Buffer | null;
  readonly notedBy: string;
  readonly notedAt: Date;
  readonly voidedBy: string | null;
  readonly voidedAt: Date | null;
};

const insert = preparedInsert('checkout.payments', [
  'id',
  'consultation_id',
  'product',
  'amount_cents',
  'method',
  'paid_on',
  'encrypted_note',
  'noted_by',
  'noted_at',
]);

export function insertPayment(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

const columns = `id, consultation_id as "consultationId", product, amount_cents as "amountCents", method,
  to_char(paid_on, 'YYYY-MM-DD') as "paidOn", encrypted_note as "encryptedNote", noted_by as "notedBy", noted_at as "notedAt",
  voided_by as "voidedBy", voided_at as "voidedAt"`;

const ofConsultation = prepared<[consultationId: string], Payment>(
  'checkout.list-payments',
  `select ${columns} from checkout.payments where consultation_id = $1 order by noted_at, id limit 50`,
);

/** Recorded payments, including voided ones, oldest first. */
export const listPayments = (db: Db, consultationId: string) => db.many(ofConsultation(consultationId));

const byId = prepared<[id: string], Payment>(
  'checkout.find-payment',
  `select ${columns} from checkout.payments where id = $1`,
);

export const findPayment = (db: Db, id: string) => db.find(byId(id));

const voidOne = prepared<[id: string, by: string, now: Date], never>(
  'checkout.void-payment',
  'update checkout.payments set voided_by = $2, voided_at = $3 where id = $1 and voided_at is null',
);

export function updateVoided(db: TxDb, id: string, { by, now }: { readonly by: string; readonly now: Date }): void {
  db.write(voidOne(id, by, now));
}

/** Payments outside the provider for a product, in cents. */
export const findPaidCents = async (db: Db, consultationId: string, product: Product): Promise<number> =>
  (await listPayments(db, consultationId))
    .filter((one) => one.voidedAt === null && one.product === product)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Payments outside the provider, by product. */
export const listPaidProducts = async (db: Db, consultationId: string): Promise<Product[]> => [
  ...new Set(
    (await listPayments(db, consultationId)).filter(({ voidedAt }) => voidedAt === null).map(({ product }) => product),
  ),
];
