import assert from 'node:assert/strict';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { accept, givenCheckout, givenHold, holdsOf, sessionOf, type GivenCheckout } from '../testing.ts';
import { releaseUnknownHolds } from './provider.ts';

const parts = useCardHarness();
beforeEach(async () => {
  parts.current.stripe.bank.sessions.clear();
  await parts.current.harness.owner.pool.query('truncate checkout.holds cascade');
});
afterEach(() => assert.deepEqual(parts.current.stripe.complaints, []));

/** The restored database never had the holds of this checkout. */
async function forget(checkout: GivenCheckout): Promise<void> {
  const { harness } = parts.current;
  const ids = (await holdsOf(harness, checkout)).map(({ id }) => id);
  await harness.ctx.db.pool.query('delete from checkout.holds where id = any($1::text[])', [ids]);
}

const statesOf = async () =>
  (await releaseUnknownHolds(parts.current.harness.ctx)).unknown.map(({ state }) => state).sort();

it('finds holds, saved cards, charges and open pages that a restored database does not have, and no others', async () => {
  const { harness, stripe } = parts.current;
  const known = await givenCheckout(harness);
  await givenHold(parts.current, known, 'research');
  const [held, saved, charged, open] = await Promise.all([1, 2, 3, 4].map(() => givenCheckout(harness)));
  await givenHold(parts.current, held!, 'research');
  stripe.bank.pay(sessionOf(await accept(harness, saved!.path('representation'))), 'good');
  await givenHold(parts.current, charged!, 'research');
  stripe.bank.capture([...stripe.bank.intents.values()].at(-1)!.id, undefined);
  await accept(harness, open!.path('research'));
  expect(await statesOf()).toEqual([]);
  for (const checkout of [held, saved, charged, open]) await forget(checkout!);
  expect(await statesOf()).toEqual(['charged', 'held', 'held', 'open']);
  // The operator has seen the number.
  await expect(releaseUnknownHolds(harness.ctx, { confirm: 4 })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  expect(await statesOf()).toEqual(['charged', 'held', 'held', 'open']);
  expect((await releaseUnknownHolds(harness.ctx, { confirm: 3 })).released).toHaveLength(3);
  expect(await statesOf()).toEqual(['charged']);
  expect([...stripe.bank.intents.values()].map(({ status }) => status).sort()).toEqual(
    expect.arrayContaining(['canceled', 'requires_capture', 'succeeded']),
  );
  expect((await holdsOf(harness, known))[0]?.state).toBe('held');
});

it('counts a page that was created after the restored moment for a hold from before it', async () => {
  const { harness, stripe } = parts.current;
  const checkout = await givenCheckout(harness);
  stripe.bank.pay(sessionOf(await accept(harness, checkout.path('research'))), 'good');
  expect(await statesOf()).toEqual([]);
  await harness.ctx.db.pool.query('update checkout.holds set session_id = null');
  expect(await statesOf()).toEqual(['held']);
});

it('reads every page of the list, and leaves the data of other services at the same provider', async () => {
  const { harness, stripe } = parts.current;
  const expiresAt = stripe.bank.seconds + 7200;
  const page = { amount: 19_900, expiresAt, saving: undefined };
  for (let number = 0; number < 120; number += 1) {
    const ours = number % 2 === 0;
    const successUrl = `${ours ? harness.ctx.config.publicBaseUrl : 'https://other.example'}/checkout/return/${number}`;
    stripe.bank.openSession({ ...page, holdId: `hld_${number}`, successUrl });
  }
  expect((await releaseUnknownHolds(harness.ctx)).unknown).toHaveLength(60);
});

it('does nothing without a provider, and reports one that did not respond', async () => {
  const { harness, stripe } = parts.current;
  const none = { ...harness.ctx, cards: { ...harness.ctx.cards, configured: false } };
  expect((await releaseUnknownHolds(none)).unknown).toEqual([]);
  stripe.behave('unavailable');
  await expect(releaseUnknownHolds(harness.ctx)).rejects.toMatchObject({ kind: 'unavailable' });
  stripe.behave('accept');
});
