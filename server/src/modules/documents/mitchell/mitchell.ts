import type { FoundCondition } from '../contents/family-schemas.ts';
import {
  findAmount,
  joinTexts,
  listAmounts,
  phrasesOf,
  rightOfWord,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/rules.ts';
import type { Word } from '../extraction/word-tables.ts';

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
/** A wrapped name continues this far below; the next name is further away. */
const wrapHeight = 11;

const nothing: BlockAdjustments = { adjustments: [], total: undefined, adjusted: undefined };

/** The table of a block: name, value of the loss vehicle, value of this one, amount. */
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
  // The vehicle's source is at the left, between the rows.
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

const groups = /^(?:Interior|Exterior|Mechanical|Tires?)$/;
const maxRows = 60;

/** Condition by component: the grade by the column's left edge, the amount by its place under "Condition $". */
export function readMitchellCondition(rows: readonly Row[], precision: Precision): FoundCondition {
  const head = rows.findIndex(({ words }) => /^Category Condition Condition \$/i.test(textOf(words)));
  const header = rows[head]?.words ?? [];
  const [, grade, amount, , comments] = header;
  const line = rows.find(({ words }) => /^Condition Adjustment:/i.test(textOf(words)));
  const stated = {
    total: line && listAmounts(line, precision)[0],
    overall: line && findText(line, /^Overall$/i),
    typical: line && findText(line, /^Typical$/i),
  };
  if (grade === undefined || amount === undefined || comments === undefined) return { rows: [], ...stated };
  const found: FoundCondition['rows'][number][] = [];
  let group: string | undefined;
  for (const row of rows.slice(head + 1)) {
    if (found.length >= maxRows || row.page !== rows[head]?.page) break;
    const component = textOf(wordsBetween(row, 0, grade.x - 3));
    const graded = textOf(wordsBetween(row, grade.x - 3, amount.x - 25));
    const cents = amountBetween(row, { from: amount.x - 25, to: comments.x - 3, precision });
    if (component === '') continue;
    if (groups.test(component)) group = component;
    if (graded !== '') found.push({ group, component, grade: graded, cents });
  }
  return { rows: found, ...stated };
}

function amountBetween(
  row: Row,
  { from, to, precision }: { from: number; to: number; precision: Precision },
): Found<number> | undefined {
  const words = wordsBetween(row, from, to);
  const last = words.at(-1);
  return last === undefined ? undefined : findAmount({ words }, rightOfWord(last), precision);
}

/** The text after a label of this line, up to the next gap between phrases. */
function findText({ words }: Row, label: RegExp): Found<string> | undefined {
  const start = words.findIndex(({ text }) => label.test(text));
  const end = words.findIndex(({ text }, index) => index >= start && text.endsWith(':'));
  if (start < 0 || end < 0) return undefined;
  const rest: Word[] = phrasesOf({ words: words.slice(end + 1) })[0] ?? [];
  return rest.length === 0 ? undefined : { value: textOf(rest), words: rest };
}
