// Histories of checkouts: actions of customers, staff, the provider, time and crashes in any order, and the invariants.
// The expectation is computed here from the provider's side, not from the service's tables.

import { reconcileHolds } from '#mount/checkout/holds/reconcile-hold';
import { acceptTerms } from '#mount/checkout/pages/accept-terms';
import { changeCard, withdrawCard } from '#mount/checkout/pages/customer-checkout';
import { captureHold, refundCharge, releaseHold } from '#mount/checkout/staff/charges';
import { settleConsultation } from '#mount/checkout/staff/settlement';
import { AppError } from '#platform/errors';
import { sendStripeEvent, type CardHarness } from '#test/doubles/stripe';
import { asStaff, captureSaid, givenCheckout, holdsOf, newContacts, type GivenCheckout } from '#testing/checkout';
import type { Step } from './checkout-steps.ts';
import { Crashed, crashing } from './crashing-cards.ts';

const standing: ReadonlySet<string> = new Set(['held', 'saved', 'charge_failed']);

const tokenOf = (checkout: GivenCheckout): string => checkout.path('research').split('/')[2] ?? '';

/** Two checkouts of one customer, both promised the customer's one discount, and everything observed about them. */
export class CheckoutHistory {
  readonly #parts: CardHarness;
  #checkouts: GivenCheckout[] = [];
  /** The provider pages to which a customer was actually sent. */
  readonly #pages: string[] = [];
  readonly #offerCents = 1_000_000;
  readonly #improvements: (number | undefined)[] = [undefined, undefined];
  /** Captures that exceed the hold or that the improvement did not allow. */
  readonly wrongs: string[] = [];
  #seenCaptures = 0;
  readonly #states = new Map<string, string>();
  /** How often each state was reached, to check that the histories reach it. */
  readonly reached: Record<string, number> = {};

  constructor(parts: CardHarness) {
    this.#parts = parts;
  }

