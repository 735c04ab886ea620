import { describe, expect, it } from 'vitest';
import { nextAttemptAt, safeName, stripControls } from './rules.ts';

describe('a name from outside, in a message (D-143)', () => {
  it.each([
    ['https://evil.example', undefined],
    ['ftp://x', undefined],
    ['Acme/Claims', undefined],
    ['claims@example.com', undefined],
    ['www.example', undefined],
    ['See WWW.example', undefined],
    ['  ', undefined],
    ['\u200b\u202e', undefined],
    ['h\u200bttps:/\u200b/evil.example', undefined],
    ['w\u200bww.example', undefined],
  ])('is left out when it looks like an address: %j', (typed, shown) => {
    expect(safeName(typed)).toBe(shown);
  });

  it.each([
    ['Acme Claims', 'Acme Claims'],
    ['evil.example', 'evil .example'],
    ['a.b.c', 'a .b .c'],
    ['e\u200b.\u200bx', 'e .x'],
    ['müller.straße', 'müller .straße'],
    ['почта.рф', 'почта .рф'],
    ['J. R. Doe', 'J. R. Doe'],
    ['Version 2.0', 'Version 2.0'],
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['<b>Jane', '<b>Jane'],
    ['  Jane  ', 'Jane'],
    ['Jane\r\nBcc: x', 'JaneBcc: x'],
  ])('is shown without anything that becomes a link: %j as %j', (typed, shown) => {
    expect(safeName(typed)).toBe(shown);
  });

  it('loses control, bidirectional, zero-width and line separator characters, and nothing else', () => {
    const invisible = '\u0000\u0007\u001b\u007f\u0085\u00ad\u200b\u200d\u200e\u202e\u2028\u2029\u2066\ufeff';
    expect(stripControls(`A${[...invisible].join('b')}C`)).toBe(`A${'b'.repeat([...invisible].length - 1)}C`);
    expect(stripControls('José Ñandú 李 🚗 – “ok”')).toBe('José Ñandú 李 🚗 – “ok”');
  });
});

describe('the next attempt of a message', () => {
  it('follows the six steps and then stops', () => {
    const now = new Date('2026-11-15T12:00:00.000Z');
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => {
      const at = nextAttemptAt(attempt, now);
      return at && (at.getTime() - now.getTime()) / 60_000;
    });
    expect(delays).toEqual([1, 5, 30, 120, 480, 1440, undefined, undefined]);
  });
});
