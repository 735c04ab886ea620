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

/** The customer's bank disputes the charge of a hold, as it does automatically for the card that is always disputed. */
export const disputeCharge = (ctx: Ctx, { holdId, events }: DisputeCharge): Promise<void> =>
  transact(ctx, async (tx) => {
    const payment = await updateDisputed(tx.db, holdId, { now: tx.clock.now(), live: tx.config.testCards });
    if (payment === undefined) return;
    const event = { id: `test_evt_${taggedToken(tx.config.cell, 28)}`, type: 'charge.dispute.created' };
    await events.record(tx, { ...event, holdId, sessionId: undefined, intentId: payment.id });
  });

/** The checkout's callbacks for events here; bound in app/callbacks.ts. */
export type CardEvents = {
  /** In the transaction of the event's subject. */
  record(tx: Tx, event: ProviderEvent): Promise<unknown>;
  /** Reads the new state of a hold immediately. */
  look(ctx: Ctx, holdId: string): Promise<void>;
  /** The language of the hold's owner. */
  findLanguage(ctx: Ctx, holdId: string): Promise<Language | undefined>;
};

type EnterCard = {
  readonly events: CardEvents;
  readonly sessionId: string;
  readonly card: TestCard;
  /** The customer's answer when the bank asks for confirmation. */
  readonly answer: 'confirm' | 'refuse' | undefined;
};

type Entered =
  | { readonly kind: 'left'; readonly returnUrl: string }
  /** The bank wants to hear it from the customer first. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'declined' };

/** The customer chooses a card on the test page. A page holds once; a used or ended one only leads back. */
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
    // The event that Stripe would post, in the transaction of its subject.
    const type = 'checkout.session.completed';
    await events.record(tx, { id: `test_evt_${taggedToken(tx.config.cell, 28)}`, type, holdId, sessionId, intentId });
    return { kind: 'left', returnUrl, holdId } as const;
  });
  // The customer returns to a page that is already up to date.
  if (holdId !== undefined) await events.look(ctx, holdId);
  return entered;
}
