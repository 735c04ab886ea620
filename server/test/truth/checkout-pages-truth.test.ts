import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { checkoutWorld, everywhere, ownerSituation, type Situation } from '#test/fixtures/page-truths/checkout-world';
import { startHarness, type Harness } from '#test/harness';
import {
  accept,
  acceptAsBefore,
  bodyOf,
  deliverProviderEvents,
  givenCard,
  letHoldsLapse,
  givenHold,
  sessionOf,
} from '#testing/checkout';
import { newEmail, newPhone } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';

// Each state is reached by many real requests, and every page is read in both languages.

// Every sentence of the checkout's pages, read by owners and borrowers in every state of a hold and of a saved card: a
// sentence that is not listed fails, and so does one that contradicts the provider's state.

const parts = useCardHarness({
  gapRequestsPerMin: 1_000_000,
  SERVICES_BY_STATE:
    '{"*":{"representation":true},"CA":{"representation":false},"NV":{"representation":false,"research":false}}',
});
const harness = () => parts.current.harness;
const days = 86_400;

let token = '';
let without: Harness | undefined;
beforeAll(async () => {
  token = await givenStaffToken(harness());
});
afterEach(() => {
  parts.current.stripe.behave('accept');
});
afterAll(async () => without?.close());

const { check, post, deliver, givenOwner } = checkoutWorld({ parts: () => parts.current, token: () => token });

const capture = (hold: string) =>
  harness().call('POST', `/api/staff/v1/holds/${hold}/capture`, { token, ...bodyOf('/capture') });

