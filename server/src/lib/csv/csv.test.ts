import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('a table as CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['two words', 'two words'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['é漢', 'é漢'],
    [12, '12'],
    [-12, '-12'],
    [0, '0'],
  ])('a CSV field is quoted only where it must be: %j', (value, field) => {
    expect(toCsv([[value, 'x']])).toBe(`${field},x\r\n`);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '=cmd|"/c calc"!A1'])(
    'a text in a CSV never begins with the start of a formula: %j',
    (value) => {
      const text = toCsv([[value]]);
      expect(text).toMatch(/^"?'/);
      const unquoted = text.startsWith('"') ? text.slice(1, -3).replaceAll('""', '"') : text.slice(0, -2);
      expect(unquoted).toBe(`'${value}`);
    },
  );

  it('every CSV row ends with a line break, including the last', () => {
    expect(toCsv([['a', 1], ['b']])).toBe('a,1\r\nb\r\n');
    expect(toCsv([])).toBe('');
  });
});
