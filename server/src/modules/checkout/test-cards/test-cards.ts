import type { Ctx, Tx } from '#context';
import type { ProviderEvent } from '#gateways/cards';
import type { Language } from '#lib/languages/language';
import { taggedToken } from '#lib/tokens/tagged-token';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import type { TestCard } from './card-data.ts';
import { insertPayment, updateDisputed } from './store.ts';
import { firstHoldEnd, pageStateOf } from './rules.ts';
import { lockSession, updateCard } from './session-store.ts';

type DisputeCharge = { readonly holdId: string; readonly events: Pick<CardEvents, 'record'> };

/** The customer's bank disputes what was charged for a hold, as it does by itself for the card that is always disputed. */
export const disputeCharge = (ctx: Ctx, { holdId, events }: DisputeCharge): Promise<void> =>
  transact(ctx, async (tx) => {
    const payment = await updateDisputed(tx.db, holdId, { now: tx.clock.now(), live: tx.config.testCards });
    if (payment === undefined) return;
    const event = { id: `test_evt_${taggedToken(tx.config.cell, 28)}`, type: 'charge.dispute.created' };
    await events.record(tx, { ...event, holdId, sessionId: undefined, intentId: payment.id });
  });

/** What the checkout does with what happens here; bound in app/callbacks.ts. */
export type CardEvents = {
  /** In the transaction of what the event is about. */
  record(tx: Tx, event: ProviderEvent): Promise<unknown>;
  /** Reads at once what has become of a hold. */
  look(ctx: Ctx, holdId: string): Promise<void>;
  /** Of the owner whose hold it is. */
  findLanguage(ctx: Ctx, holdId: string): Promise<Language | undefined>;
};

type EnterCard = {
  readonly events: CardEvents;
  readonly sessionId: string;
  readonly card: TestCard;
  /** What the customer answers when the bank asks whether it is them. */
  readonly answer: 'confirm' | 'refuse' | undefined;
};

type Entered =
  | { readonly kind: 'left'; readonly returnUrl: string }
  /** The bank wants to hear it from the customer first. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'declined' };

/** The customer chooses a card on the test page. A page holds once; one that was used or has ended only leads back. */
export async function enterCard(ctx: Ctx, { events, sessionId, card, answer }: EnterCard): Promise<Entered> {
  const { holdId, ...entered } = await transact(ctx, async (tx) => {
    const session = await lockSession(tx.db, sessionId, { live: tx.config.testCards });
    if (session === undefined) throw notFound();
    const now = tx.clock.now();
    const { holdId, returnUrl, amountCents } = session;
    if (pageStateOf(session, now) !== 'open') return { kind: 'left', returnUrl } as const;
    if (card === 'authentication' && answer === undefined) return { kind: 'asked' } as const;
    if (card === 'declined' || answer === 'refuse') return { kind: 'declined' } as const;
    const intentId = `test_pi_${taggedToken(tx.config.cell, 28)}`;
    updateCard(tx.db, sessionId, card);
    insertPayment(tx.db, {
      id: intentId,
      session_id: sessionId,
      hold_id: holdId,
      attempt: null,
      amount_cents: amountCents,
      state: 'held',
      capture_before: firstHoldEnd(card, now),
      created_at: now,
    });
    // What Stripe would post, in the transaction of what it is about.
    const type = 'checkout.session.completed';
    await events.record(tx, { id: `test_evt_${taggedToken(tx.config.cell, 28)}`, type, holdId, sessionId, intentId });
    return { kind: 'left', returnUrl, holdId } as const;
  });
  // The customer returns to a page that knows already.
  if (holdId !== undefined) await events.look(ctx, holdId);
  return entered;
}
