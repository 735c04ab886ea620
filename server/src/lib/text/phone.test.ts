import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePhone } from './phone.ts';

describe('US phone numbers', () => {
  it.each(['4155550123', '(415) 555-0123', '415.555.0123', '+1 415 555 0123', '1-415-555-0123', '+1(415)5550123'])(
    '%s is +14155550123',
    (text) => {
      expect(normalizePhone(text)).toBe('+14155550123');
    },
  );

  it.each([
    '',
    '+1',
    '415555012',
    '41555501234',
    '1155550123',
    '0155550123',
    '+1 155 555 0123',
    '+11 415 555 0123',
    '11 415 555 0123',
    '+44 20 7946 0123',
    '+4155550123',
    '415 555 0123 x9',
    '415/555/0123',
    '415\t555\t0123',
    '4155550123\n',
    '415+5550123',
    '415-CALL-NOW',
    '٤١٥٥٥٥٠١٢٣',
  ])('%j is not a US phone number', (text) => {
    expect(normalizePhone(text)).toBeUndefined();
  });

  it('phone numbers are read with any mix of spaces, brackets, dashes and dots between the digits', () => {
    const mark = fc.stringMatching(/^[ ().-]{0,3}$/);
    const marks = fc.array(mark, { minLength: 10, maxLength: 10 });
    const prefix = fc.constantFrom('', '1', '+1');
    fc.assert(
      fc.property(prefix, fc.stringMatching(/^[2-9]\d{9}$/), marks, (country, digits, between) => {
        const written = `${country}${[...digits].map((digit, index) => (between[index] ?? '') + digit).join('')}`;
        expect(normalizePhone(written)).toBe(`+1${digits}`);
      }),
    );
  });

  it('normalizing a phone number twice changes nothing', () => {
    expect(normalizePhone(normalizePhone('(415) 555-0123')!)).toBe('+14155550123');
  });
});
