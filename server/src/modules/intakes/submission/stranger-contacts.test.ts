import { describe, expect, it } from 'vitest';
import { consumeDiscount } from '#modules/customers';
import { transact } from '#platform/db';
import { accept, agreedCents, sessionOf } from '#testing/checkout';
import { useCardHarness } from '#test/doubles/stripe';
import { givenIntake, givenTeam, newEmail, newPhone, poll, press, pressSent, type CreatedReceipt } from '../testing.ts';

const parts = useCardHarness();

describe('an unproven email with another person’s number', () => {
  const vehicle = (last: string) => ({ vin: `SYNTHET1CVN9${last.padStart(5, '0')}` });

  /** Brings a case to its checkout and accepts representation there; returns the agreed amount. */
  async function buy({ intake_id: id }: CreatedReceipt): Promise<number | undefined> {
    const { harness } = parts.current;
    const team = await givenTeam(harness);
    await team.start(id);
    const { consultation } = await team.record(id);
    const { body } = await team.post(`/consultations/${consultation?.id}/deliver`, undefined);
    const page = new URL(body.checkout.representation_url).pathname;
    return agreedCents(harness, sessionOf(await accept(harness, page)));
  }

  it("a submission with another person's number does not use up their discount: their price stays 47200 [A-PRICE-012]", async () => {
    const { harness } = parts.current;
    const phone = newPhone();
    const strange = await givenIntake(harness, { customer: { email: newEmail(), phone }, vehicle: vehicle('1') });
    // The submitter relays a yes and even proves the address: both are the submitter's own.
    await press(harness, strange, 'confirm');
    await pressSent(harness, strange, { via: 'email' });
    expect(await buy(strange)).toBe(47_200);
    const own = await givenIntake(harness, { customer: { email: newEmail(), phone }, vehicle: vehicle('2') });
    expect(own.pricing.representation.your_price_cents).toBe(47_200);
    await pressSent(harness, own, { via: 'text' });
    expect((await poll(harness, own)).body.pricing.representation.your_price_cents).toBe(47_200);
    expect(await buy(own)).toBe(47_200);
    // Each of them has used their one discount now.
    const again = await givenIntake(harness, { customer: { phone }, vehicle: vehicle('3') });
    expect(again.pricing.representation.your_price_cents).toBe(49_700);
  });

  it('an address is not linked by a call to the number, either', async () => {
    const { harness } = parts.current;
    const team = await givenTeam(harness);
    const [email, phone] = [newEmail(), newPhone()];
    const strange = await givenIntake(harness, { customer: { email, phone }, vehicle: vehicle('11') });
    await pressSent(harness, strange, { via: 'email' });
    await team.call(strange.intake_id, 'no_answer');
    const own = await givenIntake(harness, { customer: { phone }, vehicle: vehicle('12') });
    await team.call(own.intake_id, 'confirmed');
    const other = await givenIntake(harness, { customer: { email }, vehicle: vehicle('13') });
    await pressSent(harness, other, { via: 'email' });
    expect([await buy(other), await buy(own)]).toEqual([47_200, 47_200]);
  });

  it('a case keeps its promise once: a discount used before its contact was proven counts for that contact', async () => {
    const { harness } = parts.current;
    const email = newEmail();
    const receipt = await givenIntake(harness, { customer: { email }, vehicle: vehicle('21') });
    await press(harness, receipt, 'confirm');
    expect(await buy(receipt)).toBe(47_200);
    expect((await poll(harness, receipt)).body.pricing.discount.applied).toBe(true);
    await pressSent(harness, receipt, { via: 'email' });
    const again = await givenIntake(harness, { customer: { email }, vehicle: vehicle('22') });
    expect(again.pricing.representation.your_price_cents).toBe(49_700);
  });

  it('a contact proven during the use sees it in the later transaction, whichever comes first', async () => {
    const { harness } = parts.current;
    for (let round = 0; round < 20; round += 1) {
      const contacts = { email: newEmail(), phone: undefined };
      const receipt = await givenIntake(harness, { customer: { email: contacts.email }, vehicle: vehicle('31') });
      const text = 'select id from consultations.consultations where source_id = $1';
      const row = await harness.ctx.db.find<{ id: string }>({ text, values: [receipt.intake_id] });
      const used = transact(harness.ctx, (tx) => consumeDiscount(tx, { consultationId: row?.id ?? '', contacts }));
      await Promise.all([used, pressSent(harness, receipt, { via: 'email' })]);
      expect(await used).toBe(true);
      const again = await givenIntake(harness, { customer: { email: contacts.email }, vehicle: vehicle('32') });
      expect(again.pricing.discount.applied).toBe(false);
    }
  });
});
