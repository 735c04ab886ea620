import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { updateCheckSoon } from '../hold-change-store.ts';
import { findHold } from '../hold-store.ts';
import { callProvider } from '../provider/call-provider.ts';
import { findRefund, updateRefund, updateRefundSeen, type Refund } from '../refund-store.ts';

/**
 * Makes a refund that staff requested, or reads what became of one. The provider is asked for it by our own id before
 * it is asked to make it, so that it is made once, however often and however late this is repeated.
 */
export async function reconcileRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await findRefund(ctx.db, refundId);
  const hold = refund && (await findHold(ctx.db, refund.holdId));
  if (refund === undefined || hold?.intentId === undefined) return;
  const names = { intentId: hold.intentId, refundId };
  const find = () => callProvider(ctx, 'look', (cards) => cards.findRefund(names));
  const known = await find();
  if (known !== undefined || refund.state !== 'requested') return finish(ctx, refund, known);
  const refused = await request(ctx, refund, hold.intentId);
  const made = await find();
  await finish(ctx, refund, made ?? (refused && { id: undefined, state: 'failed' }));
  if (made === undefined && refused !== undefined) throw refused;
}

type Found = { readonly id: string | undefined; readonly state: 'done' | 'failed' };

/** Undefined when the provider took it; every failure but a refusal is thrown and retried later. */
async function request(ctx: Ctx, { id, attempt, amountCents }: Refund, intentId: string) {
  try {
    await callProvider(ctx, 'refund', (cards) => cards.refund({ refundId: id, attempt, intentId, amountCents }));
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
    return error;
  }
}

async function finish(ctx: Ctx, { id, holdId }: Refund, found: Found | undefined): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    if (found === undefined) return updateRefundSeen(tx.db, id);
    const failure = found.state === 'failed' ? (found.id === undefined ? 'refused' : 'failed at the bank') : undefined;
    const changed = await updateRefund(tx.db, { id, state: found.state, providerId: found.id, failure, now });
    if (!changed) return updateRefundSeen(tx.db, id);
    tx.log.info({ hold: holdId, refund: id, state: found.state }, 'checkout.refund-ended');
    // What the charge comes to now is read from the provider.
    await updateCheckSoon(tx.db, { holdId, sessionId: undefined, intentId: undefined }, now);
  });
}
