import { describe, expect, it } from 'vitest';
import { sweepOnce } from '#platform/jobs';
import { sweeps } from '#app/workers/sweeps';
import { firstIdAt } from '#lib/tokens/ids';
import { accept, deliverProviderEvents, givenCheckout, sessionOf } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';
import { until } from '#test/until';
import { ChangeFeed } from './change-feed.ts';

const parts = useCardHarness();

/** Whether the feed notifies of the consultation after `act`. */
async function isNotified(feed: ChangeFeed, id: string, act: () => Promise<unknown>): Promise<boolean> {
  let notified = false;
  const stop = feed.listen({ notify: ({ cases }) => void (notified ||= cases.includes(id)), close: () => {} });
  await until('the feed', () => feed.isWatching);
  await act();
  await until('the consultation', () => notified);
  stop();
  return notified;
}

describe('an open board', () => {
  it('an open board is notified of hold changes by the owner and the provider, even after a disconnect', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const { consultationId: id } = checkout;
    const feed = new ChangeFeed(harness.ctx);
    let session = '';
    const accepted = await isNotified(feed, id, async () => {
      session = sessionOf(await accept(harness, checkout.path('research')));
    });
    const paid = await isNotified(feed, id, async () => {
      stripe.bank.pay(session, 'good');
      await deliverProviderEvents(parts.current);
    });
    expect([accepted, paid]).toEqual([true, true]);
    const cursor = { eventId: firstIdAt('evt', harness.ctx.clock.now()), seq: '0' };
    expect((await feed.since(cursor))?.cases).toContain(id);
    feed.stop();
  });

  it('an open board is notified of a case that closes automatically', async () => {
    const { harness } = parts.current;
    const { consultationId: id } = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    const token = await givenStaffToken(harness);
    const body = { settlement: { value_cents: 1_000_000 } };
    await harness.call('POST', `/api/staff/v1/consultations/${id}/settlement`, { token, body });
    harness.clock.advance(14 * 86_400);
    const feed = new ChangeFeed(harness.ctx);
    const [closing] = sweeps(harness.ctx).filter(({ name }) => name === 'consultations.close-settled');
    expect(await isNotified(feed, id, () => sweepOnce(closing!, harness.ctx))).toBe(true);
    feed.stop();
  });
});
