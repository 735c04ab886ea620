import { describe, expect, it } from 'vitest';
import type { Word } from '../extraction/word-tables.ts';
import { readFamily } from './reading.ts';

type Cell = readonly [x: number, text: string];

/** Lines of a page as a table of words gives them, five points a letter, and long words in small letters. */
const toWords = (page: number, lines: readonly (readonly Cell[])[]): Word[] =>
  lines.flatMap((cells, index) =>
    cells.flatMap(([x, text]) => {
      let left = x;
      return text.split(' ').map((word) => {
        const at = {
          page,
          x: left,
          y: 40 + index * 14,
          w: Math.min(word.length * 5, 150),
          h: 9,
          text: word,
          sure: 100,
        };
        left += at.w + 3;
        return at;
      });
    }),
  );

const amount = (right: number, text: string): Cell => [right - text.length * 5, text];
const line = (label: string, text: string): Cell[] => [[41, label], amount(345, text)];

const heads: readonly Cell[][] = [
  [[65, 'CLAIM INFORMATION']],
  [[66, 'INSURANCE INFORMATION']],
  [[66, 'VALUATION SUMMARY']],
];

/** A first page whose sum holds, with more lines before its total. */
const firstPage = (...more: readonly Cell[][]) =>
  toWords(1, [
    ...heads,
    line('Base Vehicle Value', '$10,000.00'),
    line('Adjusted Vehicle Value', '$10,000.00'),
    ...more,
    line('Total', '$10,000.00'),
  ]);

const read = (words: readonly Word[]) => readFamily(words, { vendor: 'ccc', ocr: false })?.contents;

/** Fifty-nine columns of a grid, and hundreds of adjustments below one of them. */
const crowded = [
  ...toWords(2, [[[36, 'COMPARABLE VEHICLES']]]),
  ...Array.from({ length: 59 }, (_, index): Word[] => {
    const at = { page: 2, y: 60, w: 1, h: 9, sure: 100 };
    const x = 200 + index * 3.4;
    return [
      { ...at, x, text: 'Comp' },
      { ...at, x: x + 1.5, text: String(index + 1) },
    ];
  }).flat(),
  ...toWords(3, [
    [[41, 'Adjustments:']],
    ...Array.from({ length: 300 }, (): Cell[] => [[108, 'Options'], amount(240, '$5')]),
  ]),
];

describe('a hostile report of a known layout', () => {
  it('a hostile report fills no more than the schema allows', () => {
    const { comparables = [] } = read([...firstPage(), ...crowded]) ?? {};
    expect(comparables.length).toBe(40);
    expect(Math.max(...comparables.map(({ adjustments }) => adjustments.length))).toBe(60);
    const many = Array.from({ length: 500 }, () => line('Fee', '$1.00'));
    expect(read(firstPage(...many))?.sum.length).toBe(40);
  });

  it("a hostile report's long text is cut, without half a character at its end", () => {
    const long = line(`Fee${'x'.repeat(172)}${'\u{1f600}'.repeat(60)}`, '$1.00');
    const labels = read(firstPage(long))?.sum.map(({ label }) => label) ?? [];
    expect(labels.map(({ length }) => length)).toEqual([18, 22, 200, 5]);
    expect(labels.every((label) => label.isWellFormed())).toBe(true);
  });

  it.each(['$99999999999999.00', '$1e9', '-$', '$0x10', '$1,00,0.00'])('takes %s for no amount', (text) => {
    const sum = read(firstPage(line('Vehicular Tax', text)))?.sum ?? [];
    expect(sum.map(({ name }) => name)).toEqual(['base', 'offer', 'total']);
  });

  it('a file with reports of both systems has no certain value', () => {
    const certainties = (words: readonly Word[]) => read(words)?.sum.map(({ cents }) => cents.confidence);
    expect(certainties(firstPage())).toEqual(['high', 'high', 'high']);
    const other = toWords(9, [[[29, 'Claim Information']], [[29, 'Valuation Summary']]]);
    expect(certainties([...firstPage(), ...other])).toEqual(['low', 'low', 'low']);
  });
});
