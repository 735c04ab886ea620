import { expect, it } from 'vitest';
import { parseParts, sumOfParts, unexplained } from './offer-parts.ts';

it('accepts parts as people type them, and none if one is not an amount', () => {
  const typed = { value_cents: '$18,500', tax_cents: '1295', other_cents: '-250.50', fees_cents: ' ' };
  expect(parseParts(typed)).toEqual({ value_cents: 1_850_000, tax_cents: 129_500, other_cents: -25_050 });
  expect(parseParts({ value_cents: 'about 18k' })).toBeUndefined();
  expect(parseParts({ tax_cents: '-5' })).toBeUndefined();
});

it('adds the parts, subtracts the deductible, and shows the difference to a stated total', () => {
  const parts = { value_cents: 1_850_000, tax_cents: 129_500, fees_cents: 5_000, deductible_cents: 50_000 };
  expect(sumOfParts(parts)).toBe(1_934_500);
  expect(sumOfParts({ total_cents: 1_934_500 })).toBeUndefined();
  expect(unexplained({ ...parts, total_cents: 1_934_500 })).toBeUndefined();
  expect(unexplained({ ...parts, total_cents: 1_984_500 })).toBe(50_000);
});
