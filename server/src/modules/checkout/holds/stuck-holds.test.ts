import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { transact } from '#platform/db';
import { sendStripeEvent, useCardHarness } from '#test/doubles/stripe';
import { gate, until } from '#test/until';
import { updatePage } from '../hold-change-store.ts';
import {
  accept,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  linksOf,
  sessionOf,
  deliverProviderEvents,
  bodyOf,
} from '../testing.ts';

const parts = useCardHarness();
const days = 86_400;

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.interrupt(undefined);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const press = (path: string) => parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path) });

const intentOf = (holdId: string) => {
  const intentOfHold = [...parts.current.stripe.bank.intents.values()].find((intent) => intent.holdId === holdId);
  assert(intentOfHold !== undefined, 'the provider has the hold');
  return intentOfHold;
};

const logged = (event: string, holdId: string) =>
  parts.current.harness.logLines.filter((line) => line.includes(`"${event}"`) && line.includes(holdId));

/** How often a page of the provider was requested. */
const looks = (sessionId: string) => parts.current.stripe.calls.filter(({ path }) => path.endsWith(sessionId)).length;

describe('a hold that the provider does not have, because its account or mode was changed', () => {
  it('an unknown hold is checked from time to time while money may be held there, and ends after that', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const session = sessionOf(await accept(harness, checkout.path('research')));
    stripe.bank.sessions.delete(session);
    harness.clock.advance(301);
    await reconcileDue(harness);
    expect([looks(session), (await holdsOf(harness, checkout))[0]!.state]).toEqual([1, 'page_open']);
    harness.clock.advance(100);
    await reconcileDue(harness);
    expect(looks(session)).toBe(1);
    expect((await accept(harness, checkout.path('research'))).status).toBe(503);
    harness.clock.advance(7 * days + 2 * 3600);
    await reconcileDue(harness);
    const [hold] = await holdsOf(harness, checkout);
    expect(hold).toMatchObject({ state: 'expired', failure: 'unknown to the provider' });
    expect(logged('checkout.hold-unknown', hold!.id).length).toBeGreaterThan(0);
    await givenHold(parts.current, checkout, 'research');
  });

  it('an unknown hold that was active ends with its authorization, and its customer is asked for a new one', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'representation');
    stripe.bank.sessions.delete((await holdsOf(harness, checkout))[0]!.sessionId!);
    expect((await press(`/holds/${hold}/release`)).body).toMatchObject({ state: 'held', wish: 'release' });
    harness.clock.advance(7 * days);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'expired', requestedAction: null });
    expect((await linksOf(harness, checkout)).representationUrl).not.toBeNull();
    await harness.sendMessages();
    expect(harness.mailbox.to(checkout.contacts.email!)).toHaveLength(1);
  });

  it('an unknown hold with a requested capture may have been captured: its customer is not told otherwise or asked for another', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'research');
    const { sessionId } = (await holdsOf(harness, checkout))[0]!;
    stripe.interrupt(({ path }, when) => {
      if (!path.endsWith('/capture') || when !== 'after') return;
      stripe.bank.sessions.delete(sessionId!);
      stripe.behave('cut after');
    });
    await press(`/holds/${hold}/capture`);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    harness.clock.advance(7 * days);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('expired');
    await harness.sendMessages();
    expect(harness.mailbox.to(checkout.contacts.email!)).toEqual([]);
    expect(logged('checkout.renewal-not-asked', hold)).toHaveLength(1);
    expect(logged('checkout.hold-anomaly', hold)).toHaveLength(1);
    expect((await harness.call('GET', `/checkout/return/${hold}`)).text).not.toContain('Nothing was charged');
  });
});

describe('a hold whose page is complete at the provider, without any money held', () => {
  it('a complete page without money is not awaited longer than a hold can last', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.bank.getSession(sessionOf(await accept(harness, checkout.path('research')))).status = 'complete';
    harness.clock.advance(7 * days);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('page_open');
    harness.clock.advance(2 * 3600);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('expired');
  });

  it('a formerly active hold without money ends with its authorization', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'research');
    intentOf(hold).status = 'requires_payment_method';
    harness.clock.advance(7 * days);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]!.state).toBe('expired');
  });
});

