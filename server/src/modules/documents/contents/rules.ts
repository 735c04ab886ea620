import { readMoney, sureEnough } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';

// VINs of comparable vehicles, of which part may be hidden, and how a list of them begins.

/** Seventeen characters, of which the last six may be masked. */
export const readComparableVin = (text: string): string | undefined =>
  /^[A-HJ-NPR-Z0-9]{17}$/.test(text) && /\d/.test(text) ? text : undefined;

/** Serial numbers end in digits; six letters hide one. */
export const isMasked = (vin: string): boolean => /[A-Z*]{6}$/.test(vin);

/** One of the three lines above a list. */
export const isListHeader = (text: string): boolean =>
  /^(?:Source Vehicle Price)?\s?(?:Adjusted|Comparable|Value)?$/.test(text) && text !== '';

// A reading's result, with its page, its box and its confidence.

/** A printed value. */
export type Printed<T> = {
  readonly value: T;
  readonly confidence: 'high' | 'low';
  readonly page: number;
  readonly box: number[];
  readonly source: 'text' | 'ocr';
};

const tenths = (edge: number): number => Math.round(edge * 10) / 10;

/** Certain, unless it was recognized and one of its words is a guess; identities may still make it uncertain. */
export function toPrinted<T>({ value, words }: Found<T>, ocr: boolean): Printed<T> {
  const [first] = words;
  // A value that continues on the next page is marked where it begins.
  const shown = words.filter(({ page }) => page === first?.page);
  const box = [
    Math.min(...shown.map(({ x }) => x)),
    Math.min(...shown.map(({ y }) => y)),
    Math.max(...shown.map((word: Word) => rightOfWord(word))),
    Math.max(...shown.map(({ y, h }) => y + h)),
  ];
  const sure = Math.min(...words.map((word) => word.sure));
  return {
    value,
    confidence: ocr && sure < sureEnough ? 'low' : 'high',
    page: first?.page ?? 1,
    box: box.map(tenths),
    source: ocr ? 'ocr' : 'text',
  };
}

export const toPrintedOrNothing = <T>(found: Found<T> | undefined, ocr: boolean): Printed<T> | undefined =>
  found === undefined ? undefined : toPrinted(found, ocr);

/** The same, no longer certain. */
export const lowered = <T extends { readonly confidence: 'high' | 'low' }>(one: T): T => ({
  ...one,
  confidence: 'low',
});

export const loweredOrNothing = <T extends { readonly confidence: 'high' | 'low' }>(
  one: T | undefined,
): T | undefined => (one === undefined ? undefined : lowered(one));

/** Leaves out absent members, as stored readings do. */
export function present<T extends object>(members: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

// Words as rows and columns. Cells are found by their edges and never by their order, since cells may be empty,
// wrapped, or so close to each other that they look like one.

/** Words on one baseline, from left to right. */
export type Row = { readonly page: number; readonly y: number; readonly words: readonly Word[] };

/** The precision of positions, in points. */
export type Precision = {
  /** Between the highest and the lowest word of a row, and between one and the next. */
  readonly row: number;
  readonly step: number;
  readonly edge: number;
  /** The position, in the box of a word, of the height that words of one row share. */
  readonly share: number;
};

/**
 * Text is placed exactly, and its baseline is 0.77 to 0.81 of its box in all fonts of reports. The boxes of a scan
 * are drawn around the ink, so only their middles match.
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

/** A gap of more than this many heights separates two phrases. */
const phraseGap = 0.7;

/** Words of a row with no wide gap between them. */
export function phrasesOf({ words }: Pick<Row, 'words'>): Word[][] {
  const phrases: Word[][] = [];
  for (const word of words) {
    const last = phrases.at(-1);
    const before = last?.at(-1);
    // The box of a recognized dash is a point high.
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

/** Joins the lines of a cell into one text without double spaces. */
export const joinTexts = (texts: readonly string[]): string => texts.join(' ').replaceAll(/\s+/g, ' ').trim();

// A report cut at its headings: a label counts only in its section.

/** The part of a report between two headings. */
type Section = { readonly name: string; readonly words: readonly Word[] };

/** Which rows are headings: by their words, and by where they begin. */
export type Headings = {
  readonly pattern: RegExp;
  /** Headings begin left of it; the same words further right are captions or columns. */
  readonly leftMost: number;
  /** A heading has no text next to it, up to this edge. */
  readonly alone: number;
};

const footer = /^(?:©|\(c\)|copyright\b)/i;

/** Removes the running footers and the text below them, which would otherwise be part of the last row of a table. */
export function withoutFooters(words: readonly Word[], precision: Precision): Word[] {
  const tops = new Map<number, number>();
  for (const row of toRows(words, precision))
    if (footer.test(textOf(row.words))) tops.set(row.page, Math.min(...row.words.map(({ y }) => y)));
  return words.filter(({ page, y, h }) => y + h / 2 < (tops.get(page) ?? Infinity));
}

/** Cuts a report at its headings. The part before the first has the name "". Sections of one name are distinguished by order. */
export function cutSections(words: readonly Word[], headings: Headings, precision: Precision): Section[] {
  const sections: { name: string; words: Word[] }[] = [{ name: '', words: [] }];
  for (const row of toRows(words, precision)) {
    const name = headingOf(row, headings);
    if (name === undefined) sections.at(-1)?.words.push(...row.words);
    else sections.push({ name, words: row.words.filter(({ x }) => x >= headings.alone) });
  }
  return sections;
}

function headingOf(row: Row, { pattern, leftMost, alone }: Headings): string | undefined {
  const words = row.words.filter(({ x }) => x < alone);
  const text = textOf(words);
  return words[0] !== undefined && words[0].x <= leftMost && pattern.test(text) ? text : undefined;
}

/** All words of the sections with a matching name. */
export const wordsOf = (sections: readonly Section[], name: RegExp): Word[] =>
  sections.filter((section) => name.test(section.name)).flatMap((section) => section.words);
