// The summary: claim, insurance and the sum on the left, captions and prose on the right.
import { dollars, miles, slashed, type Paper } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { CccFacts } from './facts.ts';
import { drawProse, type CccSheet } from './sheet.ts';

type Row = readonly [label: string, lines: readonly string[]];

/** Labels and values of a block; returns the top of the last line. */
function drawRows(paper: Paper, top: number, rows: readonly Row[]): number {
  let y = top;
  let last = top;
  for (const [label, lines] of rows) {
    paper.text(41, y, label, { size: 9 });
    for (const [index, text] of lines.entries()) {
      last = y + 13 * index;
      paper.text(242.6, last, text, { size: 9 });
    }
    y = Math.max(last, y) + 16;
  }
  return y - 16;
}

export function drawFirstPage(sheet: CccSheet, facts: CccFacts): void {
  const { paper } = sheet;
  const { claim, line, variant } = facts;
  sheet.page('REPORT SUMMARY');
  paper.text(576, 80.8, `Prepared for ${claim.insurer}`, { size: 10, align: 'right' });
  paper.text(65, 149, 'CLAIM INFORMATION', { size: 11 });
  const half = variant === 'd' ? ` ${line.year}.5` : '';
  const vehicle = wrapText(paper, `${line.year} ${line.make} ${line.model} ${line.trim} ${line.body}${half}`, {
    widths: [variant === 'a' || variant === 'd' ? 105 : 150],
    style: { size: 9 },
  });
  const claimEnd = drawRows(paper, 172.1, [
    ['Owner', [claim.owner, '12 Placeholder St', 'Springfield, ZZ 00000']],
    ['Loss Vehicle', vehicle],
    ['Loss Incident Date', [slashed(claim.lossDate)]],
    ['Claim Reported', [slashed(claim.reportedDate)]],
  ]);
  paper.text(66, claimEnd + 40.2, 'INSURANCE INFORMATION', { size: 11 });
  const reference = `${118_000_000 + facts.seed}${variant === 'b' ? ' -1' : ''}`;
  const insuranceEnd = drawRows(paper, claimEnd + 63.3, [
    ['Report Reference Number', [reference]],
    ['Claim Reference', [claim.claimNumber]],
    [variant === 'c' ? 'Claim Rep' : 'Adjuster', ['Sample Person']],
    ['Appraiser', ['Example Person']],
    ['Appr. License:', ['SYN-1']],
    ['Odometer', [miles(facts.odometer)]],
    ['Last Updated', [`${slashed(facts.updated)} 10:30 AM`]],
  ]);
  drawSum(paper, facts, insuranceEnd + 43.2);
  drawProse(paper, 152, [
    'BASE VEHICLE VALUE',
    'This is derived from vehicles that were',
    'advertised or recently sold',
    'in the marketplace at the time of valuation,',
    `Loss vehicle has ${variant === 'a' ? 'fewer' : 'more'} miles than average`,
    `mileage of ${miles(facts.odometer + 5_000)}`,
    'ADJUSTED VEHICLE VALUE',
    'This is determined by adjusting the value',
    ...(variant === 'a' || variant === 'c'
      ? ['INSURANCE COMPANY as Sample Holdings', 'may differ from the payer.']
      : []),
    'Inside the Report',
    'Valuation Methodology ........ 2',
    'Vehicle Information .......... 3',
    'Comparable Vehicles .......... 9',
  ]);
}

type SumLine = { readonly label: string; readonly amount: string; readonly kind: 'bold' | 'plain' | 'total' };

const right = 345;

function drawSum(paper: Paper, facts: CccFacts, top: number): void {
  paper.text(66, top, 'VALUATION SUMMARY', { size: 11 });
  let y = top + 22.2;
  let before: SumLine['kind'] | undefined;
  for (const { label, amount, kind } of sumLines(facts)) {
    if (before !== undefined) y += stepOf(before, kind);
    before = kind;
    const style =
      kind === 'total' ? { bold: true, size: 17 } : kind === 'bold' ? { bold: true, size: 11 } : { size: 9 };
    paper.text(41, y, label, style);
    paper.text(right, kind === 'total' ? y - 1.3 : y, amount, { ...style, align: 'right' });
    if (label.startsWith('CCC Valuation')) {
      y += 13;
      paper.text(41, y, 'and base vehicle values)', style);
    }
    if (label.startsWith('Vehicular Tax')) {
      paper.text(41, y + 10, 'Tax is computed on the adjusted value', { size: 7 });
      paper.text(41, y + 18, 'as of the loss date', { size: 7 });
      y += 14;
    }
  }
}

function stepOf(before: SumLine['kind'], next: SumLine['kind']): number {
  if (next === 'total') return 25.3;
  if (next === 'plain') return before === 'bold' ? 14.1 : 13;
  return before === 'bold' ? 20.2 : 20.1;
}

function sumLines(facts: CccFacts): SumLine[] {
  const plus = (cents: number) => `${cents < 0 ? '- ' : '+ '}$ ${dollars(cents)}`;
  const bold = (label: string, cents: number): SumLine => ({ label, amount: `$ ${dollars(cents)}`, kind: 'bold' });
  const plain = ({ label, cents }: { label: string; cents: number }): SumLine => ({
    label,
    amount: plus(cents),
    kind: 'plain',
  });
  const { statewide, valuation, beforeDeductible, deductible } = facts;
  return [
    ...(statewide === undefined ? [] : [bold(statewide.label, statewide.cents)]),
    bold('Base Vehicle Value', facts.base),
    ...(valuation === undefined ? [] : [bold('CCC Valuation (average of statewide', valuation)]),
    ...facts.lines.map(plain),
    bold('Adjusted Vehicle Value', facts.adjusted),
    ...facts.after.map(plain),
    ...(beforeDeductible === undefined
      ? []
      : [bold('Value before Deductible', beforeDeductible), plain({ label: 'Deductible*', cents: deductible })]),
    { label: 'Total', amount: `$ ${dollars(facts.total)}`, kind: 'total' },
  ];
}
