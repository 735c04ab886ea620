import type { Ctx, Tx } from '#context';
import { listPaidProducts } from '../payment-store.ts';
import { findBlockingProduct, paidAsHolds, type Product } from '../rules.ts';

/** Whether a payment for this product, or for the larger one that includes it, was noted. */
export async function hasPaidOtherwise(ctx: Ctx | Tx, consultationId: string, product: Product): Promise<boolean> {
  return findBlockingProduct(product, paidAsHolds(await listPaidProducts(ctx.db, consultationId))) !== undefined;
}
