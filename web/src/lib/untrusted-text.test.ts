import { describe, expect, it } from 'vitest';
import { revealHidden, truncate } from './untrusted-text.ts';

const shown = (text: string): string =>
  revealHidden(text)
    .map((segment) => segment.text)
    .join('');

describe('untrusted text', () => {
  it.each([
    ['a right-to-left override', 'safe\u202egpj.exe', 'safe⟦U+202E⟧gpj.exe'],
    ['isolates', '\u2066a\u2069', '⟦U+2066⟧a⟦U+2069⟧'],
    ['zero-width characters', 'pay\u200bpal\ufeff', 'pay⟦U+200B⟧pal⟦U+FEFF⟧'],
    ['tags that hide words', '\u{e0041}\u{e0042}', '⟦U+E0041⟧⟦U+E0042⟧'],
    ['controls', 'a\u0007\u001b[31mb', 'a⟦U+0007⟧⟦U+001B⟧[31mb'],
    ['blank letters', '\u3164\u2800', '⟦U+3164⟧⟦U+2800⟧'],
    ['a lone surrogate', 'a\ud800b', 'a⟦U+D800⟧b'],
    ['line separators', 'a\u2028b', 'a⟦U+2028⟧b'],
  ])('shows %s as code points', (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('keeps what people write: accents, other scripts, emoji with its variation, line breaks as spaces', () => {
    expect(shown('José Ñúñez 山田 محمد ❤️\r\nnext')).toBe('José Ñúñez 山田 محمد ❤️ next');
  });

  it('loses excess combining marks on one letter', () => {
    expect(shown(`a${'\u0301'.repeat(60)}b`)).toBe(`a${'\u0301'.repeat(3)}…b`);
  });

  it('is truncated between characters, never within one', () => {
    expect([truncate('😀😀😀', 2), truncate('abc', 3)]).toEqual(['😀😀…', 'abc']);
  });
});
