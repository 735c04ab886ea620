import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PartsBody, partsOf } from '#lib/api/offer-parts';
import { sumOf } from '#lib/numbers/offer-parts';
import { givenCheckout, givenHold, bodyOf } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';
import { printedOffers } from '#test/fixtures/printed-offers';
import { runs } from '#test/runs';

const parts = useCardHarness();
let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});

const post = (path: string, body: unknown = {}) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });

async function givenHeld() {
  const checkout = await givenCheckout(parts.current.harness);
  const hold = await givenHold(parts.current, checkout, 'representation');
  const settle = async (body: object) => {
    const { status, body: answer } = await post(`/consultations/${checkout.consultationId}/settlement`, body);
    expect([status, answer]).toMatchObject([200, {}]);
    return answer.money as { improvement_cents: number | null; missing: string[] };
  };
  const capture = async (): Promise<string> => {
    const { status, body } = await post(`/holds/${hold}/capture`);
    return status === 200 ? 'captured' : body.code;
  };
  return { settle, capture };
}

const totalOf = (printed: PartsBody): number => sumOf(partsOf(printed)) ?? 0;

describe('the printed total of a first offer, entered unchanged as the settlement', () => {
  it('an unchanged total captures nothing, in any of the eleven layouts, however it is entered', async () => {
    const { settle, capture } = await givenHeld();
    expect(printedOffers).toHaveLength(11);
    for (const offer of printedOffers) {
      const total = totalOf(offer);
      await settle({ offer });
      expect(await settle({ settlement_cents: total })).toMatchObject({ improvement_cents: null });
      expect(await capture()).toBe('improvement_unknown');
      expect(await settle({ settlement: { total_cents: total } })).toMatchObject({ missing: ['settlement'] });
      expect(await capture()).toBe('improvement_unknown');
      expect(await settle({ settlement: { ...offer, total_cents: total } })).toMatchObject({ improvement_cents: 0 });
      expect(await capture()).toBe('improvement_too_small');
    }
    expect(parts.current.stripe.bank.captures).toEqual([]);
    // Compared as amounts, three of them would be a chargeable improvement, and two a loss.
    const asAmounts = printedOffers.map((offer) => totalOf(offer) - (offer.value_cents ?? 0));
    expect(asAmounts.filter((cents) => cents >= 100_000)).toHaveLength(3);
    expect(asAmounts.filter((cents) => cents < 0)).toHaveLength(2);
  });

  it('an unchanged total captures nothing either when an agent sent the first offer, until staff know its basis', async () => {
    const { settle, capture } = await givenHeld();
    await settle({ initial_offer_cents: 1_000_000, settlement: { value_cents: 2_000_000 } });
    expect(await capture()).toBe('improvement_unknown');
    expect(await settle({ offer: { value_cents: 1_000_000 } })).toMatchObject({ improvement_cents: 1_000_000 });
    // The offer turned out to include tax: what staff typed before is discarded.
    expect(await settle({ offer: { total_cents: 1_000_000 } })).toMatchObject({ missing: ['offer'] });
    expect(await capture()).toBe('improvement_unknown');
  });
});

describe('the improvement', () => {
  it('tax, fees, a deductible or anything else besides the value never changes the improvement or the captured amount', async () => {
    const cents = fc.integer({ min: 0, max: 500_000 });
    const beside = fc.record(
      { tax_cents: cents, fees_cents: cents, other_cents: cents, deductible_cents: cents, total_cents: cents },
      { requiredKeys: [] },
    );
    const pair = fc.record({
      offered: fc.integer({ min: 0, max: 3_000_000 }),
      improvement: fc.constantFrom(-250_000, 0, 1, 99_999, 99_999, 100_000, 250_001),
      before: beside,
      after: beside,
    });
    let held = await givenHeld();
    const verdicts = new Set<string>();
    const property = fc.asyncProperty(pair, async ({ offered, improvement, before, after }) => {
      const value_cents = Math.max(0, offered + improvement);
      const expected = value_cents - offered;
      const plain = await held.settle({ offer: { value_cents: offered }, settlement: { value_cents } });
      const adorned = await held.settle({
        offer: { value_cents: offered, ...before },
        settlement: { value_cents, ...after },
      });
      expect([plain.improvement_cents, adorned.improvement_cents]).toEqual([expected, expected]);
      const verdict = await held.capture();
      expect(verdict).toBe(expected >= 100_000 ? 'captured' : 'improvement_too_small');
      verdicts.add(verdict);
      if (verdict === 'captured') held = await givenHeld();
    });
    await fc.assert(property, { numRuns: runs({ always: 25, nightly: 500 }) });
    expect([...verdicts].toSorted()).toEqual(['captured', 'improvement_too_small']);
  }, 900_000);
});
