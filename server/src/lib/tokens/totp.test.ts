import { describe, expect, it } from 'vitest';
import { findStep, newTotpSecret, stepAt, toBase32, totpCode, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B, and of RFC 4226, appendix D. */
const secret = toBase32(Buffer.from('12345678901234567890'));

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('the time-based codes at second %s are those of RFC 6238', (second, code) => {
    expect(totpCode(secret, stepAt(new Date(second * 1000)))).toBe(code);
  });

  it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
    'the codes by counter are those of RFC 4226: %s',
    (code) => {
      const counters = [...Array(10).keys()].filter((counter) => totpCode(secret, counter) === code);
      expect(counters).toHaveLength(1);
    },
  );

  it('a code is accepted one step early and one late, no further, and only if newer than the last', () => {
    const now = new Date(1_234_567_890_000);
    const current = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((off) =>
      findStep(secret, totpCode(secret, current + off), { now, lastStep: 0 }),
    );
    expect(found).toEqual([undefined, current - 1, current, current + 1, undefined]);
    const code = totpCode(secret, current);
    expect(findStep(secret, code, { now, lastStep: current - 1 })).toBe(current);
    expect(findStep(secret, code, { now, lastStep: current })).toBeUndefined();
    for (const wrong of ['', '00592', '0059245', 'abcdef', '005925']) {
      expect(findStep(secret, wrong, { now, lastStep: 0 })).toBeUndefined();
    }
  });

  it('come from secrets of 160 bits that differ, in a link that authenticators read', () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
    expect(secrets.size).toBe(50);
    for (const made of secrets) expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri('ABC', { issuer: 'Make whole', account: 'a@example.com' })).toBe(
      'otpauth://totp/Make%20whole:a%40example.com?secret=ABC&issuer=Make%20whole&algorithm=SHA1&digits=6&period=30',
    );
  });
});
