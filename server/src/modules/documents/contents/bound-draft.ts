import type { ReportComparable, SumLine } from '../report-schemas.ts';
import type { Draft } from './family-schemas.ts';

// The bounds of the schema. A report has a dozen vehicles, and texts of a line or two.
const maxComparables = 40;
const maxAdjustments = 60;
const maxText = 200;

/** What is kept of a file from a stranger, however much it prints. */
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
