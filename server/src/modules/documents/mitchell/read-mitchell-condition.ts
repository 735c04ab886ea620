import type { FoundCondition } from '../contents/family-schemas.ts';
import {
  findAmount,
  listAmounts,
  phrasesOf,
  rightOfWord,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/row-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';

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

/** What follows a label of this line, up to the next gap between phrases. */
function findText({ words }: Row, label: RegExp): Found<string> | undefined {
  const start = words.findIndex(({ text }) => label.test(text));
  const end = words.findIndex(({ text }, index) => index >= start && text.endsWith(':'));
  if (start < 0 || end < 0) return undefined;
  const rest: Word[] = phrasesOf({ words: words.slice(end + 1) })[0] ?? [];
  return rest.length === 0 ? undefined : { value: textOf(rest), words: rest };
}
