import assert from 'node:assert/strict';
import { afterEach, describe, expect, it } from 'vitest';
import { sendStripeEvent, useCardHarness } from '#test/doubles/stripe';
import { captureHold } from '../staff/charges.ts';
import {
  accept,
  asStaff,
  captureSaid,
  deliverProviderEvents,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  sessionOf,
} from '../testing.ts';
import { requestChecks } from '../provider/provider.ts';

const parts = useCardHarness();
afterEach(() => {
  parts.current.stripe.behave('accept');
  // Requests that the Stripe double objected to fail the test that made them.
  assert.deepEqual(parts.current.stripe.complaints, []);
});

describe('a provider that fails', () => {
  it.each(['unavailable', 'too many', 'broken after', 'cut before', 'cut after', 'not the api'] as const)(
    'a provider failure (%s) leaves nothing held, and the next try continues with the same acceptance',
    async (mood) => {
      const { harness, stripe } = parts.current;
      const checkout = await givenCheckout(harness);
      stripe.behave(mood);
      const failed = await accept(harness, checkout.path('representation'));
      expect([failed.status, failed.text.includes('Nothing is held')]).toEqual([503, true]);
      stripe.behave('accept');
      const answer = await accept(harness, checkout.path('representation'));
      expect(answer.status).toBe(303);
      expect(await holdsOf(harness, checkout)).toMatchObject([{ state: 'page_open', sessionId: sessionOf(answer) }]);
    },
  );

  it('a permanent provider failure, however often the customer retries, hides neither the newest hold nor an active one', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await givenHold(parts.current, checkout, 'research');
    stripe.behave('refuse');
    await accept(harness, checkout.path('representation'));
    const refused = (await holdsOf(harness, checkout)).find(({ product }) => product === 'representation');
    const copied = await harness.owner.pool.query(
      `insert into checkout.holds select (jsonb_populate_record(h, jsonb_build_object('id', 'hld_' || lpad(n::text, 24, '0')))).*
       from checkout.holds h, generate_series(1, 104) n where id = $1`,
      [refused?.id],
    );
    expect(copied.rowCount).toBe(104);
    stripe.behave('accept');
    harness.clock.advance(1);
    const first = await accept(harness, checkout.path('representation'));
    const again = await accept(harness, checkout.path('representation'));
    expect([first.status, sessionOf(again)]).toEqual([303, sessionOf(first)]);
    expect((await harness.call('GET', checkout.path('research'))).text).toContain('Your $199 hold is in place.');
  });

  it('a permanent provider failure ends the hold, and a new one can be placed at the same price', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.behave('refuse');
    expect((await accept(harness, checkout.path('representation'))).status).toBe(503);
    stripe.behave('accept');
    harness.clock.advance(1);
    expect((await accept(harness, checkout.path('representation'))).status).toBe(303);
    expect(await holdsOf(harness, checkout)).toMatchObject([
      { state: 'failed', failure: 'page refused' },
      { state: 'page_open', amountCents: 47_200 },
    ]);
  });

  it('a provider failure that lasts an hour ends the hold as failed', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.behave('cut before');
    await accept(harness, checkout.path('research'));
    stripe.behave('accept');
    harness.clock.advance(3599);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('page_open');
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'failed', failure: 'page not made' });
  });
});

describe('a page that the customer left', () => {
  it('an open page is reused, and an expired one is replaced by another at the same price', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const first = sessionOf(await accept(harness, checkout.path('representation')));
    harness.clock.advance(7100);
    const begun = await harness.call('GET', checkout.path('representation'));
    expect([begun.status, begun.text.includes('You started this earlier')]).toEqual([200, true]);
    expect(sessionOf(await accept(harness, checkout.path('representation')))).toBe(first);
    harness.clock.advance(100);
    stripe.bank.passTime();
    const second = await accept(harness, checkout.path('representation'));
    expect([second.status, sessionOf(second) === first]).toEqual([303, false]);
    expect((await holdsOf(harness, checkout)).map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['expired', 47_200],
      ['page_open', 47_200],
    ]);
  });

  it('a page left after entering the card shows the hold, even if no event came', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    for (const [product, words] of [
      ['research', 'Your $199 hold is in place'],
      ['representation', 'Your $472 hold is in place'],
    ] as const) {
      stripe.bank.pay(sessionOf(await accept(harness, checkout.path(product))), 'good');
      stripe.bank.events.splice(0);
      const again = await accept(harness, checkout.path(product));
      expect([again.status, again.text.includes(words)]).toEqual([200, true]);
    }
  });

  it('a page that was not created within an hour is replaced by a new one', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.behave('cut after');
    await accept(harness, checkout.path('research'));
    stripe.behave('accept');
    harness.clock.advance(3601);
    expect((await accept(harness, checkout.path('research'))).status).toBe(303);
    expect((await holdsOf(harness, checkout)).map(({ state }) => state)).toEqual(['failed', 'page_open']);
  });
});

