import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { sendStripeEvent, useCardHarness } from '#test/doubles/stripe';
import { captureHold } from '../staff/charges.ts';
import { settleConsultation } from '../staff/settlement.ts';
import {
  accept,
  asStaff,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  newContacts,
  sessionOf,
  deliverProviderEvents,
  captureSaid,
  type GivenCheckout,
} from '../testing.ts';

const parts = useCardHarness();
const hours = 3600;
const days = 24 * hours;

/** Every value of a metric by its labels, such as `state="held"`. */
async function read(name: string): Promise<Record<string, number>> {
  await reconcileDue(parts.current.harness);
  return readNow(name);
}

async function readNow(name: string): Promise<Record<string, number>> {
  const text = await parts.current.harness.ctx.metrics.registry.metrics();
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

const logged = (event: string, holdId: string) =>
  parts.current.harness.logLines.filter((line) => line.includes(`"${event}"`) && line.includes(holdId));

// The gauges count all holds, so each test begins with none.
beforeEach(async () => {
  const { harness } = parts.current;
  await harness.owner.many({ text: 'truncate checkout.holds, checkout.checkouts', values: [] });
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.interrupt(undefined);
  parts.current.stripe.bank.events.splice(0);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

/** The emails that ask for a new hold. */
const renewalsTo = ({ contacts: { email = '' } }: GivenCheckout) =>
  parts.current.harness.mailbox.to(email).filter(({ mail }) => mail.subject === 'The hold on your card has ended');

describe('the gauges of holds', () => {
  it('the gauges count open holds by state, and no captured one', async () => {
    const { harness } = parts.current;
    const none = { 'state="saved"': 0, 'state="charge_failed"': 0 };
    expect(await read('makewhole_holds')).toEqual({ 'state="page_open"': 0, 'state="held"': 0, ...none });
    const [first, second] = [await givenCheckout(harness), await givenCheckout(harness)];
    await accept(harness, first.path('research'));
    await givenHold(parts.current, first, 'representation');
    const holdId = await givenHold(parts.current, second, 'research');
    await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
    expect(await read('makewhole_holds')).toEqual({ 'state="page_open"': 1, 'state="held"': 1, ...none });
  });

  it('the gauges show holds that end within a day, and then those that were not renewed', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await givenHold(parts.current, checkout, 'research');
    const ending = async () => (await read('makewhole_holds_ending'))['action="none"'];
    const notRenewed = async () => (await read('makewhole_holds_not_renewed'))[''];
    harness.clock.advance(5 * days + 22 * hours);
    expect(await ending()).toBe(0);
    harness.clock.advance(2 * hours);
    expect([await ending(), await ending(), await notRenewed()]).toEqual([1, 1, 0]);
    harness.clock.advance(days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    expect([await ending(), await notRenewed()]).toEqual([0, 1]);
    await accept(harness, checkout.path('research'));
    expect(await notRenewed()).toBe(0);
  });

  it('the gauges show a requested capture that is not done, and a hold that is overdue', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const holdId = await givenHold(parts.current, checkout, 'research');
    harness.clock.advance(6 * days + 12 * hours);
    stripe.behave('unavailable');
    await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
    harness.clock.advance(90);
    expect(await read('makewhole_hold_action_oldest_seconds')).toEqual({ '': 90 });
    expect(await readNow('makewhole_holds_ending')).toMatchObject({ 'action="none"': 0, 'action="capture"': 1 });
    expect(await readNow('makewhole_holds_overdue')).toEqual({ 'state="held"': 0, 'state="page_open"': 0 });
    harness.clock.advance(12 * hours);
    expect((await read('makewhole_holds_overdue'))['state="held"']).toBe(1);
    stripe.bank.passTime();
    stripe.behave('accept');
    harness.clock.advance(60);
    expect((await read('makewhole_holds_overdue'))['state="held"']).toBe(0);
    expect((await readNow('makewhole_hold_action_oldest_seconds'))['']).toBe(0);
    // A charge that staff intended was not made, which is not an ordinary end.
    expect((await readNow('makewhole_hold_anomalies_total'))['anomaly="capture_lost"']).toBe(1);
    expect(logged('checkout.hold-anomaly', holdId)).toHaveLength(1);
  });

  it('the gauges show a refused capture when its hold ends', async () => {
    const { harness, stripe } = parts.current;
    const lost = async () => (await readNow('makewhole_hold_anomalies_total'))['anomaly="capture_lost"'] ?? 0;
    const before = await lost();
    const checkout = await givenCheckout(harness);
    const holdId = await givenHold(parts.current, checkout, 'research');
    harness.clock.advance(7 * days);
    stripe.interrupt(({ path }, when) => {
      if (when === 'before') stripe.behave(path.endsWith('/capture') ? 'refuse' : 'accept');
    });
    const pressed = captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
    await expect(pressed).rejects.toMatchObject({ code: 'provider_refused' });
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'expired', failure: 'capture refused' });
    expect(await lost()).toBe(before + 1);
  });

  it('the gauges show a page whose end was missed', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await accept(harness, checkout.path('research'));
    stripe.behave('unavailable');
    harness.clock.advance(3 * hours + 1);
    expect((await read('makewhole_holds_overdue'))['state="page_open"']).toBe(1);
  });
});

