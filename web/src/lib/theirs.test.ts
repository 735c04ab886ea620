import { describe, expect, it } from 'vitest';
import { clip, spellOut } from './theirs.ts';

const shown = (text: string): string =>
  spellOut(text)
    .map((stretch) => stretch.text)
    .join('');

describe('words of strangers', () => {
  it.each([
    ['a right-to-left override', 'safe\u202egpj.exe', 'safe⟦U+202E⟧gpj.exe'],
    ['isolates', '\u2066a\u2069', '⟦U+2066⟧a⟦U+2069⟧'],
    ['zero-width characters', 'pay\u200bpal\ufeff', 'pay⟦U+200B⟧pal⟦U+FEFF⟧'],
    ['tags that spell hidden words', '\u{e0041}\u{e0042}', '⟦U+E0041⟧⟦U+E0042⟧'],
    ['controls', 'a\u0007\u001b[31mb', 'a⟦U+0007⟧⟦U+001B⟧[31mb'],
    ['letters that look like nothing', '\u3164\u2800', '⟦U+3164⟧⟦U+2800⟧'],
    ['half a character', 'a\ud800b', 'a⟦U+D800⟧b'],
    ['separators of lines', 'a\u2028b', 'a⟦U+2028⟧b'],
  ])('show %s by number', (_name, text, wanted) => {
    expect(shown(text)).toBe(wanted);
  });

  it('keep what people write: accents, other scripts, emoji with its variation, line breaks as spaces', () => {
    expect(shown('José Ñúñez 山田 محمد ❤️\r\nnext')).toBe('José Ñúñez 山田 محمد ❤️ next');
  });

  it('lose marks that are piled up on one letter', () => {
    expect(shown(`a${'\u0301'.repeat(60)}b`)).toBe(`a${'\u0301'.repeat(3)}…b`);
  });

  it('are clipped between characters, never through one', () => {
    expect([clip('😀😀😀', 2), clip('abc', 3)]).toEqual(['😀😀…', 'abc']);
  });
});