describe('a provider event', () => {
  it('changes nothing when it did not sign it, or not lately, or it was changed on its way', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.bank.events.splice(0);
    stripe.bank.pay(sessionOf(await accept(harness, checkout.path('research'))), 'good');
    const event = stripe.bank.events.at(-1)!;
    const now = harness.clock.now().getTime();
    const genuine = stripe.sign(event.body);
    const refused = [
      '',
      't=1,v1=00',
      genuine.replace('v1=', 'v0='),
      genuine.replace(/t=\d+/, `t=${Math.floor(now / 1000) + 1}`),
      stripe.sign(event.body, new Date(now - 301_000)),
      stripe.sign(event.body, new Date(now + 301_000)),
      stripe.sign(`${event.body} `),
    ];
    for (const signature of refused) expect((await sendStripeEvent(parts.current, event, signature)).status).toBe(400);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('page_open');
    for (const at of [now - 299_000, now + 299_000]) {
      expect((await sendStripeEvent(parts.current, event, stripe.sign(event.body, new Date(at)))).status).toBe(200);
    }
    expect((await sendStripeEvent(parts.current, event, `t=1,v1=ff,${genuine}`.replace('t=1,', ''))).status).toBe(200);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('held');
  });

  it("an event about something else, or about another service's hold, gets 200 and is ignored", async () => {
    const { harness } = parts.current;
    const other = { id: 'evt_other', type: 'invoice.paid', body: '' };
    const body = (type: string, object: object) => JSON.stringify({ id: `evt_${type}`, type, data: { object } });
    const events = [
      { ...other, body: body('invoice.paid', { id: 'in_1', object: 'invoice' }) },
      { ...other, body: body('payment_intent.canceled', { id: 'pi_elsewhere', object: 'payment_intent' }) },
      { ...other, body: body('charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_x' }) },
    ];
    for (const event of events) expect((await sendStripeEvent(parts.current, event)).status).toBe(200);
    for (const wrong of ['{}', '[]', 'null', 'x', '{"id":1,"type":2}', '{"id":"evt_1","type":"charge.captured"}']) {
      expect((await sendStripeEvent(parts.current, { ...other, body: wrong })).status).toBe(400);
    }
    const big = await harness.call('POST', '/providers/stripe', { raw: ' '.repeat(262_145) });
    expect(big.status).toBe(413);
  });

  it('duplicate, late and out-of-order events lead to the same state', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.bank.events.splice(0);
    const session = sessionOf(await accept(harness, checkout.path('research')));
    stripe.bank.pay(session, 'declined');
    stripe.bank.pay(session, 'good');
    const events = stripe.bank.events.splice(0).toReversed();
    for (const event of [...events, ...events]) {
      await sendStripeEvent(parts.current, event);
      await reconcileDue(harness);
      expect((await holdsOf(harness, checkout))[0]!.state).toBe('held');
    }
    const stored = await harness.ctx.db.many({
      text: 'select id from checkout.provider_events where id = any($1)',
      values: [events.map(({ id }) => id)],
    });
    expect(stored).toHaveLength(3);
  });

  it('reconciliation makes up for an event that never comes', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.bank.pay(sessionOf(await accept(harness, checkout.path('research'))), 'good');
    stripe.bank.events.splice(0);
    harness.clock.advance(300);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('held');
  });
});

it('reconciliation restores a capture that a restored database has lost, without capturing twice', async () => {
  const { harness } = parts.current;
  const { pool } = harness.owner;
  const checkout = await givenCheckout(harness);
  const holdId = await givenHold(parts.current, checkout, 'research');
  await pool.query('create table checkout.backup as select * from checkout.holds');
  await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
  await deliverProviderEvents(parts.current);
  const charged = (await holdsOf(harness, checkout))[0]?.capturedCents;
  // The hold is reset to before the capture; the provider is not.
  await pool.query('delete from checkout.holds where id = $1', [holdId]);
  await pool.query('insert into checkout.holds select * from checkout.backup where id = $1', [holdId]);
  await reconcileDue(harness);
  expect((await holdsOf(harness, checkout))[0]?.state).toBe('held');
  expect(await requestChecks(harness.ctx)).toBeGreaterThanOrEqual(1);
  await reconcileDue(harness);
  expect(await holdsOf(harness, checkout)).toMatchObject([{ state: 'captured', capturedCents: charged }]);
  expect(charged).toBeGreaterThan(0);
});
