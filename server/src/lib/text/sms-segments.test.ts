import { describe, expect, it } from 'vitest';
import { countSegments, toBasicLetters } from './sms-segments.ts';

describe('the segments of a text', () => {
  it.each([
    ['a'.repeat(160), 'gsm7', 1],
    ['a'.repeat(161), 'gsm7', 2],
    ['a'.repeat(306), 'gsm7', 2],
    ['a'.repeat(307), 'gsm7', 3],
    ['€'.repeat(80), 'gsm7', 1],
    ['€'.repeat(81), 'gsm7', 2],
    ['¿Dónde?', 'ucs2', 1],
    ['¿Qué, señor?', 'gsm7', 1],
    ['ó'.repeat(70), 'ucs2', 1],
    ['ó'.repeat(71), 'ucs2', 2],
    ['🚗'.repeat(35), 'ucs2', 1],
    ['🚗'.repeat(36), 'ucs2', 2],
    ['', 'gsm7', 1],
  ])('the segments of %j are counted as the provider counts them', (text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments });
  });

  it('a text loses only the accents that the alphabet lacks, and nothing becomes an address by it', () => {
    expect(toBasicLetters('Ángel Núñez’s é ü Ñ')).toBe("Angel Nuñez's é ü Ñ");
    expect(toBasicLetters('李 a＠b．example')).toBe('李 a＠b．example');
  });
});
