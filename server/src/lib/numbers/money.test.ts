import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToPrint, centsToText, dollarsToCents } from './money.ts';

describe('dollars to cents', () => {
  it.each([
    [18250.755, 1_825_076],
    [1.005, 101],
    [0.005, 1],
    [0.0049, 0],
    [8.345, 835],
    [1_000_000, 100_000_000],
    [0, 0],
    [0.1 + 0.2, 30],
  ])('%d dollars are %d cents', (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  it('every amount of whole cents is unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(dollarsToCents(cents / 100)).toBe(cents);
        expect(dollarsToCents(Number((cents / 100).toFixed(2)))).toBe(cents);
      }),
      { numRuns: 2000 },
    );
  });

  it('every half cent rounds up, whatever its binary fraction is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const half = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}5`);
        expect(dollarsToCents(half)).toBe(cents + 1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('cents as text', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [99, '0.99'],
    [100, '1.00'],
    [1_001_010, '10010.10'],
    [-5, '-0.05'],
    [-12_345, '-123.45'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('%d cents are written as %s', (cents, text) => {
    expect(centsToText(cents)).toBe(text);
  });

  it.each([
    [99, '0.99'],
    [99_999, '999.99'],
    [100_000, '1,000.00'],
    [-123_456_789, '-1,234,567.89'],
  ])('%d cents are printed as %s', (cents, text) => {
    expect(centsToPrint(cents)).toBe(text);
  });

  it('cents as text are exact for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (cents) => {
        expect(dollarsToCents(Number(centsToText(cents)))).toBe(cents);
        expect(dollarsToCents(Number(centsToPrint(cents).replaceAll(',', '')))).toBe(cents);
      }),
      { numRuns: 2000 },
    );
  });
});