describe('every sentence of an owner’s checkout is true', () => {
  it('the checkout is true before anything is chosen, and when a submission is refused', async () => {
    const given = await givenOwner();
    expect(await given.read()).toContain('Your options');
    await given.refused('research', 'not accepted', 'price_cents=19900');
    await given.refused('representation', 'not accepted', 'price_cents=47200');
    await given.refused('representation', 'changed', 'accept_terms=true&price_cents=100');
    parts.current.stripe.behave('unavailable');
    for (const product of ['research', 'representation'] as const) await given.refused(product, 'unavailable');
    expect(await given.read()).toContain('did not finish it');
    parts.current.stripe.behave('accept');
    for (const product of ['research', 'representation'] as const)
      expect((await accept(harness(), given.path(product))).status).toBe(303);
    expect(await given.read()).toContain('you can continue');
    harness().clock.advance(1_000);
    expect(await given.read()).toContain('Open this page again later');
    parts.current.stripe.behave('unavailable');
    await given.refused('research', 'unavailable');
    await given.refused('representation', 'unavailable');
    parts.current.stripe.behave('accept');
    harness().clock.advance(days);
    parts.current.stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    expect(await given.read()).toContain('expired');
    const refused = await givenOwner();
    parts.current.stripe.behave('refuse');
    for (const product of ['research', 'representation'] as const) await accept(harness(), refused.path(product));
    parts.current.stripe.behave('accept');
    expect(await refused.read()).toContain('Something went wrong');
  });

  it('the checkout is true with a hold for research, until it is charged, released, ended or included', async () => {
    const { stripe } = parts.current;
    const charged = await givenOwner();
    const hold = await givenHold(parts.current, charged, 'research');
    expect(await charged.read()).toContain('Your $199 hold is in place');
    stripe.behave('unavailable');
    await charged.refused('representation', 'unavailable');
    await capture(hold);
    expect(await charged.read()).toContain('We’re charging the amount held for research');
    stripe.behave('accept');
    harness().clock.advance(600);
    await deliverProviderEvents(parts.current);
    expect(await charged.read()).toContain('You have paid $199.00 for research');
    const released = await givenOwner();
    const given = await givenHold(parts.current, released, 'research');
    stripe.behave('unavailable');
    await harness().call('POST', `/api/staff/v1/holds/${given}/release`, { token });
    expect(await released.read()).toContain('We are releasing the hold for research');
    stripe.behave('accept');
    harness().clock.advance(600);
    await deliverProviderEvents(parts.current);
    expect(await released.read()).not.toContain('You have already chosen the research');
    const ended = await givenOwner();
    await givenHold(parts.current, ended, 'research');
    harness().clock.advance(8 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await ended.read();
    const included = await givenOwner();
    await givenHold(parts.current, included, 'research');
    await givenCard(parts.current, included);
    await deliverProviderEvents(parts.current);
    expect(await included.read()).toContain('We released the hold for the research');
  });

  it('the checkout is true for a charge that is refunded or disputed', async () => {
    const { stripe } = parts.current;
    for (const [what, product] of [
      ['part', 'research'],
      ['all', 'research'],
      ['all', 'representation'],
      ['won', 'research'],
      ['lost', 'representation'],
    ] as const) {
      const given = await givenOwner();
      const hold = await givenHold(parts.current, given, product);
      if (product === 'representation') await given.settle(1_700_000);
      await capture(hold);
      await deliverProviderEvents(parts.current);
      const [intent] = [...stripe.bank.intents.values()].filter((one) => one.holdId === hold);
      if (what === 'part' || what === 'all') {
        stripe.behave('unavailable');
        const body = { ...(what === 'all' ? {} : { amount_cents: 5_000 }), reason: 'goodwill', seen_refunded_cents: 0 };
        await harness().call('POST', `/api/staff/v1/holds/${hold}/refund`, { token, body });
        expect(await given.read()).toContain('We are refunding');
        stripe.behave('accept');
        harness().clock.advance(600);
      } else stripe.bank.dispute(intent?.id ?? '', 'needs_response');
      await deliverProviderEvents(parts.current);
      await given.read();
      if (what === 'won' || what === 'lost') stripe.bank.dispute(intent?.id ?? '', what);
      await deliverProviderEvents(parts.current);
      await given.read();
    }
  });

  it('the checkout is true with a card, until it is withdrawn, given up, removed or charged', async () => {
    const { stripe } = parts.current;
    const withdrawn = await givenOwner();
    await givenCard(parts.current, withdrawn);
    expect(await withdrawn.read()).toContain('Withdraw and remove my card');
    const form = { raw: 'withdraw=true', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    stripe.behave('unavailable');
    await harness().call('POST', `${withdrawn.path('representation')}/withdraw`, form);
    expect(await withdrawn.read()).toContain('We are releasing the hold and removing your card');
    stripe.behave('accept');
    harness().clock.advance(600);
    await deliverProviderEvents(parts.current);
    expect(await withdrawn.read()).toContain('You have withdrawn');
    const released = await givenOwner();
    await post(`/holds/${await givenCard(parts.current, released)}/release`);
    expect(await released.read()).toContain('Your card is removed');
    for (const card of ['declines later', 'wants its owner', 'slow', 'good'] as const) {
      const given = await givenOwner();
      const hold = await givenCard(parts.current, given, card);
      expect(await given.read()).toContain('Your $472 hold is in place');
      await letHoldsLapse(parts.current);
      expect(await given.read()).toContain('The hold on your card ended on');
      await given.settle(1_700_000);
      expect(await given.read()).not.toContain('Withdraw');
      await capture(hold);
      await given.read();
      stripe.behave('unavailable');
      const change = { raw: 'change_card=true', headers: form.headers };
      const answer = await harness().call('POST', `${given.path('representation')}/card`, change);
      const facts = { ...(await given.seen('product', 'representation')), problem: 'unavailable' as const };
      if (card === 'declines later') expect(await given.expectTrue(answer, facts)).toContain('not responding');
      stripe.behave('accept');
    }
    const credited = await givenOwner();
    await capture(await givenHold(parts.current, credited, 'research'));
    await deliverProviderEvents(parts.current);
    const hold = await givenCard(parts.current, credited);
    await credited.settle(1_700_000);
    await credited.read();
    await capture(hold);
    expect(await credited.read()).toContain('was deducted from the price');
    const [lost, fee] = [await givenOwner(), await givenOwner()];
    for (const one of [lost, fee]) await givenCard(parts.current, one);
    await letHoldsLapse(parts.current);
    const [session] = [...stripe.bank.sessions.values()].filter(({ saving }) => saving !== undefined).slice(-2);
    for (const method of stripe.bank.wallet.methods.values())
      if (method.customer === session?.saving?.customer) method.customer = undefined;
    await fee.settle(1_500_100);
    harness().clock.advance(5 * days);
    await deliverProviderEvents(parts.current);
    expect(await lost.read()).toContain('Your card was removed');
    expect(await fee.read()).toContain('We removed your card, as the terms say');
  });

  it('the checkout is true with a hold for representation from before cards were saved', async () => {
    const begun = await givenOwner();
    const session = await acceptAsBefore(parts.current, begun);
    expect(await begun.read()).toContain('place a hold');
    await capture(await givenHold(parts.current, begun, 'research'));
    parts.current.stripe.bank.pay(session, 'good');
    await deliverProviderEvents(parts.current);
    expect(await begun.read()).toContain('Your $472 hold is in place');
    await begun.settle(1_700_000);
    parts.current.stripe.behave('unavailable');
    const { holds } = await begun.seen('options', 'research');
    const hold = holds.find(({ product }) => product === 'representation');
    await capture(hold?.id ?? '');
    expect(await begun.read()).toContain('of it and waiting for your bank');
  });

  it('the checkout is true when paid otherwise, late, closed, not offered, without a provider, and for invalid links', async () => {
    const noted = await givenOwner();
    const payment = { method: 'check', paid_on: harness().clock.now().toISOString().slice(0, 10) };
    await post(`/consultations/${noted.consultationId}/payments`, {
      ...payment,
      product: 'research',
      amount_cents: 19_900,
    });
    noted.noted.research = 19_900;
    expect(await noted.read()).toContain('We noted your payment');
    const both = await givenOwner();
    await both.settle(1_700_000);
    await post(`/consultations/${both.consultationId}/payments`, {
      ...payment,
      product: 'representation',
      amount_cents: 47_200,
    });
    both.noted.representation = 47_200;
    expect(await both.read()).toContain('Representation includes the research');
    for (const [state, offered] of [
      ['CA', { research: true, representation: false }],
      ['NV', { research: false, representation: false }],
    ] as const) {
      const given = await givenOwner(state, { ...ownerSituation, offered });
      expect(await given.read()).toContain('not offered in your state');
      if (state === 'NV') continue;
      await givenHold(parts.current, given, 'research');
      // The page that lists the offers shows the state of the hold, not that nothing is held.
      expect((await given.read()).split('\n')[0]).toBe('Your $199 hold is in place');
    }
    const closed = await givenOwner();
    await accept(harness(), closed.path('research'));
    harness().clock.advance(days);
    parts.current.stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await post(`/consultations/${closed.consultationId}/close`, { reason: 'offer_fair' });
    const words = await closed.read();
    expect(words).toContain('Your case is closed');
    expect(words).not.toMatch(/tell the person|open the link/);
    await closed.refused('research', undefined);
    const late = await givenOwner();
    without = await startHarness({ DATABASE_URL: harness().config.databaseUrl.reveal() });
    const facts = { ...(await late.seen('product', 'research')), configured: false };
    await late.expectTrue(await without.call('GET', late.path('research')), facts);
    harness().clock.advance(30 * days);
    expect(await late.read()).toContain('Its time has run out');
    for (const path of [
      `/checkout/${'x'.repeat(32)}`,
      `/checkout/${'x'.repeat(32)}/research`,
      '/checkout/return/hld_none',
    ])
      await late.expectTrue(await harness().call('GET', path), {
        ...(await late.seen('product', 'research')),
        known: false,
      });
  });
});

describe('every sentence of a borrower’s checkout is true', () => {
  it.each([
    ['borrower_paid', 49_700],
    ['subsidized', 29_700],
  ] as const)('the checkout is true for a borrower whose program is %s', async (mode, price) => {
    const subsidy = mode === 'subsidized' ? ({ subsidy_type: 'fixed', subsidy_value: 20_000 } as const) : undefined;
    const program = { mode, ...(subsidy ?? { subsidy_type: null, subsidy_value: null }) };
    const { key } = await givenPartner(harness(), { livemode: true, institution: { program } });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email: newEmail(), phone: newPhone() };
    const { id } = await givenReferral(harness(), key, { borrower });
    await post(`/referrals/${id}/activate`);
    const prices = { research: 19_900, representation: price };
    const situation: Situation = { offered: everywhere, prices, discountCents: 0, payer: 'borrower' };
    const given = await deliver(await consultationOf(harness(), id), situation);
    expect(await given.read()).toContain(
      mode === 'subsidized' ? 'Your lender pays the other $200.00' : 'You pay this yourself',
    );
    expect(sessionOf(await accept(harness(), given.path('representation')))).not.toBe('');
    await given.read();
  });
});

describe('the list of sentences', () => {
  it('the list has no sentence that is never shown', () => {
    expect(check.unsaid).toEqual([]);
  });
});
