import assert from 'node:assert/strict';
import { afterEach, describe, expect, it } from 'vitest';
import { listConsent } from '#modules/ledger';
import { createConsultation, getConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { useCardHarness } from '#test/doubles/stripe';
import { deliverConsultation } from '../staff/settlement.ts';
import { captureHold } from '../staff/charges.ts';
import { accept, asStaff, givenCheckout, givenHold, holdsOf, newContacts, sessionOf, captureSaid } from '../testing.ts';
import { termsVersion } from '../rules.ts';

const parts = useCardHarness();
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.interrupt(undefined);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const textOf = async (path: string) => (await parts.current.harness.call('GET', path)).text.replace(/\s+/g, ' ');

describe('a customer who has entered a card, before the provider state is known', () => {
  it('a customer who has entered a card never reads that nothing is held: on return, by the back button, or while the provider does not respond', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    stripe.bank.pay(sessionOf(await accept(harness, checkout.path('research'))), 'good');
    const [hold] = await holdsOf(harness, checkout);
    expect(await textOf(`/checkout/return/${hold!.id}`)).toContain('within a few minutes');
    const again = await textOf(checkout.path('research'));
    expect(again).toContain('You started this earlier');
    expect(again).not.toMatch(/did not finish|Nothing is held/);
    stripe.behave('unavailable');
    const pressed = await accept(harness, checkout.path('research'));
    expect([pressed.status, /Nothing is held|nothing is held yet/i.test(pressed.text)]).toEqual([503, false]);
  });
});

describe('a customer whose hold is being charged', () => {
  it('a customer whose hold is being charged never reads that nothing is charged', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const holdId = await givenHold(parts.current, checkout, 'research');
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/capture') && when === 'before') stripe.behave('cut after');
    });
    await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
    const text = await textOf(checkout.path('research'));
    expect(text).toContain('We are charging it');
    expect(text).not.toContain('Nothing is charged');
  });
});

describe('a customer who paid for research', () => {
  it('a customer who paid for research never reads that nothing was charged after the thirty days of representation', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const holdId = await givenHold(parts.current, checkout, 'research');
    await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
    harness.clock.advance(30 * 86_400);
    const over = await harness.call('GET', checkout.path('representation'));
    expect([over.status, /nothing (is held|was charged)/i.test(over.text)]).toEqual([410, false]);
  });
});

describe('an acceptance for an existing hold', () => {
  it('an acceptance for an existing hold covers that hold, or is requested again', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const path = checkout.path('representation');
    const session = sessionOf(await accept(harness, path));
    for (const form of ['price_cents=49700', 'terms_version=2020-01-01']) {
      const other = await accept(harness, path, `accept_terms=true&${form}`);
      expect([other.status, other.text.includes('$472.00')]).toEqual([409, true]);
    }
    const same = await accept(harness, path, `accept_terms=true&price_cents=47200&terms_version=${termsVersion}`);
    expect(sessionOf(same)).toBe(session);
    expect((await holdsOf(harness, checkout))[0]!.acceptance.replaces).toBeUndefined();
  });

  it('an acceptance is on the consent ledger each time that it is recorded, with the text of that time', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const path = checkout.path('representation');
    const press = (version: string) => accept(harness, path, `accept_terms=true&terms_version=${version}`);
    for (const version of [termsVersion, termsVersion, `${termsVersion}-es`]) {
      await press(version);
      harness.clock.advance(1);
    }
    const [hold] = await holdsOf(harness, checkout);
    expect(hold?.acceptance).toMatchObject({ terms_version: `${termsVersion}-es`, replaces: expect.any(Object) });
    const { source_id: subjectId } = await getConsultation(harness.ctx, checkout.consultationId);
    const { entries } = await listConsent(harness.ctx, { subjectIds: [subjectId], contacts: checkout.contacts });
    const accepted = entries.filter(({ kind }) => kind === 'card_accepted');
    expect(accepted.map(({ details }) => [details?.['hold_id'], details?.['wording_version']])).toEqual([
      [hold?.id, `representation-${termsVersion}`],
      [hold?.id, `representation-${termsVersion}-es`],
    ]);
  });

  it('an acceptance is recorded again when the terms have changed since, next to the first acceptance', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const path = checkout.path('research');
    const session = sessionOf(await accept(harness, path));
    await harness.ctx.db.many({
      text: `update checkout.holds set acceptance = acceptance || '{"terms_version":"2026-01-01"}' where session_id = $1`,
      values: [session],
    });
    harness.clock.advance(60);
    const stale = await accept(harness, path, 'accept_terms=true&price_cents=19900&terms_version=2026-01-01');
    expect(sessionOf(stale)).toBe(session);
    expect((await holdsOf(harness, checkout))[0]!.acceptance.terms_version).toBe('2026-01-01');
    const fresh = await accept(harness, path, `accept_terms=true&price_cents=19900&terms_version=${termsVersion}`);
    expect(sessionOf(fresh)).toBe(session);
    expect((await holdsOf(harness, checkout))[0]!.acceptance).toMatchObject({
      at: harness.clock.now().toISOString(),
      terms_version: termsVersion,
      price_cents: 19_900,
      replaces: { terms_version: '2026-01-01' },
    });
  });
});

describe('a customer with a discount', () => {
  it('a customer with a discount does not pay the list price because an old page showed it', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const answer = await accept(harness, checkout.path('representation'), 'accept_terms=true&price_cents=49700');
    expect([answer.status, answer.text.includes('$472.00')]).toEqual([409, true]);
    expect(await holdsOf(harness, checkout)).toEqual([]);
  });
});

describe('a sandbox consultation', () => {
  it('a sandbox consultation gets a test card page and never the provider’s, and its link is not sent, whatever its source returns', async () => {
    const { harness, stripe } = parts.current;
    const asked = stripe.calls.length;
    const ctx = asStaff(harness.ctx);
    const consultationId = await transact(ctx, async (tx) =>
      createConsultation(tx, {
        source: 'referral',
        sourceId: 'ref_synthetic',
        priority: false,
        test: true,
        contact: { phone: undefined },
      }),
    );
    const ready = async () => ({ contacts: newContacts(), discountApplied: true });
    const { checkout } = await deliverConsultation(ctx, {
      consultationId,
      sources: { agent_intake: ready, referral: ready, membership: ready },
    });
    const answer = await accept(harness, new URL(checkout.representation_url ?? '').pathname);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/makewhole\.test\/test-cards\/test_cs_/);
    expect(stripe.calls).toHaveLength(asked);
    const { rows } = await harness.owner.pool.query(
      'select distinct state from customers.messages where subject_id = $1',
      [consultationId],
    );
    expect(rows).toEqual([{ state: 'sandbox' }]);
  });
});
