import { toSheet } from '../extraction/extract-fields.ts';
import { findValues, type Read } from '../extraction/find-values.ts';
import type { LabelGroup } from '../extraction/label-data.ts';
import { layOut } from '../extraction/layout-rules.ts';
import { readDescription } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import type { ReportComparable, SumLine, SumLineName } from '../schemas.ts';
import type { Draft } from './family-schemas.ts';
import {
  findAmount,
  isNear,
  joinTexts,
  listAmounts,
  phrasesOf,
  present,
  rightOfWord,
  textOf,
  toPrinted,
  wordsBetween,
  type Found,
  type Precision,
  type Printed,
  type Row,
} from './rules.ts';

// The bounds of the schema. A report has a dozen vehicles, and texts of a line or two.
const maxComparables = 40;
const maxAdjustments = 60;
const maxText = 200;

/** Bounds the stored part of an untrusted file, however much it prints. */
export const boundDraft = (draft: Draft): Draft => ({
  ...draft,
  sum: draft.sum.map((line): SumLine => ({ ...line, label: cut(line.label) })),
  condition: draft.condition.map((row) => ({
    ...row,
    component: cut(row.component),
    ...(row.grade === undefined ? {} : { grade: cut(row.grade) }),
  })),
  comparables: draft.comparables.slice(0, maxComparables).map((one) => boundComparable(one)),
});

const boundComparable = (one: ReportComparable): ReportComparable => ({
  ...one,
  ...(one.description === undefined ? {} : { description: { ...one.description, value: cut(one.description.value) } }),
  adjustments: one.adjustments.slice(0, maxAdjustments).map((adjustment) => ({
    ...adjustment,
    name: cut(adjustment.name),
    ...(adjustment.own === undefined ? {} : { own: cut(adjustment.own) }),
    ...(adjustment.theirs === undefined ? {} : { theirs: cut(adjustment.theirs) }),
  })),
});

/** Half a character cannot be stored. */
const cut = (text: string): string => text.slice(0, maxText).toWellFormed();

/** The value under a label: the next row's phrase with the same left edge, a line or two lower. */
export function findCell(rows: readonly Row[], label: string, { edge }: Precision): Word[] | undefined {
  for (const [index, row] of rows.entries()) {
    const found = phrasesOf(row).find((phrase) => textOf(phrase) === label);
    const x = found?.[0]?.x;
    if (found === undefined || x === undefined) continue;
    const below = rows.slice(index + 1, index + 4).filter(({ page, y }) => page === row.page && y - row.y < 20);
    return below.flatMap((one) => wordsFrom(one, x, edge))[0];
  }
  return undefined;
}

/** Words from an edge on, up to the next gap; the phrase is cut at the edge, since cells may be close together. */
function wordsFrom({ words }: Row, x: number, edge: number): Word[][] {
  const start = words.findIndex((word) => isNear(word.x, x, edge));
  if (start < 0) return [];
  const end = words.findIndex((word, index) => index > start && word.x - rightOfWord(words[index - 1] ?? word) > 5);
  return [words.slice(start, end === -1 ? undefined : end)];
}

/** The value next to a label among the words of a section, if all such labels agree. */
export function findTextValues<T>(
  words: readonly Word[],
  groups: readonly LabelGroup[],
  read: Read<T>,
): Found<T> | undefined {
  const candidates = findValues(toSheet(layOut(words)), groups, read);
  const [first] = candidates;
  if (first === undefined || candidates.some(({ value }) => value !== first.value)) return undefined;
  const { page, x, y, right, h, text, sure } = first.at;
  return { value: first.value, words: [{ page, x, y, w: right - x, h, text, sure }] };
}

type ModelCell = { readonly text: string; readonly words: readonly Word[] };

/** The cell below "Model" in the grid of the first page, its lines joined without spaces: they break anywhere. */
export function readModelCell(rows: readonly Row[]): ModelCell | undefined {
  const start = rows.findIndex(({ words }) => /^Year Make Model\b/i.test(textOf(words)));
  const label = rows[start]?.words.find(({ text }) => text === 'Model');
  const next = rows[start]?.words.find(({ text }) => text === 'Location');
  if (label === undefined || next === undefined) return undefined;
  const end = rows.findIndex(({ words }, index) => index > start && /\bVIN\b/.test(textOf(words)));
  const cell = rows
    .slice(start + 1, end === -1 ? start + 6 : end)
    .flatMap((row) => wordsBetween(row, label.x - 3, next.x - 2));
  return cell.length === 0 ? undefined : { text: cell.map(({ text }) => text).join(''), words: cell };
}

/** The label of the offer, and the meaning of the other labels; the first matching pattern decides. */
export type SumWords = {
  readonly offer: RegExp;
  readonly names: readonly (readonly [pattern: RegExp, name: SumLineName])[];
};

type Sum = { readonly lines: readonly SumLine[]; readonly page: number; readonly amountRight: number };

/** No report has more lines. */
const maxLines = 40;

/**
 * The sum of the first page. Its column is that of the offer: a label belongs to it by its left or its right edge,
 * and an amount by its own right edge, so that a larger figure next to the sum is not included.
 */
