import type { Ctx } from '#context';
import { listHoldsOfConsultation } from '../hold-store.ts';
import { listPayments } from '../payment-store.ts';
import { findCheckoutOf } from '../store.ts';

/** When something last happened to the money of a case: accepted, held, ended, noted, or its link sent. */
export async function findLastPayment(ctx: Ctx, consultationId: string): Promise<Date | undefined> {
  const [holds, payments, checkout] = await Promise.all([
    listHoldsOfConsultation(ctx.db, consultationId),
    listPayments(ctx.db, consultationId),
    findCheckoutOf(ctx.db, consultationId),
  ]);
  // Days that pass for a sandbox case pass for its checkout too.
  if (checkout?.test === true) return undefined;
  const times = [
    ...holds.flatMap(({ createdAt, heldAt, endedAt }) => [createdAt, heldAt, endedAt]),
    ...payments.flatMap(({ notedAt, voidedAt }) => [notedAt, voidedAt]),
    ...(checkout?.linkSentAt ?? []),
  ].filter((at) => at instanceof Date);
  return times.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
}
