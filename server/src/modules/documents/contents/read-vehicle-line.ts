import { readDescription } from '../extraction/vehicle-name-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';
import { isNear, joinTexts, textOf, type Precision, type Row } from './row-rules.ts';

/** The vehicle as one line tells it, in three parts between bars. */
export type VehicleLine = {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  /** Undefined when none is printed. */
  readonly trim: string | undefined;
  readonly words: readonly Word[];
  /** Whether every print of the line agrees as far as it goes, and the body tells where the trim ends. */
  readonly certain: boolean;
};

const lineStart = /^Loss vehicle:\s*/i;
/** A line goes on below its second word, one line lower. */
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
