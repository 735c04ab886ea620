import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closingSources } from '#app/callbacks';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOf, consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import type { Answer } from '#test/harness';
import { accept, bodyOf, givenCard, givenHold, holdsOf, reconcileDue, type GivenCheckout } from '#testing/checkout';
import { bringTo, givenIntake, minimalIntake, submit, type CreatedReceipt } from '#testing/intakes';
import { eventTypes } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { closeQuiet, closeSettled } from './closing.ts';

const parts = useCardHarness();
let [caller, lead] = ['', ''];
beforeAll(async () => {
  caller = await givenStaffToken(parts.current.harness, 'caller');
  lead = await givenStaffToken(parts.current.harness, 'lead');
});
const day = 86_400;

const post = (path: string, body?: unknown, token = lead): Promise<Answer> =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
const detail = async (id: string) =>
  (await parts.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: lead })).body;
const lanesOf = async (): Promise<string[]> => {
  const { body } = await parts.current.harness.call('GET', '/api/staff/v1/board/columns', { token: lead });
  return body.columns.flatMap(({ cards }: { cards: { id: string }[] }) => cards.map(({ id }) => id));
};
const closeDue = () => closeSettled(parts.current.harness.ctx, closingSources, 500);
const closeQuietNow = () => closeQuiet(parts.current.harness.ctx, closingSources, 500);
/** Clears work that is due from other tests. */
beforeEach(async () => {
  await closeDue();
});

type Delivered = GivenCheckout & { readonly receipt: CreatedReceipt };

/** An owner's case whose consultation was given. */
async function givenDelivered(): Promise<Delivered> {
  const { harness } = parts.current;
  const receipt = await givenIntake(harness, { offer: { acv_offer_cents: 1_000_000 } });
  await bringTo(harness, receipt, 'consultation_active');
  const consultationId = await consultationOf(harness, receipt.intake_id);
  const { body } = await post(`/consultations/${consultationId}/deliver`);
  const [, token = ''] = /\/checkout\/([0-9A-Za-z]{32})/.exec(body.checkout.research_url) ?? [];
  return {
    consultationId,
    contacts: { email: undefined, phone: undefined },
    path: (product) => `/checkout/${token}/${product}`,
    receipt,
  };
}

const settle = (id: string, cents = 1_000_000) =>
  post(`/consultations/${id}/settlement`, { settlement: { value_cents: cents }, offer: { value_cents: 1_000_000 } });

describe('a settled case', () => {
  it('a settled case closes after fourteen days and not a second earlier, once, and stays searchable', async () => {
    const { harness } = parts.current;
    const { consultationId: id, receipt } = await givenDelivered();
    await settle(id);
    await closeDue();
    harness.clock.advance(14 * day - 1);
    await closeDue();
    expect((await detail(id)).card.closed_at).toBeNull();
    expect(await lanesOf()).toContain(id);
    harness.clock.advance(1);
    expect([await closeDue(), await closeDue()]).toEqual([1, 0]);
    const { card, closing, timeline } = await detail(id);
    expect([card.closed_at, card.status, closing.reason, closing.closed_by]).toEqual([
      harness.clock.now().toISOString(),
      'consultation_active',
      'settled',
      null,
    ]);
    expect(timeline[0]).toMatchObject({ title: 'Case closed: settled', by: 'by itself' });
    expect(await lanesOf()).not.toContain(id);
    const found = await harness.call('GET', `/api/staff/v1/board/search?q=${card.number}`, { token: caller });
    expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
    // The receipt keeps its shape; only the links are gone (D-037).
    const polled = await harness.call('GET', `/api/agent/v1/intakes/${receipt.intake_id}`, {
      token: receipt.poll_token,
    });
    expect(polled.body.status).toBe('consultation_active');
    expect(JSON.stringify(polled.body)).not.toContain('/checkout/');
  });

  it('a settled case closes as soon as everything accepted is paid, and never while a hold stands', async () => {
    const { harness } = parts.current;
    const checkout = await givenDelivered();
    const { consultationId: id } = checkout;
    const holdId = await givenHold(parts.current, checkout, 'research');
    await settle(id);
    await closeDue();
    expect((await detail(id)).card.closed_at).toBeNull();
    expect((await post(`/holds/${holdId}/capture`)).body.state).toBe('captured');
    harness.clock.advance(900);
    await closeDue();
    expect((await detail(id)).closing).toMatchObject({ reason: 'paid', closed_by: null });
  });

  it('a settled case without a fee closes after three days for corrections, and the card is removed then', async () => {
    const { harness } = parts.current;
    const checkout = await givenDelivered();
    await givenCard(parts.current, checkout);
    await settle(checkout.consultationId, 1_099_999);
    const stateAfter = async (days: number) => {
      harness.clock.advance(days * day);
      await reconcileDue(harness);
      await closeDue();
      return (await holdsOf(harness, checkout)).map(({ state }) => state);
    };
    expect([await stateAfter(2), await stateAfter(2)]).toEqual([['held'], ['expired']]);
    await stateAfter(10);
    expect((await detail(checkout.consultationId)).closing.reason).toBe('settled');
  });

  it('a settled case whose hold expired stays open for its fourteen days, since nothing is paid', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenDelivered();
    await givenHold(parts.current, checkout, 'research');
    await settle(checkout.consultationId);
    harness.clock.advance(7 * day);
    stripe.bank.passTime();
    await reconcileDue(harness);
    await closeDue();
    expect((await detail(checkout.consultationId)).card.closed_at).toBeNull();
    harness.clock.advance(7 * day);
    await closeDue();
    expect((await detail(checkout.consultationId)).closing.reason).toBe('settled');
  });

  it("a borrower's settled case closes the referral with its event, and a member's completes the redemption", async () => {
    const { harness } = parts.current;
    const borrower = await consultationOrigins.referral(harness, { customer: newCustomer(), token: lead });
    const member = await consultationOrigins.membership(harness, { customer: newCustomer(), token: lead });
    for (const { id } of [borrower, member]) {
      expect((await post(`/consultations/${id}/deliver`)).status).toBe(200);
      await settle(id);
    }
    await closeDue();
    harness.clock.advance(14 * day);
    await closeDue();
    expect((await borrower.partner(`GET /referrals/${borrower.sourceId}`)).body.status).toBe('closed');
    expect((await eventTypes(harness, borrower.sourceId)).filter((type) => type === 'referral.closed')).toHaveLength(1);
    expect((await member.partner(`GET /plans/enrollments/${member.sourceId}`)).body.status).toBe('redeemed');
    for (const { id } of [borrower, member]) expect((await detail(id)).closing.reason).toBe('settled');
  });
});

