// The provider's side of holds: sessions, intents and their events. Written from the provider's documentation, with no
// code shared with the service.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { disputeObject, isEnded, type BankDispute } from './stripe-disputes.ts';

type Json = Record<string, unknown>;

const objects = JSON.parse(readFileSync(new URL('stripe-objects.json', import.meta.url), 'utf8')) as Record<
  string,
  Json
>;

type BankSession = {
  readonly id: string;
  readonly url: string;
  readonly holdId: string;
  readonly amount: number;
  readonly expiresAt: number;
  readonly successUrl: string;
  status: 'open' | 'complete' | 'expired';
  intent: BankIntent | undefined;
};

type BankIntent = {
  readonly id: string;
  readonly holdId: string;
  readonly amount: number;
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
  received: number;
  captureBefore: number | undefined;
  reason: string | null;
  refunded: number;
  dispute: BankDispute | undefined;
};

export type BankEvent = { readonly id: string; readonly type: string; readonly body: string };

export class BankRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const newName = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Slightly less than seven days, as with card networks. */
const holdS = 7 * 86_400 - 3600;

export class StripeBank {
  readonly sessions = new Map<string, BankSession>();
  readonly intents = new Map<string, BankIntent>();
  /** Every event, in the order in which it happened. */
  readonly events: BankEvent[] = [];
  /** Each capture with its intent. */
  readonly captures: { intent: string; holdId: string; amount: number }[] = [];
  readonly #now: () => Date;
  readonly #origin: () => string;

  constructor(now: () => Date, origin: () => string) {
    this.#now = now;
    this.#origin = origin;
  }

  get seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  openSession(form: { holdId: string; amount: number; expiresAt: number; successUrl: string }): BankSession {
    const ahead = form.expiresAt - this.seconds;
    if (ahead < 1800 || ahead > 86_400) throw new BankRefusal(400, 'parameter_invalid_integer');
    const id = newName('cs_test');
    const session: BankSession = {
      id,
      url: `${this.#origin()}/c/pay/${id}`,
      ...form,
      status: 'open',
      intent: undefined,
    };
    this.sessions.set(id, session);
    return session;
  }

  /** The customer enters a card on the page. A declined one can be replaced while the page is open. */
  pay(sessionId: string, card: 'good' | 'declined'): boolean {
    const session = this.sessions.get(sessionId);
    if (session === undefined || session.status !== 'open' || this.seconds >= session.expiresAt) return false;
    session.intent ??= this.#newIntent(session);
    const { intent } = session;
    if (card === 'declined') {
      this.#tell('payment_intent.payment_failed', this.intentObject(intent));
      return false;
    }
    intent.status = 'requires_capture';
    intent.captureBefore = this.seconds + holdS;
    session.status = 'complete';
    this.#tell('payment_intent.amount_capturable_updated', this.intentObject(intent));
    this.#tell('checkout.session.completed', this.sessionObject(session));
    return true;
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
    const intent = this.getIntent(intentId);
    const left = intent.received - intent.refunded;
    if (intent.status !== 'succeeded' || amount > left || intent.refunded + amount < 0)
      throw new BankRefusal(400, 'charge_already_refunded');
    intent.refunded += amount;
    const refund = {
      id: newName('re'),
      object: 'refund',
      amount: Math.abs(amount),
      charge: `ch_${intent.id}`,
      payment_intent: intent.id,
      status: amount < 0 ? 'failed' : 'succeeded',
      metadata: {},
    };
    if (amount < 0) return this.#tell('refund.failed', refund);
    this.#tell('charge.refunded', this.chargeObject(intent));
    this.#tell('refund.created', refund);
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

  #newIntent({ holdId, amount }: BankSession): BankIntent {
    const intent: BankIntent = {
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
      status,
      url: status === 'open' ? session.url : null,
      client_reference_id: session.holdId,
      metadata: { hold_id: session.holdId },
      expires_at: session.expiresAt,
      payment_intent: expanded && intent !== undefined ? this.intentObject(intent, true) : (intent?.id ?? null),
      payment_status: 'unpaid',
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
        intent.captureBefore === undefined ? null : expanded ? this.chargeObject(intent) : `ch_${intent.id}`,
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
