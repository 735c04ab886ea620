import { beforeAll, describe, expect, it } from 'vitest';
import { accept, reconcileDue, sessionOf, deliverProviderEvents } from '#testing/checkout';
import {
  bringTo,
  givenIntake,
  givenTeam,
  minimalIntake,
  poll,
  press,
  submit,
  type CreatedReceipt,
  type Team,
} from '#testing/intakes';
import { useCardHarness } from '#test/doubles/stripe';

const parts = useCardHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(parts.current.harness);
});

const receiptOf = async (receipt: CreatedReceipt) => (await poll(parts.current.harness, receipt)).body;

async function consultationOf({ intake_id: id }: CreatedReceipt): Promise<string> {
  return (await team.record(id)).consultation?.id ?? '';
}

/** Possible card numbers: 13 to 19 digits, optionally with spaces or dashes, with a valid check digit. */
function cardNumbers(text: string): string[] {
  const candidates = text.match(/(?<![0-9A-Za-z_.])(?:\d[ -]?){13,19}(?![0-9A-Za-z_])/g) ?? [];
  return candidates.filter((candidate) => {
    const digits = [...candidate.replaceAll(/\D/g, '')].map(Number).toReversed();
    const sum = digits.reduce((total, digit, place) => {
      const doubled = place % 2 === 0 ? digit : digit * 2;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return sum % 10 === 0;
  });
}

async function everyText(): Promise<string[]> {
  const { db } = parts.current.harness.ctx;
  const columns = await db.many<{ table_schema: string; table_name: string; column_name: string }>({
    text: `select c.table_schema, c.table_name, c.column_name from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
           where t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'json', 'character varying')
             and c.table_schema not in ('pg_catalog', 'information_schema')
             -- The database's own number, which on one machine in ten could be a card's.
             and (c.table_schema, c.table_name) <> ('events', 'log_epochs')`,
    values: [],
  });
  const texts: string[] = [];
  for (const { table_schema: schema, table_name: table, column_name: column } of columns) {
    const rows = await db.many<{ value: string | null }>({
      text: `select "${column}"::text as value from "${schema}"."${table}" limit 10000`,
      values: [],
    });
    texts.push(...rows.flatMap(({ value }) => value ?? []));
  }
  return texts;
}

describe('from an agent’s submission to a captured hold, over HTTP', () => {
  it('the receipt shows links once the customer has confirmed and the consultation is delivered, and not before [A-RECEIPT-019, A-RECEIPT-020, A-RECEIPT-021, A-RECEIPT-022]', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness);
    const none = { model: 'pre-authorization', research_url: null, representation_url: null };
    expect(receipt.checkout).toMatchObject(none);
    const early = await team.post(`/consultations/${await consultationOf(receipt)}/deliver`, undefined);
    expect([early.status, early.body.code]).toEqual([409, 'invalid_state']);
    await press(harness, receipt, 'confirm');
    expect((await receiptOf(receipt)).checkout).toMatchObject(none);
    expect((await team.post(`/consultations/${await consultationOf(receipt)}/deliver`, undefined)).status).toBe(409);
    await team.start(receipt.intake_id);
    expect((await receiptOf(receipt)).checkout).toMatchObject(none);
    const delivered = await team.post(`/consultations/${await consultationOf(receipt)}/deliver`, undefined);
    expect([delivered.status, delivered.body.delivered_at]).toEqual([200, harness.clock.now().toISOString()]);
    const { checkout } = await receiptOf(receipt);
    const link = (product: string) =>
      expect.stringMatching(new RegExp(`^http://makewhole\\.test/checkout/[0-9A-Za-z]{32}/${product}$`));
    expect(checkout).toEqual({
      model: 'pre-authorization',
      research_url: link('research'),
      representation_url: link('representation'),
      note: expect.any(String),
    });
    expect(delivered.body.checkout).toEqual({
      research_url: checkout.research_url,
      representation_url: checkout.representation_url,
      note: null,
    });
    const again = await team.post(`/consultations/${await consultationOf(receipt)}/deliver`, undefined);
    expect([again.status, again.body]).toEqual([200, delivered.body]);
  });

  it('asks for what the receipt quotes, holds it and charges by the result, and keeps no card number [A-RECEIPT-024, A-PRICE-012, A-PRICE-013, A-PRICE-015, A-PRICE-016, A-PRICE-017]', async () => {
    const { harness, stripe } = parts.current;
    const created = await givenIntake(harness, { offer: { acv_offer_cents: 1_500_000 } });
    await bringTo(harness, created, 'consultation_active');
    const consultationId = await consultationOf(created);
    await team.post(`/consultations/${consultationId}/deliver`, undefined);
    const receipt = await receiptOf(created);
    const path = (url: string) => new URL(url).pathname;
    for (const product of ['research', 'representation'] as const) {
      const page = await harness.call('GET', path(receipt.checkout[`${product}_url`]));
      const cents: number = receipt.pricing[product].your_price_cents;
      expect(page.text).toContain(`$${(cents / 100).toFixed(2)}`);
      expect(page.text).toContain('accept_terms');
      expect(page.text).not.toMatch(/<script|<iframe|type="(text|tel|number)"/);
      const answer = await accept(harness, path(receipt.checkout[`${product}_url`]));
      const session = stripe.bank.getSession(sessionOf(answer));
      // Representation also saves the card, so that its hold can be placed again.
      expect([session.amount, session.saving !== undefined]).toEqual([cents, product === 'representation']);
      stripe.bank.pay(session.id, 'good');
      await deliverProviderEvents(parts.current);
    }
    expect((await receiptOf(created)).checkout).toMatchObject({ research_url: null, representation_url: null });
    const { body: holds } = await harness.call('GET', `/api/staff/v1/holds?consultation_id=${consultationId}`, {
      token: team.token,
    });
    const hold = holds.data.find(({ product }: { product: string }) => product === 'representation');
    expect(hold).toMatchObject({
      kind: 'card',
      state: 'held',
      amount_cents: receipt.pricing.representation.your_price_cents,
    });
    const settle = (body: object) => team.post(`/consultations/${consultationId}/settlement`, body);
    // It is unknown whether the agent's amount includes tax, so it leads to no capture.
    await settle({ settlement: { value_cents: 1_599_999 } });
    expect((await team.post(`/holds/${hold.id}/capture`, {})).body.code).toBe('improvement_unknown');
    await settle({ offer: { value_cents: 1_500_000 } });
    expect((await team.post(`/holds/${hold.id}/capture`, {})).body.code).toBe('improvement_too_small');
    await settle({ settlement: { value_cents: 1_600_000 } });
    expect((await team.post(`/holds/${hold.id}/capture`, {})).body.code).toBe('paper_not_seen');
    expect((await team.post(`/holds/${hold.id}/capture`, { seen_on_paper: true })).body).toMatchObject({
      state: 'captured',
      captured_cents: receipt.pricing.representation.your_price_cents,
    });
    await reconcileDue(harness);
    expect(stripe.complaints).toEqual([]);

    expect(cardNumbers('paid with 4242 4242 4242 4242, or 5555555555554444')).toHaveLength(2);
    const texts = await everyText();
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap(cardNumbers)).toEqual([]);
    // The provider's responses contain the last digits of a card; not even those are stored.
    expect(texts.filter((text) => /\blast4\b|"4242"/.test(text))).toEqual([]);
    const secrets = ['sk_test_synthetic', 'whsec_synthetic', path(receipt.checkout.research_url).split('/')[2] ?? '?'];
    const logged = harness.logLines.join('');
    for (const secret of secrets) expect(logged).not.toContain(secret);
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);

    // The one discount is used: when submitted again, the same customer pays the list price.
    const { customer } = await team.record(created.intake_id);
    const { body: second } = await submit(harness, minimalIntake({ customer, vehicle: { vin: '1HGCM82633A004352' } }));
    expect([second.pricing.discount.applied, second.pricing.representation.your_price_cents]).toEqual([false, 49_700]);
  });
});