describe('requests to the provider', () => {
  it('requests to the provider are counted by outcome', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const before = await readNow('makewhole_card_requests_total');
    const since = async (labels: string) =>
      ((await readNow('makewhole_card_requests_total'))[labels] ?? 0) - (before[labels] ?? 0);
    stripe.behave('unavailable');
    await accept(harness, checkout.path('research'));
    stripe.behave('not the api');
    await accept(harness, checkout.path('research'));
    stripe.behave('accept');
    const holdId = await givenHold(parts.current, checkout, 'research');
    stripe.interrupt(({ path }, when) => {
      if (when === 'before') stripe.behave(path.endsWith('/capture') ? 'refuse' : 'accept');
    });
    await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid }).catch(() => undefined);
    expect([
      await since('request="page",outcome="unavailable"'),
      await since('request="page",outcome="malformed"'),
      await since('request="page",outcome="done"'),
      await since('request="capture",outcome="refused"'),
    ]).toEqual([1, 1, 1, 1]);
    expect(await since('request="look",outcome="done"')).toBeGreaterThan(1);
  });
});

describe('provider events', () => {
  it('provider events are counted, including those without a valid signature, and disputes once each', async () => {
    const { harness } = parts.current;
    const object = { id: 'dp_1', object: 'dispute', payment_intent: 'pi_elsewhere' };
    const dispute = { id: 'evt_dispute', type: 'charge.dispute.created', body: '' };
    const body = JSON.stringify({ id: dispute.id, type: dispute.type, data: { object } });
    const other = JSON.stringify({ id: 'evt_other', type: 'invoice.paid', data: { object } });
    for (const sent of [body, body, other]) await sendStripeEvent(parts.current, { ...dispute, body: sent });
    await sendStripeEvent(parts.current, { ...dispute, body }, 't=1,v1=00');
    expect(await readNow('makewhole_card_events_total')).toMatchObject({
      'outcome="repeated"': 1,
      'outcome="ignored"': 1,
      'outcome="refused"': 1,
    });
    expect((await readNow('makewhole_hold_anomalies_total'))['anomaly="disputed"']).toBe(1);
    expect(harness.logLines.filter((line) => line.includes('checkout.charge-disputed'))).toHaveLength(1);
  });
});

describe('a customer who cannot be asked for a new hold', () => {
  const renewals = async (outcome: string) =>
    (await readNow('makewhole_hold_renewals_total'))[`outcome="${outcome}"`] ?? 0;

  it('a missed renewal because the thirty days are over is logged', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    harness.clock.advance(29 * days);
    const holdId = await givenHold(parts.current, checkout, 'research');
    const before = await renewals('over');
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    expect(await renewals('over')).toBe(before + 1);
    expect(logged('checkout.renewal-not-asked', holdId)).toHaveLength(1);
  });

  it('a missed renewal because we have no contact is logged', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, {
      contacts: { email: undefined, phone: undefined },
      discount: false,
    });
    const holdId = await givenHold(parts.current, checkout, 'research');
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    expect(await renewals('no_contact')).toBe(1);
    expect(logged('checkout.renewal-not-asked', holdId)).toHaveLength(1);
  });

  it('a customer whose consultation is settled without a fee gets no renewal message', async () => {
    const { harness, stripe } = parts.current;
    const settled = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    const going = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    for (const checkout of [settled, going]) await givenHold(parts.current, checkout, 'representation');
    const ctx = asStaff(harness.ctx);
    for (const [{ consultationId: id }, value_cents] of [
      [settled, 1_099_999],
      [going, 1_100_000],
    ] as const) {
      await settleConsultation(ctx, { id, body: { settlement: { value_cents } }, sources: {} });
    }
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await harness.sendMessages();
    expect(renewalsTo(settled)).toEqual([]);
    expect(renewalsTo(going)).toHaveLength(1);
    expect(await renewals('nothing_owed')).toBe(1);
  });

  it('a customer whose consultation is settled without a fee before the email is sent gets no renewal message', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    await givenHold(parts.current, checkout, 'representation');
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    const body = { settlement: { value_cents: 1_099_999 } };
    const wanted = { id: checkout.consultationId, body, sources: {} };
    await settleConsultation(asStaff(harness.ctx), wanted);
    await harness.sendMessages();
    expect(renewalsTo(checkout)).toEqual([]);
  });

  it('a customer on the do-not-contact list gets no renewal message, and stays in the gauge', async () => {
    const { harness, stripe } = parts.current;
    const contacts = newContacts();
    const checkout = await givenCheckout(harness, { contacts });
    await givenHold(parts.current, checkout, 'research');
    await transact(harness.ctx, async (tx) => addDoNotContact(tx, contacts, { how: 'staff', subjectIds: [] }));
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await harness.sendMessages();
    expect(harness.mailbox.to(contacts.email!)).toEqual([]);
    expect((await read('makewhole_holds_not_renewed'))['']).toBe(1);
  });
});

describe('money at the provider without a hold of ours', () => {
  it('is logged', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const session = sessionOf(await accept(harness, checkout.path('research')));
    stripe.bank.pay(session, 'good');
    const { intent } = stripe.bank.getSession(session);
    Object.assign(intent!, { amount: 100, status: 'succeeded', received: 100 });
    await deliverProviderEvents(parts.current);
    const [hold] = await holdsOf(harness, checkout);
    expect(hold).toMatchObject({ state: 'failed', failure: 'mismatch' });
    expect((await readNow('makewhole_hold_anomalies_total'))['anomaly="charged_without_hold"']).toBe(1);
    expect(logged('checkout.hold-anomaly', hold!.id)).toHaveLength(1);
    const { text } = await harness.call('GET', `/checkout/return/${hold!.id}`);
    expect(text).not.toContain('Nothing was charged');
  });
});