export function readSum(
  rows: readonly Row[],
  words: SumWords,
  about: { precision: Precision; ocr: boolean },
): Sum | undefined {
  const { precision, ocr } = about;
  const offer = rows.flatMap((row) => findOffer(row, words.offer, precision))[0];
  if (offer === undefined) return undefined;
  const inColumn = (label: readonly Word[]): boolean =>
    isNear(label[0]?.x ?? 0, offer.left, precision.edge) || isNear(rightEdge(label), offer.right, precision.edge);
  const lines: SumLine[] = [];
  let offerSeen = false;
  for (const [index, row] of rows.entries()) {
    if (row.page !== offer.page || lines.length >= maxLines) continue;
    const label = phrasesOf(row).find((phrase) => inColumn(phrase));
    const amount = label === undefined ? undefined : findAmount(row, offer.amountRight, precision);
    if (label === undefined || amount === undefined || rightEdge(label) > (amount.words[0]?.x ?? 0)) continue;
    const { text, sign } = splitSign(textOf(label));
    const whole = withContinuation(text, rows.slice(index + 1, index + 3), inColumn);
    const isOffer = words.offer.test(text);
    const name = isOffer ? 'offer' : (nameOf(whole, words) ?? (offerSeen ? 'other' : 'adjustment'));
    const cents: Printed<number> = toPrinted({ ...amount, value: sign * amount.value }, ocr);
    lines.push(present({ name, label: whole, cents, rate_thousandths: name === 'tax' ? rateOf(whole) : undefined }));
    offerSeen ||= isOffer;
    if (name === 'total') break;
  }
  return { lines, page: offer.page, amountRight: offer.amountRight };
}

const rightEdge = (phrase: readonly Word[]): number => {
  const last = phrase.at(-1);
  return last === undefined ? 0 : rightOfWord(last);
};

type Offer = { readonly page: number; readonly left: number; readonly right: number; readonly amountRight: number };

function findOffer(row: Row, pattern: RegExp, precision: Precision): Offer[] {
  const label = phrasesOf(row).find((phrase) => pattern.test(splitSign(textOf(phrase)).text));
  const from = label === undefined ? 0 : rightEdge(label);
  const amount = listAmounts(row, precision).find(({ words }) => (words[0]?.x ?? 0) > from);
  if (label === undefined || amount === undefined) return [];
  return [{ page: row.page, left: label[0]?.x ?? 0, right: from, amountRight: amount.right }];
}

/** The sign can be at the end of the label. */
function splitSign(label: string): { readonly text: string; readonly sign: 1 | -1 } {
  const text = label.trim();
  const [sign] = /[-–−+=]$/.exec(text) ?? [];
  return sign === undefined ? { text, sign: 1 } : { text: text.slice(0, -1).trim(), sign: /[-–−]/.test(sign) ? -1 : 1 };
}

/** A label with an open bracket continues in the next row. */
function withContinuation(text: string, next: readonly Row[], inColumn: (label: readonly Word[]) => boolean): string {
  if (!text.includes('(') || text.includes(')')) return text;
  const rest = next.flatMap((row) => phrasesOf(row).filter((phrase) => inColumn(phrase)))[0];
  return rest === undefined ? text : joinTexts([text, textOf(rest)]);
}

const nameOf = (label: string, { names }: SumWords): SumLineName | undefined =>
  names.find(([pattern]) => pattern.test(label))?.[1];

/** "(7.25%)" is 7,250 thousandths of a percent. */
function rateOf(label: string): number | undefined {
  const [, whole = '', , decimals = ''] = /\((\d{1,2})(\.(\d{1,3}))?%\)/.exec(label) ?? [];
  return whole === '' ? undefined : Number(whole) * 1000 + Number(decimals.padEnd(3, '0'));
}

/** The vehicle as described in one line, in three parts between bars. */
type VehicleLine = {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  /** Undefined when none is printed. */
  readonly trim: string | undefined;
  readonly words: readonly Word[];
  /** Whether all prints of the line agree as far as they go, and the body shows where the trim ends. */
  readonly certain: boolean;
};

const lineStart = /^Loss vehicle:\s*/i;
/** A line continues below its second word, one line lower. */
const wrapLeft = { from: 70, to: 110 };
const wrapHeight = 15;

/** The body begins with the number of doors; what precedes it is the trim. */
const bodyStart = /(?:^|\s)\d\s?-?door\b/i;

/** Reads the line that is printed before each chapter; of prints that agree as far as they go the longest counts. */
export function readVehicleLine(rows: readonly Row[], precision: Precision): VehicleLine | undefined {
  const prints = rows.flatMap((row, index) =>
    lineStart.test(textOf(row.words)) ? [joinWrapped(rows, index, precision)] : [],
  );
  const longest = prints.toSorted((one, other) => other.text.length - one.text.length)[0];
  if (longest === undefined) return undefined;
  const agreed = prints.every(({ text }) => plain(longest.text).startsWith(plain(text)));
  const [first = '', second = '', third = ''] = longest.text.split('|').map((part) => part.trim());
  const described = readDescription(first);
  if (described === undefined || described.rest === '') return undefined;
  const body = bodyStart.exec(second);
  const trim = (body === null ? second : second.slice(0, body.index)).trim();
  return {
    year: described.year,
    make: described.make,
    model: described.rest,
    trim: trim === '' ? undefined : trim,
    words: longest.words,
    certain: agreed && body !== null && third !== '',
  };
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

type Print = { readonly text: string; readonly words: readonly Word[] };

function joinWrapped(rows: readonly Row[], start: number, { edge }: Precision): Print {
  const first = rows[start];
  if (first === undefined) return { text: '', words: [] };
  const words = [...first.words];
  let below = first.y;
  for (const row of rows.slice(start + 1, start + 4)) {
    const left = row.words[0]?.x ?? 0;
    const wrapped = row.page === first.page && row.y - below <= wrapHeight;
    if (!wrapped || left < wrapLeft.from || left > wrapLeft.to || isNear(left, first.words[0]?.x ?? 0, edge)) break;
    words.push(...row.words);
    below = row.y;
  }
  return { text: joinTexts([textOf(words).replace(lineStart, '')]), words };
}
