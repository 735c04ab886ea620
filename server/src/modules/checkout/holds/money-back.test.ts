import assert from 'node:assert/strict';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { sendStripeEvent, useCardHarness } from '#test/doubles/stripe';
import {
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  deliverProviderEvents,
  type GivenCheckout,
  bodyOf,
} from '../testing.ts';

const parts = useCardHarness();
const days = 86_400;

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
beforeEach(async () => {
  await parts.current.harness.owner.many({ text: 'truncate checkout.holds, checkout.checkouts', values: [] });
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.bank.events.splice(0);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const staff = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  parts.current.harness.call(method, `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });

const listed = async (query: string) => (await staff('GET', `/holds${query}`)).body.data as Record<string, unknown>[];

const intentOf = (holdId: string): string =>
  [...parts.current.stripe.bank.intents.values()].find((intent) => intent.holdId === holdId)!.id;

/** Research that was charged in full. */
async function givenCharge(): Promise<{ checkout: GivenCheckout; hold: string; intent: string }> {
  const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
  const hold = await givenHold(parts.current, checkout, 'research');
  expect((await staff('POST', `/holds/${hold}/capture`)).status).toBe(200);
  await deliverProviderEvents(parts.current);
  return { checkout, hold, intent: intentOf(hold) };
}

async function gauge(name: string): Promise<Record<string, number>> {
  await reconcileDue(parts.current.harness);
  const text = await parts.current.harness.ctx.metrics.registry.metrics();
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

const caseOf = async ({ consultationId }: GivenCheckout) =>
  (await staff('GET', `/board/cases/${consultationId}`)).body as {
    holds: Record<string, unknown>[];
    timeline: { at: string; kind: string; title: string }[];
  };

const moneyIn = async (checkout: GivenCheckout) =>
  (await caseOf(checkout)).timeline
    .filter(({ kind, title }) => kind === 'money' && /refund|dispute/i.test(title))
    .map(({ title }) => title);

describe('a refund made in the provider’s dashboard', () => {
  it('a dashboard refund is recorded and shown: in the list of holds, on the consultation, in its timeline and to the customer', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, hold, intent } = await givenCharge();
    expect(await listed('')).toMatchObject([{ id: hold, refunded_cents: 0, refunded_at: null, dispute: null }]);
    harness.clock.advance(60);
    stripe.bank.refund(intent, 5_000);
    await deliverProviderEvents(parts.current);
    const at = harness.clock.now().toISOString();
    expect(await listed('')).toMatchObject([
      { id: hold, state: 'captured', captured_cents: 19_900, refunded_cents: 5_000, refunded_at: at },
    ]);
    expect((await caseOf(checkout)).holds).toMatchObject([
      { id: hold, product: 'research', captured_cents: 19_900, refunded_cents: 5_000 },
    ]);
    expect(await moneyIn(checkout)).toEqual(['Refunded $50.00 of the $199.00 for research']);
    const page = (await harness.call('GET', checkout.path('research'))).text.replace(/\s+/g, ' ');
    expect(page).toContain('We have refunded <strong>$50.00</strong> of it.');
    stripe.bank.refund(intent, 14_900);
    await deliverProviderEvents(parts.current);
    expect(await moneyIn(checkout)).toEqual(['Refunded $199.00 of the $199.00 for research']);
    expect((await harness.call('GET', checkout.path('research'))).text).toContain('Research is refunded');
  });

  it('a failed refund is not shown as done', async () => {
    const { stripe } = parts.current;
    const { checkout, hold, intent } = await givenCharge();
    stripe.bank.refund(intent, 5_000);
    await deliverProviderEvents(parts.current);
    stripe.bank.refund(intent, -5_000);
    await deliverProviderEvents(parts.current);
    expect(await listed('')).toMatchObject([{ id: hold, refunded_cents: 0 }]);
    expect(await moneyIn(checkout)).toEqual(['A refund for research failed or was taken back']);
  });

  it('a refund whose events were all lost is found within a day, for as long as banks reverse charges', async () => {
    const { harness, stripe } = parts.current;
    const { hold, intent } = await givenCharge();
    harness.clock.advance(150 * days);
    await reconcileDue(harness);
    stripe.bank.refund(intent, 19_900);
    stripe.bank.events.splice(0);
    harness.clock.advance(days);
    await reconcileDue(harness);
    expect(await listed('')).toMatchObject([{ id: hold, refunded_cents: 19_900 }]);
    harness.clock.advance(60 * days);
    await reconcileDue(harness);
    const asked = stripe.calls.length;
    harness.clock.advance(60 * days);
    await reconcileDue(harness);
    expect(stripe.calls.length).toBe(asked);
  });

  it('is what the provider answers, whatever an event says', async () => {
    const { hold, intent } = await givenCharge();
    const charge = { id: `ch_${intent}`, object: 'charge', payment_intent: intent, amount_refunded: 19_900 };
    const body = JSON.stringify({ id: 'evt_wrong', type: 'charge.refunded', data: { object: charge } });
    expect((await sendStripeEvent(parts.current, { id: 'evt_wrong', type: 'charge.refunded', body })).status).toBe(200);
    await reconcileDue(parts.current.harness);
    expect(await listed('')).toMatchObject([{ id: hold, refunded_cents: 0 }]);
  });

  it('refunded research is not deducted from representation a second time', async () => {
    const { stripe } = parts.current;
    const { checkout, intent } = await givenCharge();
    stripe.bank.refund(intent, 19_900);
    await deliverProviderEvents(parts.current);
    const representation = await givenHold(parts.current, checkout, 'representation');
    await staff('POST', `/consultations/${checkout.consultationId}/settlement`, {
      settlement: { value_cents: 1_200_000 },
    });
    expect((await staff('POST', `/holds/${representation}/capture`)).body.captured_cents).toBe(47_200);
    const intents = [intent, intentOf(representation)].map((id) => stripe.bank.getIntent(id));
    expect(intents.reduce((sum, { received, refunded }) => sum + received - refunded, 0)).toBe(47_200);
    // If that refund fails now, no page claims that the research was deducted: representation was charged in full.
    stripe.bank.refund(intent, -19_900);
    await deliverProviderEvents(parts.current);
    expect(await listed('?product=representation')).toMatchObject([{ captured_cents: 47_200, credit_cents: 0 }]);
    const page = await parts.current.harness.call('GET', checkout.path('representation'));
    expect(page.text).not.toContain('deducted');
  });
});

describe('a dispute', () => {
  it('a dispute is recorded, shown and counted until the bank has decided, and stays visible afterward', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, hold, intent } = await givenCharge();
    expect(await gauge('makewhole_disputes_open')).toEqual({ 'waiting_for="us"': 0, 'waiting_for="bank"': 0 });
    harness.clock.advance(60);
    stripe.bank.dispute(intent, 'needs_response');
    await deliverProviderEvents(parts.current);
    const { dispute } = stripe.bank.getIntent(intent);
    const shown = {
      status: 'needs_response',
      amount_cents: 19_900,
      due_at: new Date(dispute!.dueBy * 1000).toISOString(),
      changed_at: harness.clock.now().toISOString(),
    };
    expect(await listed('?disputed=true')).toMatchObject([{ id: hold, dispute: shown }]);
    expect((await caseOf(checkout)).holds).toMatchObject([{ id: hold, dispute: shown }]);
    expect(await moneyIn(checkout)).toEqual(['Dispute of $199.00 for research: needs response']);
    expect(await gauge('makewhole_disputes_open')).toEqual({ 'waiting_for="us"': 1, 'waiting_for="bank"': 0 });
    stripe.bank.dispute(intent, 'under_review');
    await deliverProviderEvents(parts.current);
    expect(await gauge('makewhole_disputes_open')).toEqual({ 'waiting_for="us"': 0, 'waiting_for="bank"': 1 });
    stripe.bank.dispute(intent, 'lost');
    await deliverProviderEvents(parts.current);
    expect(await gauge('makewhole_disputes_open')).toEqual({ 'waiting_for="us"': 0, 'waiting_for="bank"': 0 });
    expect(await listed('?disputed=true')).toEqual([]);
    expect(await listed('')).toMatchObject([{ id: hold, dispute: { status: 'lost' } }]);
    expect(await moneyIn(checkout)).toEqual(['Dispute of $199.00 for research: lost']);
  });

  it('a dispute is checked while it is open, and found even without an event', async () => {
    const { harness, stripe } = parts.current;
    const { hold, intent } = await givenCharge();
    stripe.bank.dispute(intent, 'warning_needs_response');
    stripe.bank.events.splice(0);
    harness.clock.advance(days);
    await reconcileDue(harness);
    expect(await listed('?disputed=true')).toMatchObject([{ id: hold }]);
    harness.clock.advance(250 * days);
    await reconcileDue(harness);
    stripe.bank.dispute(intent, 'warning_closed');
    stripe.bank.events.splice(0);
    harness.clock.advance(days);
    await reconcileDue(harness);
    expect(await listed('?disputed=true')).toEqual([]);
  });

  it('a stored dispute stays unchanged if the provider does not report the disputes of its charge', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, intent } = await givenCharge();
    stripe.bank.dispute(intent, 'needs_response');
    stripe.interrupt(({ path }, when) => {
      if (path === '/v1/disputes' && when === 'after') stripe.behave('cut after');
    });
    await deliverProviderEvents(parts.current);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('captured');
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect(await listed('?disputed=true')).toHaveLength(1);
  });
});
