// Words as rows and columns. Cells are found by their edges and never by their order, since cells may be empty, wrapped, or so
// close to each other that they look like one.
import { readMoney } from '../extraction/value-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';

/** Words on one baseline, from left to right. */
export type Row = { readonly page: number; readonly y: number; readonly words: readonly Word[] };

/** How exact places are, in points. */
export type Precision = {
  /** Between the highest and the lowest word of a row, and between one and the next. */
  readonly row: number;
  readonly step: number;
  readonly edge: number;
  /** Where in the box of a word the height that words of one row share is. */
  readonly share: number;
};

/**
 * Text is placed exactly, and its baseline is 0.77 to 0.81 of its box in all fonts of reports. The boxes of a scan are
 * drawn around the ink, so only their middles are alike.
 */
export const precisionOf = (ocr: boolean): Precision =>
  ocr ? { row: 7, step: 2.5, edge: 4.5, share: 0.5 } : { row: 2.2, step: 2.2, edge: 2, share: 0.785 };

/** Four times those of the fullest row seen; the rest is ignored, which bounds the work. */
const maxWordsInRow = 120;

/** Groups words into rows, from the first page down to the last. */
export function toRows(words: readonly Word[], { row, step, share }: Precision): Row[] {
  const heightOf = ({ y, h }: Word): number => y + share * h;
  const sorted = words.toSorted((a, b) => a.page - b.page || heightOf(a) - heightOf(b));
  const rows: { page: number; y: number; words: Word[] }[] = [];
  let before = 0;
  for (const word of sorted) {
    const last = rows.at(-1);
    const y = heightOf(word);
    const near = y - (last?.y ?? 0) <= row && y - before <= step;
    before = y;
    if (last === undefined || last.page !== word.page || !near) rows.push({ page: word.page, y, words: [word] });
    else if (last.words.length < maxWordsInRow) last.words.push(word);
  }
  return rows.map((one) => ({ ...one, words: one.words.toSorted((a, b) => a.x - b.x) }));
}

export const rightOfWord = ({ x, w }: Word): number => x + w;

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

export const isNear = (one: number, other: number, within: number): boolean => Math.abs(one - other) <= within;

/** The words that begin between two edges. */
export const wordsBetween = (row: Row, from: number, to: number): Word[] =>
  row.words.filter(({ x }) => x >= from && x < to);

/** A gap of more than this many heights parts two phrases. */
const phraseGap = 0.7;

/** Words of a row with no wide gap between them. */
export function phrasesOf({ words }: Pick<Row, 'words'>): Word[][] {
  const phrases: Word[][] = [];
  for (const word of words) {
    const last = phrases.at(-1);
    const before = last?.at(-1);
    // The box of a recognised dash is a point high.
    const height = Math.max(word.h, before?.h ?? 0, 6);
    if (last !== undefined && before !== undefined && word.x - rightOfWord(before) < phraseGap * height)
      last.push(word);
    else phrases.push([word]);
  }
  return phrases;
}

/** A value with the words that print it. */
export type Found<T> = { readonly value: T; readonly words: readonly Word[] };

const signsOnly = /^[-–−+=$(]+$/;

/** The amount whose own right edge is that of a column, with the signs before it. */
export function findAmount(
  { words }: Pick<Row, 'words'>,
  right: number,
  { edge }: Precision,
): Found<number> | undefined {
  const end = words.findIndex((word) => isNear(rightOfWord(word), right, edge) && /\d\)?\*?$/.test(word.text));
  if (end < 0) return undefined;
  let start = end;
  while (start > 0 && signsOnly.test(words[start - 1]?.text ?? '') && isClose(words[start - 1], words[start]))
    start -= 1;
  const taken = words.slice(start, end + 1);
  const value = readMoney(textOf(taken));
  return value === undefined ? undefined : { value, words: taken };
}

/** All amounts of a row, each with its right edge. */
export function listAmounts(
  row: Pick<Row, 'words'>,
  precision: Precision,
): (Found<number> & { readonly right: number })[] {
  return row.words.flatMap((word) => {
    const right = rightOfWord(word);
    const found = /\d/.test(word.text) ? findAmount(row, right, { ...precision, edge: 0.01 }) : undefined;
    return found === undefined ? [] : [{ ...found, right }];
  });
}

/** A sign belongs to the amount when it is less than a letter's width and a space away. */
const signGap = 9;

const isClose = (one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && other !== undefined && other.x - rightOfWord(one) < signGap;

/** Adds what stands below in the same cell, as one text without spaces doubled. */
export const joinTexts = (texts: readonly string[]): string => texts.join(' ').replaceAll(/\s+/g, ' ').trim();
