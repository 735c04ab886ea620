import { describe, expect, it } from 'vitest';
import { computeCheckDigit, listMakerCodes, listModelYears, readVin } from './rules.ts';

describe('a check digit', () => {
  it.each([
    ['1M8GDM9AXKP042788', 'the one worked through in most descriptions of the sum'],
    ['1HGCM82633A004352', 'a digit'],
    ['KM8K2CAB4PU001140', 'a maker outside North America'],
    ['5GZCZ43D13S812715', 'a digit after letters'],
    ['11111111111111111', 'sixteen ones add up to 1'],
    ['JH4KA453XKC037671', 'an X'],
  ])('the check digit of %s is right: %s', (vin) => {
    expect(computeCheckDigit(vin)).toBe('right');
  });

  it.each(['5YJ3E1EA7KF317000', '1FTFW1ET5DFC10312', '2T1BURHE0JC074702', 'WBA3A5C51CF256651', '1G1ZD5ST8JF134138'])(
    'the check digit of %s, quoted everywhere, is wrong',
    (vin) => {
      expect(computeCheckDigit(vin)).toBe('wrong');
    },
  );

  it('a check digit detects a changed character and two swapped neighbors', () => {
    const vin = '1HGCM82633A004352';
    const places = [...vin].map((_, place) => place).filter((place) => place !== 8);
    const changed = places.map(
      (place) => vin.slice(0, place) + (vin[place] === '7' ? '8' : '7') + vin.slice(place + 1),
    );
    // P, G and X have the value 7: a letter replaced by its own value goes undetected.
    const noticed = changed.filter((other) => computeCheckDigit(other) === 'wrong');
    expect(noticed.length).toBeGreaterThanOrEqual(places.length - 1);
    expect(computeCheckDigit('1HGCM82633A004325')).toBe('wrong');
  });

  it('a check digit is unknown while a character is missing', () => {
    expect(['', '1HGCM82633A', '1HGCM82633A00435'].map(computeCheckDigit)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('typed text', () => {
  it.each([
    ['1hgcm82633a004352', '1HGCM82633A004352'],
    [' 1HG CM826-33A 004352\n', '1HGCM82633A004352'],
    ['1HGCM82633A', '1HGCM82633A'],
  ])('the typed text %j is read as %s', (typed, vin) => {
    expect(readVin(typed)).toBe(vin);
  });

  it.each(['', '1HGCM82633', '1HGCM82633A0043521', '1HGCM8263OA004352', '1HGCM8263IA004352', 'QHGCM82633A004352'])(
    'the typed text %j is not a VIN',
    (typed) => {
      expect(readVin(typed)).toBeUndefined();
    },
  );
});

describe('a model year', () => {
  it.each([
    ['1HGCM82633A004352', [2003]],
    ['1FTFW5L86RFB45612', [2024, 1994]],
    ['1FTEF14N5KNB35920', [1989, 2019]],
    ['1HGCM8B63WA004352', [1998]],
    ['1HGCM82630A004352', []],
    ['1HGCM8263UA004352', []],
  ])('the model year of %s is one of %j, the likelier first, and never beyond the data', (vin, years) => {
    expect(listModelYears(vin)).toEqual(years);
  });
});

describe('a maker', () => {
  it('a maker of few vehicles has a code of six characters, if they are known', () => {
    expect(listMakerCodes('YT9NN1U14KA007175')).toEqual(['YT9007', 'YT9']);
    expect(listMakerCodes('YT9NN1U14KA')).toEqual(['YT9']);
    expect(listMakerCodes('1HGCM82633A004352')).toEqual(['1HG']);
  });
});
