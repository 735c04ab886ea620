import type { Ctx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { transact } from '#platform/db';
import type { CardEvents } from './enter-card.ts';
import { updateDisputed } from './payment-store.ts';

type DisputeCharge = { readonly holdId: string; readonly events: Pick<CardEvents, 'record'> };

/** The customer's bank disputes what was charged for a hold, as it does by itself for the card that is always disputed. */
export const disputeCharge = (ctx: Ctx, { holdId, events }: DisputeCharge): Promise<void> =>
  transact(ctx, async (tx) => {
    const payment = await updateDisputed(tx.db, holdId, { now: tx.clock.now(), live: tx.config.testCards });
    if (payment === undefined) return;
    const event = { id: `test_evt_${taggedToken(tx.config.cell, 28)}`, type: 'charge.dispute.created' };
    await events.record(tx, { ...event, holdId, sessionId: undefined, intentId: payment.id });
  });
