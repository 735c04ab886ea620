import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsvRecord } from './csv-record.ts';
import { toCsv } from './csv.ts';

describe('a CSV record', () => {
  it.each<[string, string[] | undefined]>([
    ['a,b,c', ['a', 'b', 'c']],
    ['', ['']],
    [',,', ['', '', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",x', ['say "hi"', 'x']],
    ['"two\nlines",x', ['two\nlines', 'x']],
    ['18" wheels,x', ['18" wheels', 'x']],
    ['"never closed,x', undefined],
    ['x,"', undefined],
    ['"a"b,c', ['ab', 'c']],
  ])('the CSV record %j parses as %j', (text, fields) => {
    expect(parseCsvRecord(text)).toEqual(fields);
  });

  it('a CSV record that our own writer wrote parses back', () => {
    const field = fc.string().filter((text) => !/^[=+\-@\t\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        expect(parseCsvRecord(toCsv([fields]).slice(0, -2))).toEqual(fields);
      }),
    );
  });
});
