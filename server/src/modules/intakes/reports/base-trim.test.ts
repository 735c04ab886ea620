import { describe, expect, it } from 'vitest';
import { givenListings } from '#testing/vehicles/market';
import { useHarness } from '#test/harness';
import { drawVariant, variantNames } from '#test/reports/variants';
import { givenIntake } from '../testing.ts';

const harness = useHarness();

/** In the form that agents use, without packages, bodies and engines. */
const baseTrimOf = (wording: string): string =>
  wording.replace(/ (X |Dynamic )?\(.*$| Coupe$| Plus$/, '').replace(/^2\.5i? /, '');

describe('an uploaded report', () => {
  it.each(variantNames)('a report of %s with a longer trim keeps the figure of the base trim', async (name) => {
    const { pdf, truth } = await drawVariant(name, 2);
    const said = (field: keyof typeof truth): never => {
      const expected = truth[field];
      if (typeof expected === 'string') throw new Error(`the report does not say its ${field}`);
      return expected.value as never;
    };
    const vehicle = { year: said('year'), make: said('make'), model: said('model') };
    const trim = baseTrimOf(truth.trim === 'absent' ? 'LE' : said('trim'));
    // Both titles, because some of these reports deduct for the history of the title.
    const listings = [false, true].flatMap((branded) =>
      ['', 'gasoline', 'electric', 'diesel'].flatMap((fuel) =>
        Array.from({ length: 14 }, (_, index) => ({ ...vehicle, trim, fuel, branded, price: 60_000 + index * 100 })),
      ),
    );
    await givenListings(harness.current.ctx, listings);
    const sent = { vehicle: { ...vehicle, trim }, loss: { zip: '78701' }, offer: { acv_offer: 9000 } };
    const before = (await givenIntake(harness.current, sent)).preliminary;
    expect(before).toMatchObject({ adjusted_mid: expect.any(Number) });
    const receipt = await givenIntake(harness.current, sent);
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'report.pdf');
    const response = await fetch(`${harness.current.baseUrl}/api/agent/v1/intakes/${receipt.intake_id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${receipt.poll_token}` },
      body,
    });
    const { preliminary: after } = (await response.json()) as Pick<typeof receipt, 'preliminary'>;
    expect(after).toMatchObject({ coverage: 'good', adjusted_mid: expect.any(Number) });
    expect(after?.disclaimer).not.toContain('trim of the vehicle');
    expect(after?.disclaimer).not.toContain('trims differ');
  });
});
