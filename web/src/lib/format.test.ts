import { describe, expect, it } from 'vitest';
import { aboutCents, billed, fromCents, readDollars, readSubsidy, spoken } from './format.ts';

describe('amounts', () => {
  it('are shown to the cent where somebody named them, and no finer than they are known where they are estimates', () => {
    expect([fromCents(1_490_000), fromCents(1_490_050), billed(123_456), billed(99_900), aboutCents(321_999)]).toEqual([
      '$14,900',
      '$14,900.50',
      '$1,234.56',
      '$999.00',
      '$3,220',
    ]);
  });

  it.each([
    ['18500', 1_850_000],
    ['18,500', 1_850_000],
    ['$18,500.50', 1_850_050],
    [' 18 500.5 ', 1_850_050],
    ['0', 0],
    ['1,234,567.89', 123_456_789],
  ])('typed as %s are understood', (text, cents) => {
    expect(readDollars(text)).toBe(cents);
  });

  it.each(['', 'abc', '-5', '18.500,00', '1,85', '12.345', '1e5', '0x10', '123456789'])(
    'typed as %s are not guessed at',
    (text) => {
      expect(readDollars(text)).toBeUndefined();
    },
  );
});

describe('a subsidy', () => {
  it('is an amount in dollars, or a part of a hundred, and nothing else', () => {
    const read = (type: string, ...texts: readonly string[]) => texts.map((text) => readSubsidy(type, text));
    expect(read('fixed', '150', '150.50', '150 dollars', '')).toEqual([15_000, 15_050, undefined, undefined]);
    expect(read('percent', '0', '100', '101', '12.5', '')).toEqual([0, 100, undefined, undefined, undefined]);
  });
});

describe('times of day', () => {
  it.each([
    ['21:00', '9:00 PM'],
    ['8:00', '8:00 AM'],
    ['12:30', '12:30 PM'],
    ['0:00', '12:00 AM'],
    ['24:00', '12:00 AM'],
  ])('%s is %s', (time, said) => {
    expect(spoken(time)).toBe(said);
  });
});
