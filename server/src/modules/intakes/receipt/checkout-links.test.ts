import { describe, expect, it } from 'vitest';
import { accept, agreedCents, sessionOf, deliverProviderEvents } from '#testing/checkout';
import { useCardHarness } from '#test/doubles/stripe';
import {
  bringTo,
  daysInSeconds,
  givenIntake,
  givenTeam,
  poll,
  press,
  type CreatedReceipt,
  pressSent,
} from '../testing.ts';

const parts = useCardHarness();

const checkoutOf = async (receipt: CreatedReceipt) => {
  const { body } = await poll(parts.current.harness, receipt);
  return [body.checkout.research_url, body.checkout.representation_url] as const;
};

const deliver = async (receipt: CreatedReceipt) => {
  const team = await givenTeam(parts.current.harness);
  const { consultation } = await team.record(receipt.intake_id);
  return team.post(`/consultations/${consultation?.id}/deliver`, undefined);
};

async function givenDelivered(): Promise<CreatedReceipt> {
  const receipt = await givenIntake(parts.current.harness);
  await bringTo(parts.current.harness, receipt, 'consultation_active');
  expect((await deliver(receipt)).status).toBe(200);
  return receipt;
}

const pathOf = (url: string | null): string => new URL(url ?? '').pathname;

describe('the checkout links of a receipt', () => {
  it('the checkout links appear with the delivery and not before [A-RECEIPT-022]', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness);
    expect(receipt.checkout).toMatchObject({ research_url: null, representation_url: null });
    expect((await deliver(receipt)).status).toBe(409);
    await press(harness, receipt, 'confirm');
    expect(await checkoutOf(receipt)).toEqual([null, null]);
    expect((await deliver(receipt)).status).toBe(409);
    await (await givenTeam(harness)).start(receipt.intake_id);
    expect(await checkoutOf(receipt)).toEqual([null, null]);
    expect((await deliver(receipt)).status).toBe(200);
    const [research, representation] = await checkoutOf(receipt);
    expect(research).toMatch(/^http:\/\/makewhole\.test\/checkout\/[0-9A-Za-z]{32}\/research$/);
    expect(representation).toBe(research?.replace(/research$/, 'representation'));
  });

  it('the checkout links lead to pages that the customer opens without any credential [A-RECEIPT-024]', async () => {
    const { harness } = parts.current;
    for (const url of await checkoutOf(await givenDelivered())) {
      const { status, headers, text } = await harness.call('GET', pathOf(url));
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('name="accept_terms"');
    }
  });

  it('the checkout links charge exactly the receipt’s prices [A-PRICE-017]', async () => {
    const { harness, stripe } = parts.current;
    const first = await givenDelivered();
    const { pricing } = (await poll(harness, first)).body;
    const [research, representation] = await checkoutOf(first);
    for (const [url, cents] of [
      [research, pricing.research.your_price_cents],
      [representation, pricing.representation.your_price_cents],
    ] as const) {
      const { text } = await harness.call('GET', pathOf(url));
      expect(text).toContain(`$${(cents / 100).toFixed(2)}`);
      const session = sessionOf(await accept(harness, pathOf(url)));
      expect(stripe.bank.getSession(session).amount).toBe(cents);
      expect(await agreedCents(harness, session)).toBe(cents);
    }
    expect([pricing.research.your_price_cents, pricing.representation.your_price_cents]).toEqual([19_900, 47_200]);
  });

  it('the checkout links are quoted without the discount once another of the customer’s cases has used it [A-PRICE-012, A-PRICE-017]', async () => {
    const { harness } = parts.current;
    const team = await givenTeam(harness);
    const customer = { email: 'two-cars@example.com' };
    const cars = ['1HGCM82633A004352', '5YJSA1E26HF000337', '1FTFW1ET5DFC10312'];
    const receipt: CreatedReceipt[] = [];
    for (const vin of cars) {
      receipt.push(await givenIntake(harness, { customer, vehicle: { vin } }));
      await pressSent(harness, receipt.at(-1)!, { via: 'email' });
    }
    const [first, second, waiting] = receipt as [CreatedReceipt, CreatedReceipt, CreatedReceipt];
    for (const one of [first, second]) {
      await team.start(one.intake_id);
      expect((await deliver(one)).status).toBe(200);
    }
    const quoted = async (one: CreatedReceipt) => {
      const { pricing } = (await poll(harness, one)).body;
      const { discount, representation } = pricing;
      return [discount.applied, discount.amount_cents, representation.your_price_cents];
    };
    const promised = [true, 2500, 47_200];
    expect(await Promise.all(receipt.map(quoted))).toEqual([promised, promised, promised]);
    await accept(harness, pathOf((await checkoutOf(first))[1]));
    const listed = [false, 0, 49_700];
    expect(await Promise.all(receipt.map(quoted))).toEqual([promised, listed, listed]);
    const { text } = await harness.call('GET', pathOf((await checkoutOf(second))[1]));
    expect(text).toContain('$497.00');
    await team.start(waiting.intake_id);
    await deliver(waiting);
    expect(await quoted(waiting)).toEqual(listed);
    harness.clock.advance(daysInSeconds(30));
    expect([await quoted(first), await quoted(second)]).toEqual([promised, listed]);
  });

  it('the checkout links disappear once their product is pre-authorized, and after thirty days', async () => {
    const { harness, stripe } = parts.current;
    const [receipt, late] = [await givenDelivered(), await givenDelivered()];
    const [research] = await checkoutOf(receipt);
    stripe.bank.pay(sessionOf(await accept(harness, pathOf(research))), 'good');
    await deliverProviderEvents(parts.current);
    expect(await checkoutOf(receipt)).toEqual([null, expect.any(String)]);
    harness.clock.advance(daysInSeconds(30));
    expect(await checkoutOf(late)).toEqual([null, null]);
  });
});
