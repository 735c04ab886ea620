import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckoutHistory } from '#test/models/checkout-history';
import { steps } from '#test/models/checkout-steps';
import { runs } from '#test/runs';
import { useCardHarness } from '#test/doubles/stripe';

const parts = useCardHarness();

it('any order of actions by customers, staff, the provider, time and crashes keeps one standing hold per product, captures within the hold and its rule, one discount, at most the price of representation, and both sides in agreement [A-PRICE-012, A-PRICE-013, A-PRICE-017]', async () => {
  const reached: Record<string, number> = {};
  const property = fc.asyncProperty(steps, async (taken) => {
    const history = new CheckoutHistory(parts.current);
    await history.begin();
    for (const step of taken) {
      await history.take(step);
      expect({ step, wrongs: history.wrongs }).toEqual({ step, wrongs: [] });
    }
    await history.settle();
    expect(history.wrongs).toEqual([]);
    for (const [what, count] of Object.entries(history.reached)) reached[what] = (reached[what] ?? 0) + count;
  });
  const numRuns = runs({ always: 5, nightly: 1000 });
  await fc.assert(property, { numRuns, endOnFailure: true });
  expect(parts.current.stripe.complaints).toEqual([]);
  // Proves that the histories reach every state; otherwise the property would not cover it. Fifteen may miss one by chance.
  if (numRuns < 100) return;
  const plain = ['held', 'captured', 'released', 'expired', 'crashed', 'upgraded', 'refunded'];
  for (const what of [...plain, 'saved', 'charge_failed', 'withdrawn', 'changed']) {
    expect([what, (reached[what] ?? 0) > 0]).toEqual([what, true]);
  }
}, 3_600_000);
