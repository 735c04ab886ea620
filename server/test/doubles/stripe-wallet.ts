// The provider's side of saved cards: customers, payment methods, holds while the owner is away, and refunds.
// Written from the provider's documentation, with no code shared with the service.
import type { BankIntent, BankSession, Saving } from './stripe-types.ts';
import { BankRefusal, newName } from './stripe-names.ts';

type Json = Record<string, unknown>;

/** A card as it behaves: on the page `declined` fails at once; the others fail or wait at the next hold. */
export type CardEntered = 'good' | 'declined' | 'declines later' | 'wants its owner' | 'slow';

/** What the wallet needs of the bank. */
type Bank = {
  readonly intents: Map<string, BankIntent>;
  newIntent(of: Pick<BankSession, 'holdId' | 'amount'>, more: Partial<BankIntent>): BankIntent;
  hold(intent: BankIntent): void;
  intentObject(intent: BankIntent, expanded?: boolean): Json;
  chargeObject(intent: BankIntent): Json;
};

type Method = { readonly id: string; readonly card: CardEntered; customer: string | undefined };

type BankRefund = {
  readonly id: string;
  readonly intent: string;
  readonly amount: number;
  readonly metadata: Json;
  status: 'succeeded' | 'failed';
};

type NewCharge = { readonly holdId: string; readonly attempt: string; readonly amount: number } & {
  readonly customer: string;
  readonly method: string;
};

export class StripeWallet {
  readonly methods = new Map<string, Method>();
  readonly customers = new Set<string>();
  readonly refunds: BankRefund[] = [];
  readonly #bank: Bank;
  readonly #tell: (type: string, object: Json) => void;

  constructor(bank: Bank, tell: (type: string, object: Json) => void) {
    this.#bank = bank;
    this.#tell = tell;
  }

  newSaving(customer: string | undefined): Saving {
    if (customer !== undefined && !this.customers.has(customer)) throw new BankRefusal(400, 'resource_missing');
    return { customer, method: undefined };
  }

  /** The card that was entered on a page which also saves it. */
  save({ saving, intent }: BankSession, card: CardEntered): void {
    if (saving === undefined || intent === undefined) return;
    saving.customer ??= newName('cus');
    this.customers.add(saving.customer);
    const method: Method = { id: newName('pm'), card, customer: saving.customer };
    this.methods.set(method.id, method);
    saving.method = method.id;
    intent.saved = { customer: saving.customer, method: method.id };
    this.#tell('payment_method.attached', methodObject(method));
  }

  /** A hold while its owner is away. A failure is an answer with 402, and the intent stays and says why. */
  place({ holdId, attempt, amount, customer, method }: NewCharge): BankIntent {
    const card = this.methods.get(method);
    if (card === undefined || card.customer !== customer) throw new BankRefusal(400, 'payment_method_unactivated');
    const intent = this.#bank.newIntent({ holdId, amount }, { saved: { customer, method }, attempt });
    if (card.card === 'slow') {
      intent.status = 'processing';
      this.#tell('payment_intent.processing', this.#bank.intentObject(intent));
      return intent;
    }
    if (card.card !== 'good') {
      intent.error = card.card === 'wants its owner' ? 'authentication_required' : 'card_declined';
      this.#tell('payment_intent.payment_failed', this.#bank.intentObject(intent));
      throw new BankRefusal(402, intent.error);
    }
    this.#bank.hold(intent);
    return intent;
  }

  savedMembers({ saved, error, holdId, attempt }: BankIntent): Json {
    return {
      customer: saved?.customer,
      payment_method: error === undefined ? saved?.method : null,
      metadata: { hold_id: holdId, ...(attempt === undefined ? {} : { attempt }) },
      last_payment_error: error === undefined ? null : { type: 'card_error', code: error, message: error },
    };
  }

  detach(id: string): Json {
    const method = this.methods.get(id);
    if (method === undefined) throw new BankRefusal(404, 'resource_missing');
    if (method.customer === undefined) throw new BankRefusal(400, 'payment_method_not_attached');
    method.customer = undefined;
    this.#tell('payment_method.detached', methodObject(method));
    return methodObject(method);
  }

  /** Cards of a customer, newest first, as a list response. */
  methodsOf(customer: string): Json {
    if (!this.customers.has(customer)) throw new BankRefusal(404, 'resource_missing');
    const data = [...this.methods.values()].filter((method) => method.customer === customer).toReversed();
    const url = `/v1/customers/${customer}/payment_methods`;
    return { object: 'list', url, has_more: false, data: data.map(methodObject) };
  }

  /** Payments of a customer, newest first. */
  intentsOf(customer: string): Json {
    const data = [...this.#bank.intents.values()].filter(({ saved }) => saved?.customer === customer).toReversed();
    const objects = data.map((intent) => this.#bank.intentObject(intent, true));
    return { object: 'list', url: '/v1/payment_intents', has_more: false, data: objects };
  }

  /** Whoever asks for it. A negative amount is a refund that failed afterwards. */
  refund(intent: BankIntent, amount: number, metadata: Json): Json {
    const left = intent.received - intent.refunded;
    if (intent.status !== 'succeeded' || amount > left || intent.refunded + amount < 0)
      throw new BankRefusal(400, 'charge_already_refunded');
    intent.refunded += amount;
    if (amount < 0) {
      const failed = this.refunds.findLast((one) => one.intent === intent.id && one.amount === -amount);
      if (failed === undefined) throw new BankRefusal(404, 'resource_missing');
      failed.status = 'failed';
      this.#tell('refund.failed', refundObject(failed));
      return refundObject(failed);
    }
    const refund: BankRefund = { id: newName('re'), intent: intent.id, amount, metadata, status: 'succeeded' };
    this.refunds.push(refund);
    this.#tell('charge.refunded', this.#bank.chargeObject(intent));
    this.#tell('refund.created', refundObject(refund));
    return refundObject(refund);
  }

  refundsOf(intentId: string): Json {
    const data = this.refunds.filter(({ intent }) => intent === intentId).toReversed();
    return { object: 'list', url: '/v1/refunds', has_more: false, data: data.map(refundObject) };
  }
}

const methodObject = ({ id, customer }: Method): Json => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer: customer ?? null,
  card: { brand: 'visa', exp_month: 12, exp_year: 2030, last4: '4242' },
  livemode: false,
  metadata: {},
});

const refundObject = ({ id, intent, amount, metadata, status }: BankRefund): Json => ({
  id,
  object: 'refund',
  amount,
  currency: 'usd',
  charge: `ch_${intent}`,
  payment_intent: intent,
  reason: 'requested_by_customer',
  status,
  metadata,
});
