import { describe, expect, it } from 'vitest';
import { isDayFirst, isEitherOrder, toCents, toDay, toWholeCents, withoutApostrophe } from './cell-values.ts';

describe('a cell', () => {
  it.each<[string, number | undefined]>([
    ['$18,000.00', 1_800_000],
    ['18000', 1_800_000],
    ['18,000.5', 1_800_050],
    ['$ 18,000', 1_800_000],
    ['0', 0],
    ['17999.990000000002', 1_799_999],
    ['18.000,50', undefined],
    ['18000.125', undefined],
    ['1,80,000', undefined],
    ['18,00', undefined],
    ['-500', undefined],
    ['(500)', undefined],
    ['USD 18000', undefined],
    ['1e6', undefined],
    ['', undefined],
  ])('the dollar cell %j is %j cents', (text, cents) => {
    expect(toCents(text)).toBe(cents);
  });

  it('a cent cell is a whole number', () => {
    expect(['1800000', '1800000.0', '18,000', '18000.5', '$1'].map(toWholeCents)).toEqual([
      1_800_000,
      1_800_000,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['2026-11-01', '2026-11-01'],
    ['11/01/2026', '2026-11-01'],
    ['1/2/2026', '2026-01-02'],
    ['46327', '2026-11-01'],
    ['46327.75', '2026-11-01'],
    ['2026-11-01 00:00:00', '2026-11-01'],
    ['11/01/26', '11/01/26'],
  ])('the day cell %j is %j', (text, day) => {
    expect(toDay(text)).toBe(day);
  });

  it('dates that may have the day first are recognized', () => {
    expect(['13/05/2026', '05/13/2026', '13/13/2026', '2026-05-13'].map(isDayFirst)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(['05/06/2026', '05/05/2026', '05/13/2026', '46327'].map(isEitherOrder)).toEqual([true, false, false, false]);
  });

  it('a cell regains the value it had before our own export made it safe', () => {
    expect(["'+12125550142", "'=1", "O'Neil", "'s"].map(withoutApostrophe)).toEqual([
      '+12125550142',
      '=1',
      "O'Neil",
      "'s",
    ]);
  });
});
