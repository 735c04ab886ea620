import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, formatCentsExact, formatCentsRounded, parseDollars, parseSubsidy, toDollars } from './money.ts';

describe('amounts', () => {
  it('are shown to the cent where they were stated, and rounded where they are estimates', () => {
    expect([
      formatCents(1_490_000),
      formatCents(1_490_050),
      formatCentsExact(123_456),
      formatCentsExact(99_900),
      formatCentsRounded(321_999),
    ]).toEqual(['$14,900', '$14,900.50', '$1,234.56', '$999.00', '$3,220']);
  });

  it.each([
    ['18500', 1_850_000],
    ['18,500', 1_850_000],
    ['$18,500.50', 1_850_050],
    [' 18 500.5 ', 1_850_050],
    ['0', 0],
    ['1,234,567.89', 123_456_789],
  ])('typed as %s are parsed', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  it.each(['', 'abc', '-5', '18.500,00', '1,85', '12.345', '1e5', '0x10', '123456789'])(
    'typed as %s are rejected',
    (text) => {
      expect(parseDollars(text)).toBeUndefined();
    },
  );
});

describe('every amount in cents', () => {
  /** Up to eight digits before the decimal point, as many as a field accepts. */
  const anyCents = fc.integer({ min: 0, max: 9_999_999_999 });

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        for (const shown of [formatCents(cents), formatCentsExact(cents)]) expect(parseDollars(shown)).toBe(cents);
      }),
      { numRuns: 2000 },
    );
  });

  it('survives being put into a form field', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseDollars(String(toDollars(cents)))).toBe(cents);
        expect(parseDollars(toDollars(cents).toFixed(2))).toBe(cents);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a subsidy', () => {
  it('is an amount in dollars, or a part of a hundred, and nothing else', () => {
    const read = (type: string, ...texts: readonly string[]) => texts.map((text) => parseSubsidy(type, text));
    expect(read('fixed', '150', '150.50', '150 dollars', '')).toEqual([15_000, 15_050, undefined, undefined]);
    expect(read('percent', '0', '100', '101', '12.5', '')).toEqual([0, 100, undefined, undefined, undefined]);
  });
});
