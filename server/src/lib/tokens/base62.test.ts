import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase62, encodeBase62, randomBase62 } from './base62.ts';

describe('random base 62', () => {
  it('random base 62 has exactly the requested length, in letters and digits only', () => {
    for (const length of [0, 1, 16, 32, 500]) {
      expect(randomBase62(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
    }
  });

  it('favours no character: 62,000 draws stay within five standard deviations of a thousand each', () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(160);
  });

  it('random base 62 never repeats itself', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => randomBase62(16))).size).toBe(10_000);
  });
});

describe('whole numbers in base 62', () => {
  const eightDigits = fc.integer({ min: 0, max: 62 ** 8 - 1 });

  it('a number in base 62 begins with the most significant character and is padded with zeros', () => {
    expect(encodeBase62(0, 8)).toBe('00000000');
    expect(encodeBase62(61, 2)).toBe('0z');
    expect(encodeBase62(62, 2)).toBe('10');
    expect(encodeBase62(62 ** 8 - 1, 8)).toBe('zzzzzzzz');
  });

  it('a number in base 62 is read as written, and nothing else is read', () => {
    fc.assert(fc.property(eightDigits, (value) => decodeBase62(encodeBase62(value, 8)) === value));
    for (const text of ['', '-1', '1.5', ' 1', 'dlv_', 'é']) expect(decodeBase62(text)).toBeUndefined();
  });

  it('numbers in base 62 sort as text exactly as by value', () => {
    fc.assert(
      fc.property(eightDigits, eightDigits, (a, b) => {
        const [textA, textB] = [encodeBase62(a, 8), encodeBase62(b, 8)];
        expect(Buffer.compare(Buffer.from(textA), Buffer.from(textB))).toBe(Math.sign(a - b));
      }),
    );
  });
});
