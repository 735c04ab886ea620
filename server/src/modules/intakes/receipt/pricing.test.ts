import { beforeAll, describe, expect, it } from 'vitest';
import { contactHashes } from '#lib/text/contacts';
import { useHarness } from '#test/harness';
import { inlineReferences } from '#test/http/inline-references';
import type { IntakeRequest, Receipt } from '../schemas.ts';
import {
  bringTo,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  pressSent,
  submit,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

type Customer = IntakeRequest['customer'];

/**
 * The customer's current price for representation, by any of their contacts; a new VIN makes it a separate case. They
 * then prove every contact with its own link.
 */
let cars = 0;
async function quote(customer: Customer): Promise<Receipt['pricing']> {
  const vehicle = { vin: `SYNTHET1CVN${String((cars += 1)).padStart(6, '0')}` };
  const receipt = await givenIntake(harness.current, { customer, vehicle });
  if (customer.email !== undefined && receipt.contact_policy.will_email)
    await pressSent(harness.current, receipt, { via: 'email' });
  if (customer.phone !== undefined && receipt.contact_policy.will_text)
    await pressSent(harness.current, receipt, { via: 'text' });
  return receipt.pricing;
}

const discounted = {
  currency: 'USD',
  research: { list_cents: 19_900, your_price_cents: 19_900 },
  representation: { list_cents: 49_700, your_price_cents: 47_200 },
  discount: {
    applied: true,
    amount_cents: 2500,
    applies_to: 'representation',
    note: '2500 cents off representation for customers submitted by an agent; research stays at list price and the amount carries to an upgrade. One discount per customer.',
  },
};

const atList = {
  ...discounted,
  representation: { list_cents: 49_700, your_price_cents: 49_700 },
  discount: {
    applied: false,
    amount_cents: 0,
    applies_to: 'representation',
    note: 'No agent discount applies to this customer; one discount per customer.',
  },
};

describe('the price', () => {
  it('the price of representation is 47200 for a customer whom an agent submits, of research always 19900 [A-PRICE-005, A-PRICE-008, A-PRICE-009]', async () => {
    expect(await quote({ email: newEmail() })).toEqual(discounted);
    expect(await quote({ phone: newPhone() })).toEqual(discounted);
  });

  it("the price's note states that the amount counts toward an upgrade [A-PRICE-015]", async () => {
    const { discount } = await quote({ email: newEmail() });
    expect(discount.note).toContain('research stays at list price and the amount carries to an upgrade');
  });

  it('the price stays as it was quoted, whatever happens to the intake', async () => {
    for (const status of ['customer_confirmed', 'consultation_active', 'declined'] as const) {
      const receipt = await givenIntake(harness.current);
      await bringTo(harness.current, receipt, status);
      const { body } = await harness.current.call('GET', `/api/agent/v1/intakes/${receipt.intake_id}`, {
        token: receipt.poll_token,
      });
      expect(body.pricing).toEqual(receipt.pricing);
    }
  });

  it('the price stays as quoted when a grant links its owner with an earlier discount of another contact [A-PRICE-017]', async () => {
    const { current } = harness;
    const [email, phone] = [newEmail(), newPhone()];
    expect((await team.post('/discounts', { phone, source: 'campaign' })).status).toBe(200);
    current.clock.advance(1);
    const receipt = await givenIntake(current, { customer: { email }, vehicle: { vin: '1HGCM82633A004352' } });
    expect(receipt.pricing).toEqual(discounted);
    current.clock.advance(1);
    expect((await team.post('/discounts', { email, phone, source: 'staff' })).status).toBe(200);
    expect((await poll(current, receipt)).body.pricing).toEqual(discounted);
    expect(await quote({ email })).toEqual(atList);
  });

  it('the price is held on a card, and captured only as the note says [A-PRICE-013, A-PRICE-014]', async () => {
    const { checkout } = await givenIntake(harness.current);
    expect(checkout.note).toBe(
      'The customer accepts terms and pre-authorizes their own card. Research: hold captured at delivery, no guarantee. Representation: hold captured only if the settlement improves by at least $1,000. Links appear after the customer has confirmed and the free consultation is delivered.',
    );
  });
});

describe('the one discount of a customer', () => {
  it.each(['staff', 'campaign', 'partner_referral'])(
    'a discount that %s gave is not a second one: the list price [A-PRICE-012]',
    async (source) => {
      const email = newEmail();
      expect((await team.post('/discounts', { email, source })).status).toBe(200);
      expect(await quote({ email: email.toUpperCase() })).toEqual(atList);
    },
  );

  it('a discount granted by an agent’s submission applies until it is used, however often they are submitted [A-PRICE-012]', async () => {
    const email = newEmail();
    expect([await quote({ email }), await quote({ email })]).toEqual([discounted, discounted]);
    const used = { text: 'update customers.discounts set consumed_at = now() where consumed_at is null', values: [] };
    await harness.current.ctx.db.many(used);
    expect(await quote({ email })).toEqual(atList);
  });

  it('a discount granted by staff in an agent’s name applies', async () => {
    const phone = newPhone();
    await team.post('/discounts', { phone, source: 'agent_intake' });
    expect(await quote({ phone })).toEqual(discounted);
  });

  it("a customer's first discount counts: a later one changes nothing", async () => {
    const email = newEmail();
    await quote({ email });
    await team.post('/discounts', { email, source: 'staff' });
    expect(await quote({ email })).toEqual(discounted);
  });

  it('a discount is found by any contact that was ever proven together with another [A-PRICE-012]', async () => {
    const [email, phone, otherEmail] = [newEmail(), newPhone(), newEmail()];
    await team.post('/discounts', { email, source: 'staff' });
    harness.current.clock.advance(1);
    expect(await quote({ email, phone })).toEqual(atList);
    expect(await quote({ phone })).toEqual(atList);
    expect(await quote({ phone, email: otherEmail })).toEqual(atList);
    expect(await quote({ email: otherEmail })).toEqual(atList);
  });

  it('a discount is used up for all contacts of a customer [A-PRICE-012]', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    harness.current.clock.advance(1);
    expect(await quote({ email })).toEqual(discounted);
    expect(await quote({ email, phone })).toEqual(discounted);
    const text = `update customers.discounts set consumed_at = now() where discount_id =
      (select discount_id from customers.discounts where contact_hash = any($1))`;
    const hashes = contactHashes(harness.current.ctx, { email, phone: undefined });
    await harness.current.ctx.db.many({ text, values: [hashes] });
    expect([await quote({ email }), await quote({ phone })]).toEqual([atList, atList]);
  });

  it('a discount is shown in its current state to a duplicate, and not to a case that is not eligible', async () => {
    const [known, fresh] = [newEmail(), newEmail()];
    await team.post('/discounts', { email: known, source: 'campaign' });
    const pricingOf = async (email: string, changes: Partial<IntakeRequest> = {}) =>
      (await submit(harness.current, minimalIntake({ customer: { email }, ...changes }))).body.pricing;
    expect([await pricingOf(known), await pricingOf(known)]).toEqual([atList, atList]);
    expect([await pricingOf(fresh), await pricingOf(fresh)]).toEqual([discounted, discounted]);
    expect(await pricingOf(fresh, { loss: { loss_state: 'ZZ' } })).toEqual(atList);
  });

  it('a discount is granted by staff only, from a known source, to at least one contact', async () => {
    const body = { email: newEmail(), source: 'staff' };
    const anonymous = await harness.current.call('POST', '/api/staff/v1/discounts', { body });
    expect(anonymous.status).toBe(401);
    for (const wrong of [{ source: 'staff' }, { email: newEmail() }, { ...body, source: 'gift' }, { ...body, x: 1 }]) {
      expect((await team.post('/discounts', wrong)).status).toBe(400);
    }
  });
});

describe('payment', () => {
  it('payment is never taken here: no operation has a member for a card or an amount to pay [A-PRICE-016]', async () => {
    const { body } = await harness.current.call('GET', '/developers/agent/openapi.json');
    const accepted = Object.values(
      inlineReferences(body).paths as Record<string, Record<string, { requestBody?: unknown }>>,
    )
      .flatMap((operations) => Object.values(operations))
      .map(({ requestBody }) => JSON.stringify(requestBody ?? {}));
    expect(accepted.length).toBeGreaterThan(5);
    for (const schema of accepted) expect(schema).not.toMatch(/card|payment|amount|pay_|charge|iban|cvc/i);
    for (const member of ['payment', 'card', 'amount_cents']) {
      const answer = await submit(harness.current, { ...minimalIntake(), [member]: { number: '4242' } });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, member]);
    }
  });
});
