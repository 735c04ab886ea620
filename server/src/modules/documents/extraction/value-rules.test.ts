import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import {
  hasRightCheckDigit,
  readClaimNumber,
  readDate,
  readDescription,
  readMake,
  readMiles,
  readMoney,
  readName,
  readVin,
  readYear,
  splitModel,
} from './rules.ts';
import { readWordTable } from './word-tables.ts';

describe('text as a value', () => {
  it.each([
    ['$12,345.67', 1_234_567],
    ['- $ 500.00', -50_000],
    ['-$500.00', -50_000],
    ['$-500.00', -50_000],
    ['($1,250.00)', -125_000],
    ['= $9,251 .08', 925_108],
    ['+ $ 0.00', 0],
    ['$12345', 1_234_500],
    ['( US $ - 5.00 )', undefined],
    ['(\u2003=\u2003-\u2003US$\u2003-\u20035.00) USD', -500],
    ['US 5.00', 500],
    ['12,345.00', 1_234_500],
    ['12,345', undefined],
    ['12,34.00', undefined],
    ['$1,234.5', undefined],
    ['$12,345.67 per month', undefined],
    ['twelve dollars', undefined],
    ['$999999999999999', undefined],
  ])('a text is money, or not: %s', (text, cents) => {
    expect(readMoney(text)).toBe(cents);
  });

  it.each([
    ['09/02/2026', '2026-09-02'],
    ['9/2/26', '2026-09-02'],
    ['9-2-2026', '2026-09-02'],
    ['2026-09-02', '2026-09-02'],
    ['September 2, 2026', '2026-09-02'],
    ['Sep. 2nd, 2026', '2026-09-02'],
    ['Wednesday, September 2, 2026', '2026-09-02'],
    ['09/02/2026 10:15 AM', '2026-09-02'],
    ['13/02/2026', undefined],
    ['02/30/2026', undefined],
    ['September 2026', undefined],
    ['0902/2026', undefined],
  ])('a text is a day, or not: %s', (text, day) => {
    expect(readDate(text)).toBe(day);
  });

  it.each([
    ['84,120 miles', 84_120],
    ['84120', 84_120],
    ['84,120 mi (actual)', 84_120],
    ['0', 0],
    ['84,12', undefined],
    ['$84,120', undefined],
    ['TMU', undefined],
    ['3,000,000', undefined],
  ])('a text is a distance, or not: %s', (text, miles) => {
    expect(readMiles(text)).toBe(miles);
  });

  it.each([
    ['1HGCM82633A004352', '1HGCM82633A004352'],
    ['1hgcm82633a004352', '1HGCM82633A004352'],
    ['1HGCM 82633 A004352', '1HGCM82633A004352'],
    ['1HGCM82633A0O4352', '1HGCM82633A004352'],
    ['1HGCM82633A00435', undefined],
    ['1HGCM82633A0043521', undefined],
    ['COMPARABLEVEHICLE', undefined],
    ['12345678901234567', undefined],
  ])('a text is a VIN, or not: %s', (text, vin) => {
    expect(readVin(text)).toBe(vin);
  });

  it('a VIN has the right check digit, and with any one character changed the wrong one', () => {
    const vin = '1HGCM82633A004352';
    expect(hasRightCheckDigit(vin)).toBe(true);
    for (let place = 0; place < 17; place += 1) {
      const [digit = ''] = vin.slice(place, place + 1);
      if (!/\d/.test(digit)) continue;
      const changed = `${vin.slice(0, place)}${(Number(digit) + 1) % 10}${vin.slice(place + 1)}`;
      expect([place, hasRightCheckDigit(changed)]).toEqual([place, false]);
    }
  });

  it('a name is read without the phone number after it, and an amount or address is not a name', () => {
    expect(readName('Example Mutual (800) 555-0100')).toBe('Example Mutual');
    for (const text of ['$12.00', '12345', 'a@example.com', 'https://example.com', 'x'.repeat(81)]) {
      expect(readName(text)).toBeUndefined();
    }
  });

  it('a claim number has a digit and is not a date', () => {
    expect([readClaimNumber('12-345678'), readClaimNumber('# CLM0012')]).toEqual(['12-345678', 'CLM0012']);
    for (const text of ['has been closed', '09/02/2026', 'A', `9${'x'.repeat(70)}`])
      expect(readClaimNumber(text)).toBeUndefined();
  });

  it('a vehicle is read with makes of two words and models that the VIN confirms', () => {
    expect(readDescription('2020 LAND ROVER Discovery SE')).toEqual({
      year: 2020,
      make: 'Land Rover',
      rest: 'Discovery SE',
    });
    expect(readDescription('2018 Chevy Malibu')?.make).toBe('Chevrolet');
    expect(readDescription('2018 reasons to buy')).toBeUndefined();
    expect(readMake('mercedes benz')).toBe('Mercedes-Benz');
    expect(splitModel('Grand Cherokee Limited', 'Grand Cherokee')).toEqual({
      model: 'Grand Cherokee',
      trim: 'Limited',
      certain: true,
    });
    expect(splitModel('Grand Cherokee Limited', undefined)).toMatchObject({ model: 'Grand', certain: false });
  });

  it('a value has no control characters', () => {
    const row = (text: string) =>
      `1\t1\t0\t0\t0\t0\t0\t0\t612\t792\t-1\t#\n5\t1\t0\t0\t0\t0\t1\t1\t9\t9\t100\t${text}\n`;
    expect(readWordTable(row('a\u0000b\u202ec\u200b')).words.map(({ text }) => text)).toEqual(['abc']);
    expect(readWordTable(row('\u0000\u200b')).words).toEqual([]);
  });

  it('a value shows a run of blanks as one', () => {
    const row = `1\t1\t0\t0\t0\t0\t0\t0\t612\t792\t-1\t#\n5\t1\t0\t0\t0\t0\t1\t1\t9\t9\t100\t(\u2003\u2003 x`;
    expect(readWordTable(row).words.map(({ text }) => text)).toEqual(['( x']);
  });
});

describe('the time to read a value', () => {
  it('an amount with 196 blanks is read in under 50 ms', async () => {
    expect(await processorMs(() => readMoney(`(${'\u2003'.repeat(196)}x`))).toBeLessThan(50);
  });

  it('any 200 characters are read in under 20 ms by every reader', async () => {
    const readers = [readVin, readMoney, readMiles, readYear, readDate, readName, readClaimNumber];
    const classes = [...' \u2003\t\n()-–$,.1aAé:/#"@=+*|%\u0000\u0301🛑', '1,', ', ', ' -', 'a ', '1 ', '12:', 'US'];
    const one = fc.constantFrom(...classes);
    const run = fc.tuple(one, fc.constantFrom(1, 2, 3, 197)).map(([text, times]) => text.repeat(times));
    const texts = fc.array(run, { minLength: 2, maxLength: 6 }).map((runs) => runs.join('').slice(0, 200));
    const slow = async (read: (text: string) => unknown, text: string) =>
      // Repeated when it was slow, because the garbage collector may have run.
      (await processorMs(() => read(text))) > 20 && (await processorMs(() => read(text))) > 20;
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        for (const read of readers) expect(await slow(read, text), `${read.name} ${JSON.stringify(text)}`).toBe(false);
      }),
      { seed: 2026, numRuns: 1_000 },
    );
  });
});