  async begin(): Promise<void> {
    const { harness, stripe } = this.#parts;
    stripe.behave('accept');
    stripe.bank.events.splice(0);
    this.#seenCaptures = stripe.bank.captures.length;
    // The reconciliation would check an earlier history's charges for months.
    await harness.owner.many({ text: 'truncate checkout.holds, checkout.checkouts, checkout.refunds', values: [] });
    const contacts = newContacts();
    const given = () => givenCheckout(harness, { contacts, initialOfferCents: this.#offerCents });
    this.#checkouts = [await given(), await given()];
  }

  async take(taken: Step): Promise<void> {
    const { stripe } = this.#parts;
    stripe.behave(taken.mood);
    try {
      await this.#act(taken);
    } catch (error) {
      if (error instanceof Crashed) this.#reach('crashed');
      else if (!(error instanceof AppError)) throw error;
    }
    stripe.behave('accept');
    await this.check();
  }

  async #act(taken: Step): Promise<void> {
    const { harness, stripe } = this.#parts;
    const ctx = asStaff({ ...harness.ctx, cards: crashing(harness.ctx.cards, taken.crash) });
    const checkout = this.#checkouts[taken.checkout]!;
    const { bank } = stripe;
    switch (taken.kind) {
      case 'accept': {
        const token = tokenOf(checkout);
        const shown = { priceCents: undefined, termsVersion: undefined };
        const input = {
          token,
          product: taken.product,
          language: 'en' as const,
          shown,
          address: '192.0.2.1',
          userAgent: 'synthetic',
        };
        const accepted = await acceptTerms(ctx, input);
        if (accepted.kind === 'page') this.#pages.push(accepted.url.split('/').at(-1) ?? '');
        return;
      }
      case 'pay':
        return void bank.pay(this.#pages.at(-1 - taken.page) ?? '', taken.card);
      case 'settle': {
        const body = { settlement: { value_cents: this.#offerCents + taken.improvementCents } };
        await settleConsultation(ctx, { id: checkout.consultationId, body, sources: {} });
        this.#improvements[taken.checkout] = taken.improvementCents;
        return;
      }
      case 'capture':
      case 'release': {
        const holds = (await holdsOf(harness, checkout)).filter((one) => one.product === taken.product);
        const hold = holds.find(({ state }) => standing.has(state)) ?? holds.at(-1);
        if (hold === undefined) return;
        if (taken.kind === 'release') await releaseHold(ctx, hold.id);
        else await captureHold(ctx, { holdId: hold.id, amountCents: taken.cents, ...captureSaid });
        return;
      }
      case 'withdraw':
        return withdrawCard(ctx, { token: tokenOf(checkout), address: '192.0.2.1', userAgent: 'synthetic' });
      case 'change': {
        const changed = await changeCard(ctx, tokenOf(checkout));
        if (changed.kind !== 'page') return;
        this.#pages.push(changed.url.split('/').at(-1) ?? '');
        this.#reach('changed');
        return;
      }
      case 'staff refund': {
        const holds = (await holdsOf(harness, checkout)).filter((one) => one.product === taken.product);
        const hold = holds.find(({ state }) => state === 'captured');
        if (hold === undefined) return;
        const { id: holdId, refundedCents: seenCents, capturedCents } = hold;
        const amountCents = taken.all ? undefined : Math.ceil(((capturedCents ?? 0) - seenCents) / 2);
        return void (await refundCharge(ctx, { holdId, amountCents, reason: 'goodwill', seenCents }));
      }
      case 'refund': {
        const holds = (await holdsOf(harness, checkout)).filter((one) => one.product === taken.product);
        const intent = [...bank.intents.values()].find(
          ({ holdId, received, refunded }) => received > refunded && holds.some(({ id }) => id === holdId),
        );
        if (intent === undefined) return;
        const left = intent.received - intent.refunded;
        bank.refund(intent.id, taken.all ? left : Math.ceil(left / 2));
        this.#reach('refunded');
        return;
      }
      case 'tell': {
        const event = bank.events.at(taken.which);
        if (event === undefined) return;
        if (!taken.twice) bank.events.splice(taken.which, 1);
        return void (await sendStripeEvent(this.#parts, event));
      }
      case 'lose event':
        return void bank.events.splice(taken.which, 1);
      case 'sweep':
        return void (await reconcileHolds(ctx, 500));
      case 'time':
        harness.clock.advance(taken.seconds);
        if (taken.providerNotices) bank.passTime();
    }
  }

  /** Checks the invariants after every step. */
  async check(): Promise<void> {
    const { harness, stripe } = this.#parts;
    const { bank } = stripe;
    const discounted = new Set<number>();
    for (const [place, checkout] of this.#checkouts.entries()) {
      const holds = await holdsOf(harness, checkout);
      for (const wanted of ['research', 'representation'] as const) {
        const ids = new Set(holds.filter(({ product }) => product === wanted).map(({ id }) => id));
        const standing = [...bank.intents.values()].filter(
          ({ holdId, status }) => ids.has(holdId) && (status === 'requires_capture' || status === 'succeeded'),
        );
        if (standing.length > 1) this.wrongs.push(`${standing.length} holds stand for ${wanted}`);
      }
      for (const hold of holds) {
        this.#follow(hold.id, hold.state);
        const sessions = [...bank.sessions.values()].filter(({ holdId }) => holdId === hold.id);
        if (hold.product === 'representation' && hold.amountCents < 49_700) discounted.add(place);
        // A page after a decline holds the amount due, which is less if research was paid.
        if (
          sessions.some(
            ({ amount, saving }) => amount > hold.amountCents || (saving === undefined && amount < hold.amountCents),
          )
        )
          this.wrongs.push('a page of another amount');
      }
      await this.#checkCaptures(place, new Map(holds.map((hold) => [hold.id, hold.product])));
      this.#checkTotal(holds);
    }
    this.#seenCaptures = bank.captures.length;
    if (discounted.size > 1) this.wrongs.push('the discount was used twice');
  }

  async #checkCaptures(place: number, products: ReadonlyMap<string, string>): Promise<void> {
    const { bank } = this.#parts.stripe;
    for (const { holdId, intent, amount } of bank.captures.slice(this.#seenCaptures)) {
      const captured = products.get(holdId);
      if (captured === undefined) continue;
      const improvement = this.#improvements[place];
      if (amount > bank.getIntent(intent).amount) this.wrongs.push('more than the hold was captured');
      if (captured === 'representation' && (improvement === undefined || improvement < 100_000))
        this.wrongs.push(`representation was captured at an improvement of ${improvement}`);
    }
  }

  /** A case costs at most the price of representation, whether research came before, during or after it. */
  #checkTotal(holds: readonly { id: string; product: string; amountCents: number }[]): void {
    const taken = (wanted: string) =>
      holds
        .filter(({ product }) => product === wanted)
        .map(({ id, amountCents }) => ({ amountCents, ...this.#receivedFor(id) }))
        .filter(({ charged }) => charged);
    const [research, representation] = [taken('research'), taken('representation')];
    const total = [...research, ...representation].reduce((sum, { cents }) => sum + cents, 0);
    const most = representation[0]?.amountCents ?? 19_900;
    if (total > most) this.wrongs.push(`${total} cents were charged for a case of ${most}`);
    if (research.length > 0 && representation.length > 0) this.#reach('upgraded');
  }

  #receivedFor(id: string): { charged: boolean; cents: number } {
    const intents = [...this.#parts.stripe.bank.intents.values()].filter(({ holdId }) => holdId === id);
    const cents = intents.reduce((sum, { received, refunded }) => sum + received - refunded, 0);
    return { charged: intents.some(({ received }) => received > 0), cents };
  }

  #reach(what: string): void {
    this.reached[what] = (this.reached[what] ?? 0) + 1;
  }

  /** Every state follows from the previous one by the table, which is written here independently. */
  #follow(id: string, state: string): void {
    const before = this.#states.get(id) ?? 'page_open';
    if (before === state) return void this.#states.set(id, state);
    const ends = ['captured', 'released', 'withdrawn', 'expired'];
    const ways: Record<string, readonly string[]> = {
      page_open: ['held', 'saved', ...ends, 'failed'],
      // For a hold with a saved card, which outlives the hold.
      held: ['saved', 'charge_failed', ...ends, 'failed'],
      saved: ['held', 'charge_failed', ...ends],
      charge_failed: ['held', 'saved', ...ends],
    };
    if (!(ways[before] ?? []).includes(state)) this.wrongs.push(`a hold went from ${before} to ${state}`);
    this.#reach(state);
    this.#states.set(id, state);
  }

  /**
   * Nothing fails anymore, every event of the provider is lost, and the worker runs a few times: then both sides must
   * agree.
   */
  async settle(): Promise<void> {
    const { harness, stripe } = this.#parts;
    stripe.bank.events.splice(0);
    for (let turn = 0; turn < 4; turn += 1) {
      harness.clock.advance(3 * 3600);
      stripe.bank.passTime();
      await reconcileHolds(harness.ctx, 500);
      harness.clock.advance(61);
      await reconcileHolds(harness.ctx, 500);
    }
    // A charge is reconciled once a day.
    harness.clock.advance(86_400);
    stripe.bank.passTime();
    for (let turn = 0; turn < 2; turn += 1) await reconcileHolds(harness.ctx, 500);
    await this.check();
    for (const checkout of this.#checkouts) {
      const holds = await holdsOf(harness, checkout);
      for (const hold of holds) this.#compare(hold);
      if (holds.filter(({ state }) => standing.has(state)).length > 1) this.wrongs.push('both products stand for ever');
    }
  }

  #compare(hold: Awaited<ReturnType<typeof holdsOf>>[number]): void {
    const { bank } = this.#parts.stripe;
    const intents = [...bank.intents.values()].filter(({ holdId }) => holdId === hold.id);
    this.#compareCards(hold);
    const standing = intents.filter(({ status }) => status === 'requires_capture').length;
    const captured = intents.filter(({ status }) => status === 'succeeded');
    if (hold.requestedAction !== null) this.wrongs.push(`what was wished is not done: ${hold.requestedAction}`);
    if (hold.state === 'page_open') this.wrongs.push('a page is open for ever');
    if (standing !== (hold.state === 'held' ? 1 : 0))
      this.wrongs.push(`${standing} stand for a hold that is ${hold.state}`);
    if (
      captured.length !== (hold.state === 'captured' ? 1 : 0) ||
      (captured[0]?.received ?? null) !== hold.capturedCents
    )
      this.wrongs.push(`captured ${captured[0]?.received} for a hold that is ${hold.state}`);
    const refunded = intents.reduce((sum, intent) => sum + intent.refunded, 0);
    if (refunded !== hold.refundedCents) this.wrongs.push(`${refunded} were refunded, not ${hold.refundedCents}`);
  }

  /** A card can be charged while it is saved and never after, and each staff refund was paid once. */
  #compareCards(hold: Awaited<ReturnType<typeof holdsOf>>[number]): void {
    const { sessions, wallet } = this.#parts.stripe.bank;
    const mine = [...sessions.values()]
      .filter(({ holdId }) => holdId === hold.id)
      .map(({ saving }) => saving?.customer);
    const attached = [...wallet.methods.values()].filter(
      ({ customer }) => customer !== undefined && mine.includes(customer),
    ).length;
    const isKept = hold.kind === 'card' && standing.has(hold.state);
    if (attached > (isKept ? 1 : 0) || (hold.state === 'saved' && attached === 0))
      this.wrongs.push(`${attached} cards can be charged for one that is ${hold.state}`);
    for (const { id, state } of hold.refunds) {
      const made = wallet.refunds.filter(({ metadata }) => metadata['refund_id'] === id).length;
      if (made !== (state === 'done' ? 1 : 0)) this.wrongs.push(`a refund that is ${state} was made ${made} times`);
    }
  }
}