describe('one hold that cannot be reconciled', () => {
  it('a hold that cannot be reconciled delays no other, and is logged', async () => {
    const { harness, stripe } = parts.current;
    const broken = await givenCheckout(harness);
    const brokenHold = await givenHold(parts.current, broken, 'research');
    // More than the amount of the hold, which the provider cannot charge and the table does not accept.
    Object.assign(intentOf(brokenHold), { status: 'succeeded', received: 19_901 });
    const others = [];
    for (let count = 0; count < 9; count += 1) {
      const checkout = await givenCheckout(harness);
      stripe.bank.pay(sessionOf(await accept(harness, checkout.path('research'))), 'good');
      others.push(checkout);
    }
    const failures = async () =>
      (await harness.ctx.metrics.loopFailures.get()).values.find(
        ({ labels }) => labels.loop === 'checkout.reconcile-holds',
      )?.value ?? 0;
    const before = await failures();
    await sendStripeEvent(parts.current, { id: 'evt_b', type: 'charge.captured', body: captured(brokenHold) });
    harness.clock.advance(301);
    await reconcileDue(harness);
    const states = (await Promise.all(others.map((one) => holdsOf(harness, one)))).map(([hold]) => hold!.state);
    expect(new Set(states)).toEqual(new Set(['held']));
    expect(await failures()).toBe(before + 1);
    expect(logged('checkout.reconcile-failed', brokenHold)).toHaveLength(1);
    stripe.bank.events.splice(0);
  });

  const captured = (holdId: string): string =>
    JSON.stringify({
      id: 'evt_broken',
      type: 'charge.captured',
      data: { object: { id: 'ch_1', object: 'charge', metadata: { hold_id: holdId } } },
    });
});

describe('research paid on a page left open until representation became active', () => {
  it('research held after representation became active is released, since representation includes it', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const research = sessionOf(await accept(harness, checkout.path('research')));
    await givenHold(parts.current, checkout, 'representation');
    expect(stripe.bank.pay(research, 'good')).toBe(true);
    await deliverProviderEvents(parts.current);
    const hold = (await holdsOf(harness, checkout)).find(({ product }) => product === 'research');
    expect(hold).toMatchObject({ state: 'failed', failure: 'covered' });
    expect(intentOf(hold!.id).status).toBe('canceled');
    const { text } = await harness.call('GET', `/checkout/return/${hold!.id}`);
    expect(text).toContain('Representation includes the research');
    expect(text).not.toContain('Something went wrong');
  });

  it('research held before representation became active is released when it is reconciled', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    await givenHold(parts.current, checkout, 'research');
    await givenHold(parts.current, checkout, 'representation');
    await reconcileDue(harness);
    const states = Object.fromEntries((await holdsOf(harness, checkout)).map(({ product, state }) => [product, state]));
    expect(states).toEqual({ research: 'failed', representation: 'held' });
  });
});

describe('a provider refusal of an action that is already done', () => {
  it.each(['capture', 'release'] as const)(
    'an action that is already done does not count as refused: %s',
    async (action) => {
      const { harness, stripe } = parts.current;
      const checkout = await givenCheckout(harness);
      const hold = await givenHold(parts.current, checkout, 'research');
      const intent = intentOf(hold);
      // The same action is done in the provider's own dashboard at this moment.
      stripe.interrupt(({ method }, when) => {
        if (method !== 'POST' || when !== 'before' || intent.status !== 'requires_capture') return;
        if (action === 'capture') stripe.bank.capture(intent.id, undefined);
        else stripe.bank.cancel(intent.id, 'requested_by_customer');
      });
      const answer = await press(`/holds/${hold}/${action}`);
      expect([answer.status, answer.body.state]).toEqual([200, action === 'capture' ? 'captured' : 'released']);
      expect(answer.body.failure).toBeNull();
    },
  );
});

describe('a page that is recorded at the moment its hold would be ended', () => {
  it('a page recorded just in time is used: no customer is sent to a page whose hold has failed', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.behave('cut after');
    await accept(harness, checkout.path('research'));
    stripe.behave('accept');
    const [hold] = await holdsOf(harness, checkout);
    const session = [...stripe.bank.sessions.values()].find(({ holdId }) => holdId === hold!.id)!;
    harness.clock.advance(3601);
    const [noted, seen] = [gate(), gate()];
    const noting = transact(harness.ctx, async (tx) => {
      await updatePage(tx.db, { id: hold!.id, sessionId: session.id, checkAt: harness.clock.now() });
      noted.open();
      await seen.opened;
    });
    await noted.opened;
    const pressed = accept(harness, checkout.path('research'));
    await until('the press to wait for the row', async () => {
      const waiting = await harness.ctx.db.find<{ count: number }>({
        text: `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        values: [],
      });
      return waiting!.count > 0;
    });
    seen.open();
    await noting;
    expect(sessionOf(await pressed)).toBe(session.id);
    expect((await holdsOf(harness, checkout)).map(({ state }) => state)).toEqual(['page_open']);
  });
});

describe('a capture whose answer was lost', () => {
  it('a capture whose answer was lost is found even after the provider has dropped the idempotency key', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'research');
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/capture') && when === 'before') stripe.behave('cut after');
    });
    expect((await press(`/holds/${hold}/capture`)).body.wish).toBe('capture');
    stripe.interrupt(undefined);
    stripe.behave('unavailable');
    harness.clock.advance(25 * 3600);
    await reconcileDue(harness);
    stripe.behave('accept');
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'captured', capturedCents: 19_900 });
    expect(stripe.bank.captures.filter(({ holdId }) => holdId === hold)).toHaveLength(1);
  });
});
