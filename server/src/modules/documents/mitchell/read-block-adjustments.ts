import type { Word } from '../extraction/read-word-table.ts';
import {
  findAmount,
  joinTexts,
  rightOfWord,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/row-rules.ts';

export type BlockAdjustment = {
  readonly name: string;
  readonly own?: string;
  readonly theirs?: string;
  readonly cents?: Found<number>;
};

type BlockAdjustments = {
  readonly adjustments: readonly BlockAdjustment[];
  readonly total: Found<number> | undefined;
  readonly adjusted: Found<number> | undefined;
};

/** More than any block has. */
const maxAdjustments = 60;
/** A name that wraps goes on this far below; the next name stands further away. */
const wrapHeight = 11;

const nothing: BlockAdjustments = { adjustments: [], total: undefined, adjusted: undefined };

/** The table of a block: name, what the loss vehicle has, what this one has, the amount. */
export function readBlockAdjustments(rows: readonly Row[], precision: Precision): BlockAdjustments {
  const head = rows.findIndex(({ words }) => /\bAdjustments Loss Vehicle This Vehicle Amount$/i.test(textOf(words)));
  const header = rows[head];
  if (header === undefined) return nothing;
  const columns = columnsOf(header);
  const adjustments: (BlockAdjustment & { readonly y: number })[] = [];
  let total: Found<number> | undefined;
  let adjusted: Found<number> | undefined;
  for (const row of rows.slice(head + 1)) {
    const text = textOf(wordsBetween(row, columns.name - 4, Infinity));
    const cents = findAmount(row, columns.amount, precision);
    if (/^Total Adjustments:/i.test(text)) total = cents;
    else if (/^Adjusted Price:/i.test(text)) {
      adjusted = cents;
      break;
    } else if (total === undefined) addRow(adjustments, { row, cents, columns });
    if (adjustments.length >= maxAdjustments) break;
  }
  return { adjustments: adjustments.map(({ y: _y, ...adjustment }) => adjustment), total, adjusted };
}

type Columns = { readonly name: number; readonly own: number; readonly theirs: number; readonly amount: number };

function columnsOf({ words }: Row): Columns {
  const from = words.findIndex(({ text }) => /^Adjustments$/i.test(text));
  const [name, own, , theirs, , amount] = words.slice(from);
  return {
    name: name?.x ?? 0,
    own: own?.x ?? 0,
    theirs: theirs?.x ?? 0,
    amount: amount === undefined ? 0 : rightOfWord(amount),
  };
}

type Given = { readonly row: Row; readonly cents: Found<number> | undefined; readonly columns: Columns };

function addRow(adjustments: (BlockAdjustment & { y: number })[], { row, cents, columns }: Given): void {
  const inAmount = new Set<Word>(cents?.words);
  const cell = (from: number, to: number): string =>
    textOf(wordsBetween(row, from - 3, to - 3).filter((word) => !inAmount.has(word)));
  const name = cell(columns.name, columns.own);
  const own = cell(columns.own, columns.theirs);
  const theirs = cell(columns.theirs, columns.amount);
  // Where the vehicle is from stands at the left, between the rows.
  if (name === '' && own === '' && theirs === '' && cents === undefined) return;
  const last = adjustments.at(-1);
  const wrapped =
    last !== undefined && row.y - last.y > 0 && row.y - last.y <= wrapHeight && own === '' && cents === undefined;
  if (wrapped) {
    adjustments[adjustments.length - 1] = {
      ...last,
      name: joinTexts([last.name, name]),
      ...(theirs === '' ? {} : { theirs: joinTexts([last.theirs ?? '', theirs]) }),
      y: row.y,
    };
  } else if (name !== '') {
    adjustments.push({
      name,
      ...(own === '' ? {} : { own }),
      ...(theirs === '' ? {} : { theirs }),
      ...(cents === undefined ? {} : { cents }),
      y: row.y,
    });
  }
}