describe('a case that cannot be closed', () => {
  it('a case that fails to close does not block the others and is tried again later', async () => {
    const { harness } = parts.current;
    const [bad, good] = [await givenDelivered(), await givenDelivered()];
    for (const { consultationId } of [bad, good]) await settle(consultationId);
    harness.clock.advance(14 * day);
    const failing = {
      ...closingSources,
      lockMoney: async (...[tx, id]: Parameters<typeof closingSources.lockMoney>) => {
        if (id === bad.consultationId) throw new Error('broken');
        return closingSources.lockMoney(tx, id);
      },
    };
    const run = () => closeSettled(harness.ctx, failing, 500);
    expect([await run(), await run()]).toEqual([2, 0]);
    expect((await detail(good.consultationId)).closing.reason).toBe('settled');
    expect((await detail(bad.consultationId)).card.closed_at).toBeNull();
    harness.clock.advance(3600);
    await closeDue();
    expect((await detail(bad.consultationId)).closing.reason).toBe('settled');
  });
});

describe('a case closed manually', () => {
  it('closing a case needs a listed reason, and a note when the reason is “other”', async () => {
    const { consultationId: id } = await givenDelivered();
    for (const body of [{}, { reason: 'bored' }, { reason: 'other' }, { reason: 'other', note: ' ' }])
      expect((await post(`/consultations/${id}/close`, body)).status).toBe(400);
    const note = 'went to a lawyer';
    parts.current.harness.clock.advance(60);
    const { status, body } = await post(`/consultations/${id}/close`, { reason: 'other', note }, caller);
    expect([status, body.closed_at]).not.toContain(null);
    expect((await detail(id)).timeline[0]).toMatchObject({ title: 'Case closed: another reason', note });
    expect((await post(`/consultations/${id}/close`, { reason: 'settled' })).status).toBe(409);
  });

  it('closing a case removes its page, and its owner is no longer a duplicate', async () => {
    const { harness } = parts.current;
    const { consultationId: id, path, receipt } = await givenDelivered();
    await post(`/consultations/${id}/close`, { reason: 'not_interested' });
    expect((await harness.call('GET', path('research'))).status).toBe(410);
    expect((await accept(harness, path('research'))).status).toBe(410);
    const { rows } = await harness.ctx.db.pool.query('select customer from intakes.intakes where id = $1', [
      receipt.intake_id,
    ]);
    const again = await submit(harness, minimalIntake({ customer: rows[0].customer }));
    expect([again.status, again.body.status]).toEqual([201, 'received']);
  });

  it('closing a case is refused before its owner has answered, and while a hold stands or is being captured', async () => {
    const { harness, stripe } = parts.current;
    const { intake_id: intakeId } = await givenIntake(harness);
    const waiting = await consultationOf(harness, intakeId);
    expect((await post(`/consultations/${waiting}/close`, { reason: 'no_answer' })).body.code).toBe('invalid_state');
    const checkout = await givenDelivered();
    const path = `/consultations/${checkout.consultationId}/close`;
    const holdId = await givenHold(parts.current, checkout, 'research');
    expect((await post(path, { reason: 'settled' })).body.code).toBe('money_open');
    // The provider does not respond, so the capture stays requested.
    stripe.behave('unavailable');
    await post(`/holds/${holdId}/capture`);
    expect((await post(path, { reason: 'settled' })).body.code).toBe('money_open');
    stripe.behave('accept');
    harness.clock.advance(60);
    await reconcileDue(harness);
    expect((await post(path, { reason: 'settled' })).status).toBe(200);
  });

  it('a case closed by two people at the same time closes once, and a concurrent capture completes or is refused, never lost', async () => {
    const { harness } = parts.current;
    const { consultationId: id } = await givenDelivered();
    const answers = await Promise.all([1, 2].map(() => post(`/consultations/${id}/close`, { reason: 'offer_fair' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const checkout = await givenDelivered();
    const holdId = await givenHold(parts.current, checkout, 'research');
    const [capture, close] = await Promise.all([
      post(`/holds/${holdId}/capture`),
      post(`/consultations/${checkout.consultationId}/close`, { reason: 'settled' }),
    ]);
    expect([capture.status, capture.body.state]).toEqual([200, 'captured']);
    expect([200, 409]).toContain(close.status);
    harness.clock.advance(60);
    await reconcileDue(harness);
  });
});

describe('a closed case', () => {
  it('a lead can reopen a closed case with a reason; it keeps its page and closes after fourteen days again', async () => {
    const { harness } = parts.current;
    const { consultationId: id, path } = await givenDelivered();
    await settle(id);
    await post(`/consultations/${id}/close`, { reason: 'mistake' });
    const again = { reason: 'The insurer called back.' };
    expect((await post(`/consultations/${id}/reopen`, again, caller)).status).toBe(403);
    expect((await post(`/consultations/${id}/reopen`, {})).status).toBe(400);
    harness.clock.advance(60);
    expect((await post(`/consultations/${id}/reopen`, again)).status).toBe(200);
    expect((await post(`/consultations/${id}/reopen`, again)).status).toBe(409);
    expect((await harness.call('GET', path('research'))).status).toBe(200);
    expect((await detail(id)).timeline[0]).toMatchObject({ title: 'Case opened again', note: again.reason });
    await closeDue();
    expect((await detail(id)).card.closed_at).toBeNull();
    harness.clock.advance(14 * day);
    await closeDue();
    expect((await detail(id)).closing.reason).toBe('settled');
  });

  it('a closed case is not reopened while another case about the same vehicle is open, which the error names', async () => {
    const { harness } = parts.current;
    const { consultationId: id, receipt } = await givenDelivered();
    await post(`/consultations/${id}/close`, { reason: 'mistake' });
    const { rows } = await harness.ctx.db.pool.query('select email from intakes.intakes where id = $1', [
      receipt.intake_id,
    ]);
    const second = await givenIntake(harness, { customer: { email: rows[0].email } });
    const other = await consultationOf(harness, second.intake_id);
    const again = await post(`/consultations/${id}/reopen`, { reason: 'They asked.' });
    expect([again.status, again.text.includes(other)]).toEqual([409, true]);
    expect((await detail(id)).card.closed_at).not.toBeNull();
    await bringTo(harness, second, 'declined');
    expect((await post(`/consultations/${id}/reopen`, { reason: 'They asked.' })).status).toBe(200);
  });

  it('a case whose owner said no is not reopened', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness);
    await bringTo(harness, receipt, 'declined');
    const id = await consultationOf(harness, receipt.intake_id);
    expect((await post(`/consultations/${id}/reopen`, { reason: 'Try again.' })).body.code).toBe('invalid_state');
  });
});

describe('an inactive case', () => {
  it('an inactive case is flagged for a question after sixty days and closes after ninety, and any activity restarts the count', async () => {
    const { harness } = parts.current;
    const quiet = await givenDelivered();
    const paying = await givenDelivered();
    harness.clock.advance(60 * day);
    expect((await detail(quiet.consultationId)).closing.to_ask).toBe(true);
    const payment = { product: 'research', amount_cents: 19_900, method: 'check', paid_on: '2026-11-16' };
    expect((await post(`/consultations/${paying.consultationId}/payments`, payment)).status).toBe(200);
    harness.clock.advance(30 * day);
    await closeQuietNow();
    expect((await detail(quiet.consultationId)).closing.reason).toBe('no_answer');
    expect((await detail(paying.consultationId)).card.closed_at).toBeNull();
    harness.clock.advance(60 * day);
    await closeQuietNow();
    expect((await detail(paying.consultationId)).closing.reason).toBe('no_answer');
  });
});
