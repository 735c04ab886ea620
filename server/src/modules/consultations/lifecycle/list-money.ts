import type { Ctx, Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { readMoney } from '../money-rules.ts';
import { listMoneyRows } from './money-store.ts';

type Money = { readonly offer: OfferParts; readonly settlement: OfferParts };

/** What the insurer offered and paid in each of these consultations, part by part. */
export async function listMoney(ctx: Ctx | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Money>> {
  if (ids.length === 0) return new Map();
  return new Map((await listMoneyRows(ctx.db, ids)).map((row) => [row.id, readMoney(row)]));
}
