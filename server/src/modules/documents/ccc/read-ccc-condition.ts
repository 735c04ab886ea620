import { joinTexts, listAmounts, textOf, wordsBetween, type Precision, type Row } from '../contents/row-rules.ts';
import type { FoundCondition } from '../contents/family-schemas.ts';

const maxRows = 60;
/** Lines of one cell are thirteen points apart; the next component stands further away. */
const wrapHeight = 15;

type Open = {
  group: string | undefined;
  component: string;
  grade: string[];
  cents: FoundCondition['rows'][number]['cents'];
};

/** Condition by component: a row begins where an amount stands, and its grade may go on below. Notes are not read. */
export function readCccCondition(rows: readonly Row[], precision: Precision): FoundCondition {
  const header = rows.find(({ words }) => isHeader(textOf(words)))?.words ?? [];
  const gradeLeft = header[0]?.x ?? 0;
  const notesLeft = header.find(({ text }) => /^Inspection$/i.test(text))?.x ?? 0;
  const amountLeft = header.find(({ text }) => /^Value$/i.test(text))?.x ?? 0;
  const found: Open[] = [];
  let total: FoundCondition['total'];
  let group: string | undefined;
  let below: { page: number; y: number } | undefined;
  if (notesLeft === 0 || amountLeft === 0) return { rows: [], total };
  for (const row of rows) {
    const text = textOf(row.words);
    if (isHeader(text)) continue;
    const cents = listAmounts(row, precision).find(({ right }) => right > amountLeft);
    if (/^Total Condition Adjustments/i.test(text)) {
      total = cents;
      break;
    }
    const component = textOf(wordsBetween(row, 0, gradeLeft - 3));
    const grade = textOf(wordsBetween(row, gradeLeft - 3, notesLeft - 3));
    const last = found.at(-1);
    const goesOn = below !== undefined && below.page === row.page && row.y - below.y <= wrapHeight;
    if (cents !== undefined && component !== '' && found.length < maxRows)
      found.push({ group, component, grade: grade === '' ? [] : [grade], cents });
    else if (component !== '' && grade === '' && /^[A-Z]+$/.test(component) && !goesOn) group = component;
    else if (goesOn && last !== undefined && grade !== '') last.grade.push(grade);
    below = { page: row.page, y: row.y };
  }
  return {
    rows: found.map(({ grade, ...row }) => ({ ...row, ...(grade.length === 0 ? {} : { grade: joinTexts(grade) }) })),
    total,
  };
}

const isHeader = (text: string): boolean => /^Condition Inspection Notes\b.*\bValue Impact$/i.test(text);
