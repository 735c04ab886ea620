// The provider's side of holds and saved cards: sessions, intents and their events. Written from the provider's documentation, with no
// code shared with the service.
import { readFileSync } from 'node:fs';
import { disputeObject, isEnded } from './stripe-disputes.ts';
import { BankRefusal, newName } from './stripe-names.ts';
import type { BankIntent, BankSession } from './stripe-types.ts';
import { StripeWallet, type CardEntered } from './stripe-wallet.ts';

type Json = Record<string, unknown>;

const objects = JSON.parse(readFileSync(new URL('stripe-objects.json', import.meta.url), 'utf8')) as Record<
  string,
  Json
>;

export type BankEvent = { readonly id: string; readonly type: string; readonly body: string };

/** Slightly less than seven days, as with card networks. */
const holdS = 7 * 86_400 - 3600;

export class StripeBank {
  readonly sessions = new Map<string, BankSession>();
  readonly intents = new Map<string, BankIntent>();
  /** Every event, in the order in which it happened. */
  readonly events: BankEvent[] = [];
  /** Each capture with its intent. */
  readonly captures: { intent: string; holdId: string; amount: number }[] = [];
  readonly wallet: StripeWallet;
  readonly #now: () => Date;
  readonly #origin: () => string;

  constructor(now: () => Date, origin: () => string) {
    this.#now = now;
    this.#origin = origin;
    this.wallet = new StripeWallet(this, (type, object) => this.#tell(type, object));
  }

  get seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  openSession(form: Pick<BankSession, 'holdId' | 'amount' | 'expiresAt' | 'successUrl' | 'saving'>): BankSession {
    const ahead = form.expiresAt - this.seconds;
    if (ahead < 1800 || ahead > 86_400) throw new BankRefusal(400, 'parameter_invalid_integer');
    const id = newName('cs_test');
    const session: BankSession = {
      id,
      created: this.seconds,
      url: `${this.#origin()}/c/pay/${id}`,
      ...form,
      status: 'open',
      intent: undefined,
    };
    this.sessions.set(id, session);
    return session;
  }

  /** The customer enters a card on the page. A declined one can be replaced while the page is open. */
  pay(sessionId: string, card: CardEntered): boolean {
    const session = this.sessions.get(sessionId);
    if (session === undefined || session.status !== 'open' || this.seconds >= session.expiresAt) return false;
    session.intent ??= this.newIntent(session);
    const { intent } = session;
    if (card === 'declined') {
      this.#tell('payment_intent.payment_failed', this.intentObject(intent));
      return false;
    }
    this.wallet.save(session, card);
    session.status = 'complete';
    this.hold(intent);
    this.#tell('checkout.session.completed', this.sessionObject(session));
    return true;
  }

  /** The bank sets the money aside. */
  hold(intent: BankIntent): void {
    intent.status = 'requires_capture';
    intent.captureBefore = this.seconds + holdS;
    this.#tell('payment_intent.amount_capturable_updated', this.intentObject(intent));
  }

  capture(intentId: string, amount: number | undefined): BankIntent {
    const intent = this.getIntent(intentId);
    if (intent.status !== 'requires_capture') throw new BankRefusal(400, 'payment_intent_unexpected_state');
    if (intent.captureBefore !== undefined && this.seconds >= intent.captureBefore)
      throw new BankRefusal(400, 'charge_expired_for_capture');
    const taken = amount ?? intent.amount;
    if (taken > intent.amount) throw new BankRefusal(400, 'amount_too_large');
    if (taken < 1) throw new BankRefusal(400, 'parameter_invalid_integer');
    intent.status = 'succeeded';
    intent.received = taken;
    this.captures.push({ intent: intent.id, holdId: intent.holdId, amount: taken });
    this.#tell('charge.captured', this.chargeObject(intent));
    this.#tell('payment_intent.succeeded', this.intentObject(intent));
    return intent;
  }

  cancel(intentId: string, reason: string): BankIntent {
    const intent = this.getIntent(intentId);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new BankRefusal(400, 'payment_intent_unexpected_state');
    intent.status = 'canceled';
    intent.reason = reason;
    this.#tell('payment_intent.canceled', this.intentObject(intent));
    return intent;
  }

  /**
   * As in the provider's dashboard: a part or all of a charge is refunded. A negative amount is a refund that failed.
   */
  refund(intentId: string, amount: number): void {
    this.wallet.refund(this.getIntent(intentId), amount, {});
  }

  /** The customer disputes the charge, or the bank decides. */
  dispute(intentId: string, status: string): void {
    const intent = this.getIntent(intentId);
    if (intent.status !== 'succeeded') throw new BankRefusal(400, 'charge_not_captured');
    const isNew = intent.dispute === undefined;
    intent.dispute ??= {
      id: newName('du'),
      amount: intent.received - intent.refunded,
      created: this.seconds,
      dueBy: this.seconds + 7 * 86_400,
      status,
    };
    intent.dispute.status = status;
    const type = isNew ? 'created' : isEnded(status) ? 'closed' : 'updated';
    this.#tell(`charge.dispute.${type}`, disputeObject(intent.id, intent.dispute));
  }

  /** Disputes of one payment, newest first, as a list response. */
  disputesOf(intentId: string): Json {
    const { dispute } = this.getIntent(intentId);
    const data = dispute === undefined ? [] : [disputeObject(intentId, dispute)];
    return { object: 'list', url: '/v1/disputes', has_more: false, data };
  }

  /** What time does at the provider: pages expire, and uncaptured holds are released. */
  passTime(): void {
    for (const session of this.sessions.values()) {
      if (session.status !== 'open' || this.seconds < session.expiresAt) continue;
      session.status = 'expired';
      this.#tell('checkout.session.expired', this.sessionObject(session));
    }
    for (const intent of this.intents.values()) {
      const over = intent.captureBefore !== undefined && this.seconds >= intent.captureBefore;
      if (over && intent.status === 'requires_capture') this.cancel(intent.id, 'automatic');
    }
  }

  /** Only an open page can be ended. */
  expire(id: string): BankSession {
    const session = this.getSession(id);
    if (session.status !== 'open') throw new BankRefusal(400, 'checkout_session_not_open');
    session.status = 'expired';
    this.#tell('checkout.session.expired', this.sessionObject(session));
    return session;
  }

  /** Newest first, in pages, as a list response. */
  sessionsSince(created: number, { limit, after }: { limit: number; after: string | null | undefined }): Json {
    const found = [...this.sessions.values()].filter((one) => one.created >= created).toReversed();
    const from = after === null || after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const data = found.slice(from, from + limit).map((one) => this.sessionObject(one));
    return { object: 'list', url: '/v1/checkout/sessions', has_more: from + limit < found.length, data };
  }

  getSession(id: string): BankSession {
    const session = this.sessions.get(id);
    if (session === undefined) throw new BankRefusal(404, 'resource_missing');
    return session;
  }

  getIntent(id: string): BankIntent {
    const intent = this.intents.get(id);
    if (intent === undefined) throw new BankRefusal(404, 'resource_missing');
    return intent;
  }

  newIntent({ holdId, amount }: Pick<BankSession, 'holdId' | 'amount'>, more: Partial<BankIntent> = {}): BankIntent {
    const intent: BankIntent = {
      ...more,
      id: newName('pi'),
      holdId,
      amount,
      status: 'requires_payment_method',
      received: 0,
      captureBefore: undefined,
      reason: null,
      refunded: 0,
      dispute: undefined,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  #tell(type: string, object: Json): void {
    const id = newName('evt');
    const event = {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.seconds,
      type,
      data: { object },
    };
    this.events.push({ id, type, body: JSON.stringify({ ...event, livemode: false, pending_webhooks: 1 }) });
  }

  sessionObject(session: BankSession, expanded = false): Json {
    const { id, intent, status } = session;
    return {
      ...objects['checkout.session'],
      id,
      created: session.created,
      success_url: session.successUrl,
      status,
      url: status === 'open' ? session.url : null,
      client_reference_id: session.holdId,
      metadata: { hold_id: session.holdId },
      expires_at: session.expiresAt,
      payment_intent: expanded && intent !== undefined ? this.intentObject(intent, true) : (intent?.id ?? null),
      payment_status: 'unpaid',
      customer: session.saving?.customer ?? null,
    };
  }

  intentObject(intent: BankIntent, expanded = false): Json {
    const standing = intent.status === 'requires_capture';
    return {
      ...objects['payment_intent'],
      id: intent.id,
      status: intent.status,
      amount: intent.amount,
      amount_capturable: standing ? intent.amount : 0,
      amount_received: intent.received,
      capture_method: 'manual',
      cancellation_reason: intent.reason,
      metadata: { hold_id: intent.holdId },
      latest_charge:
        intent.captureBefore === undefined && intent.received === 0
          ? null
          : expanded
            ? this.chargeObject(intent)
            : `ch_${intent.id}`,
      ...(intent.saved === undefined ? {} : this.wallet.savedMembers(intent)),
    };
  }

  chargeObject(intent: BankIntent): Json {
    const charge = objects['charge'] ?? {};
    const details = charge['payment_method_details'] as { card: Json };
    return {
      ...charge,
      id: `ch_${intent.id}`,
      amount: intent.amount,
      amount_captured: intent.received,
      captured: intent.received > 0,
      // Since its version of March 2025, what was held and not captured is not a refund.
      amount_refunded: intent.refunded,
      refunded: intent.received > 0 && intent.refunded === intent.received,
      disputed: intent.dispute !== undefined,
      payment_intent: intent.id,
      metadata: { hold_id: intent.holdId },
      payment_method_details: { ...details, card: { ...details.card, capture_before: intent.captureBefore } },
    };
  }
}
