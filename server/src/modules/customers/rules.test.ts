import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAttemptAt, safeName, stripControls, unlinkedName } from './rules.ts';

describe('an untrusted name in a message (D-143)', () => {
  it.each([
    ['Jane', 'Jane'],
    ['  Jane  ', 'Jane'],
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['D’Angelo', 'D’Angelo'],
    ['J. R. Doe', 'J. R. Doe'],
    ['J.R.', 'J.R.'],
    ['María José', 'María José'],
    ['Nguyễn Thị', 'Nguyễn Thị'],
    ['李小龍', '李小龍'],
    ['Наталья', 'Наталья'],
    ['प्रियंका', 'प्रियंका'],
    ['Acme Claims Helper', 'Acme Claims Helper'],
    ['Ja\u200bne\u202e', 'Jane'],
    ['Ｊａｎｅ', 'Jane'],
  ])('a name is shown only if it can be nothing else: %j as %j', (typed, shown) => {
    expect(safeName(typed)).toBe(shown?.normalize('NFKC'));
  });

  it.each([
    'URGENT your claim is frozen, call 1 888 555 0100',
    'URGENT your claim is frozen now',
    'Robin 42',
    'Robin8885550100',
    'https://evil.example',
    'evil.example',
    'Robin evil.com',
    'login1.com',
    'evil。example',
    'evil．com',
    'www.evil',
    'www evil',
    'claims@example.com',
    'Acme/Claims',
    '<b>Jane',
    'Jane\r\nBcc: x',
    'Jane: verify',
    'Jane!',
    '$500',
    '𝟣𝟪𝟪𝟪',
    '①②③',
    'Раypal',
    'ΑΒcd',
    'Z\u0300\u0301\u0302algo',
    "'Jane",
    '.',
    '  ',
    '',
    '\u200b\u202e',
    'a'.repeat(41),
    '👋 Jane',
  ])('a name that could be something else is left out: %j', (typed) => {
    expect(safeName(typed)).toBeUndefined();
  });

  it('a shown name never has a digit, a link, a line break or more than forty characters and four words', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom('Jane', ' ', '.', 'com', 'www', '-', "'", '1', '8', '@', '\u202e', '\n', '。', 'é', 'а'),
          {
            maxLength: 20,
          },
        )
        .map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const name = safeName(text);
        if (name === undefined) return;
        expect(name).toMatch(/^[\p{L}\p{M} '’.\u2010\u2011-]{1,40}$/u);
        expect(name).not.toMatch(/\.\p{L}{2}|[\p{Cc}\p{Cf}\p{Nd}]/u);
        expect(name.split(' ').length).toBeLessThanOrEqual(4);
        expect(safeName(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a name that staff entered, in a message (D-143)', () => {
  it.each([
    ['https://evil.example', undefined],
    ['Acme/Claims', undefined],
    ['claims@example.com', undefined],
    ['See WWW.example', undefined],
    ['  ', undefined],
    ['w\u200bww.example', undefined],
  ])('a staff-entered name is left out when it looks like an address: %j', (typed, shown) => {
    expect(unlinkedName(typed)).toBe(shown);
  });

  it.each([
    ['First 5 Rivers Bank & Trust', 'First 5 Rivers Bank & Trust'],
    ['evil.example', 'evil .example'],
    ['a.b.c', 'a.b.c'],
    ['e\u200b.\u200bx', 'e.x'],
    ['почта.рф', 'почта .рф'],
    ['Version 2.0', 'Version 2.0'],
    ['Acme\r\nBcc: x', 'AcmeBcc: x'],
  ])('a staff-entered name is shown without anything that becomes a link: %j as %j', (typed, shown) => {
    expect(unlinkedName(typed)).toBe(shown);
  });

  it('a staff-entered name loses control, bidirectional, zero-width and line separator characters, and nothing else', () => {
    const invisible = '\u0000\u0007\u001b\u007f\u0085\u00ad\u200b\u200d\u200e\u202e\u2028\u2029\u2066\ufeff';
    expect(stripControls(`A${[...invisible].join('b')}C`)).toBe(`A${'b'.repeat([...invisible].length - 1)}C`);
    expect(stripControls('José Ñandú 李 🚗 – “ok”')).toBe('José Ñandú 李 🚗 – “ok”');
  });
});

describe('the next attempt of a message', () => {
  it('the next attempt follows the six delays and then stops', () => {
    const now = new Date('2026-11-15T12:00:00.000Z');
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => {
      const at = nextAttemptAt(attempt, now);
      return at && (at.getTime() - now.getTime()) / 60_000;
    });
    expect(delays).toEqual([1, 5, 30, 120, 480, 1440, undefined, undefined]);
  });
});
