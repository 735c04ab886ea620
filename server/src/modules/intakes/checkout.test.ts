import { describe, expect, it } from 'vitest';
import { accept, sessionOf, tellAll } from '#testing/checkout';
import { useCardHarness } from '#test/stripe';
import { bringTo, daysInSeconds, givenIntake, givenTeam, poll, press, type Opened } from './testing.ts';

const parts = useCardHarness();

const checkoutOf = async (opened: Opened) => {
  const { body } = await poll(parts.current.harness, opened);
  return [body.checkout.research_url, body.checkout.representation_url] as const;
};

const deliver = async (opened: Opened) => {
  const team = await givenTeam(parts.current.harness);
  const { consultation } = await team.record(opened.intake_id);
  return team.post(`/consultations/${consultation?.id}/deliver`, undefined);
};

async function givenDelivered(): Promise<Opened> {
  const opened = await givenIntake(parts.current.harness);
  await bringTo(parts.current.harness, opened, 'consultation_active');
  expect((await deliver(opened)).status).toBe(200);
  return opened;
}

const pathOf = (url: string | null): string => new URL(url ?? '').pathname;

describe('the checkout links of a receipt', () => {
  it('appear with the delivery and not before [A-RECEIPT-022]', async () => {
    const { harness } = parts.current;
    const opened = await givenIntake(harness);
    expect(opened.checkout).toMatchObject({ research_url: null, representation_url: null });
    expect((await deliver(opened)).status).toBe(409);
    await press(harness, opened, 'confirm');
    expect(await checkoutOf(opened)).toEqual([null, null]);
    expect((await deliver(opened)).status).toBe(409);
    await (await givenTeam(harness)).start(opened.intake_id);
    expect(await checkoutOf(opened)).toEqual([null, null]);
    expect((await deliver(opened)).status).toBe(200);
    const [research, representation] = await checkoutOf(opened);
    expect(research).toMatch(/^http:\/\/makewhole\.test\/checkout\/[0-9A-Za-z]{32}\/research$/);
    expect(representation).toBe(research?.replace(/research$/, 'representation'));
  });

  it('lead to pages that the owner opens without any credential [A-RECEIPT-024]', async () => {
    const { harness } = parts.current;
    for (const url of await checkoutOf(await givenDelivered())) {
      const { status, headers, text } = await harness.call('GET', pathOf(url));
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('name="accept_terms"');
    }
  });

  it('ask for exactly what the receipt’s prices say [A-PRICE-017]', async () => {
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
    }
    expect([pricing.research.your_price_cents, pricing.representation.your_price_cents]).toEqual([19_900, 47_200]);
  });

  it('are quoted without the discount once another of the owner’s cases has used it [A-PRICE-012, A-PRICE-017]', async () => {
    const { harness } = parts.current;
    const customer = { email: 'two-cars@example.com' };
    const cars = ['1HGCM82633A004352', '5YJSA1E26HF000337', '1FTFW1ET5DFC10312'];
    const opened: Opened[] = [];
    for (const vin of cars) opened.push(await givenIntake(harness, { customer, vehicle: { vin } }));
    const [first, second, waiting] = opened as [Opened, Opened, Opened];
    for (const one of [first, second]) {
      await bringTo(harness, one, 'consultation_active');
      expect((await deliver(one)).status).toBe(200);
    }
    const quoted = async (one: Opened) => {
      const { pricing } = (await poll(harness, one)).body;
      const { discount, representation } = pricing;
      return [discount.applied, discount.amount_cents, representation.your_price_cents];
    };
    const promised = [true, 2500, 47_200];
    expect(await Promise.all(opened.map(quoted))).toEqual([promised, promised, promised]);
    await accept(harness, pathOf((await checkoutOf(first))[1]));
    const listed = [false, 0, 49_700];
    expect(await Promise.all(opened.map(quoted))).toEqual([promised, listed, listed]);
    const { text } = await harness.call('GET', pathOf((await checkoutOf(second))[1]));
    expect(text).toContain('$497.00');
    await bringTo(harness, waiting, 'consultation_active');
    await deliver(waiting);
    expect(await quoted(waiting)).toEqual(listed);
    harness.clock.advance(daysInSeconds(30));
    expect([await quoted(first), await quoted(second)]).toEqual([promised, listed]);
  });

  it('go when what they ask for is pre-authorized, and after thirty days', async () => {
    const { harness, stripe } = parts.current;
    const [opened, late] = [await givenDelivered(), await givenDelivered()];
    const [research] = await checkoutOf(opened);
    stripe.bank.pay(sessionOf(await accept(harness, pathOf(research))), 'good');
    await tellAll(parts.current);
    expect(await checkoutOf(opened)).toEqual([null, expect.any(String)]);
    harness.clock.advance(daysInSeconds(30));
    expect(await checkoutOf(late)).toEqual([null, null]);
  });
});
