// The first page: claim and vehicle as grids, the sum with right-aligned labels, and the callout next to it.
import { dollars, miles, slashed, type Paper } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { MitchellFacts, SumRow } from './facts.ts';

type Cell = { readonly x: number; readonly label: string; readonly lines: readonly string[] };

/** Draws labels over their values and returns the top of the last value line. */
function drawGrid(paper: Paper, top: number, cells: readonly Cell[]): number {
  let last = top + 14.5;
  for (const { x, label, lines } of cells) {
    paper.text(x, top, label, { size: 9 });
    for (const [index, text] of lines.entries()) {
      const y = top + 14.5 + index * 12.65;
      if (text !== '') paper.text(x, y, text, { size: 11 });
      last = Math.max(last, y);
    }
  }
  return last;
}

export function drawSummaryPage(paper: Paper, facts: MitchellFacts): void {
  const { claim, variant } = facts;
  paper.text(305, 20.3, variant === 'e' ? 'Market Survey Report' : 'Vehicle Valuation Report', {
    bold: true,
    size: 21,
    align: 'center',
  });
  const prepared = `Prepared For ${claim.insurer}`;
  paper.text(305, 50.3, prepared, { size: 11, align: 'center' });
  if (variant !== 'f') {
    const behind = 305 + paper.widthOf(prepared, { size: 11 }) / 2 + 14;
    paper.text(behind, 50.3, '(800) 555-0100', { size: 11 });
  }
  paper.text(29, 110.7, 'Claim Information', { size: 12 });
  const owner = [claim.owner, '12 PLACEHOLDER ST SPRINGFIELD', 'ZZ 00000', '(555) 555-0199'];
  const first = drawGrid(paper, 137.1, [
    { x: 29, label: 'Claim Number', lines: [claim.claimNumber] },
    { x: 146, label: 'Policy Number', lines: [] },
    { x: 270.1, label: 'Loss Type', lines: [facts.lossType] },
    { x: 389.8, label: variant === 'c' ? 'Insured' : 'Owner', lines: owner.slice(0, 1 + (facts.seed % 4)) },
  ]);
  const second = drawGrid(paper, first + 26.7, [
    { x: 29, label: 'Loss Date', lines: [slashed(claim.lossDate)] },
    { x: 146, label: 'Reported Date', lines: [slashed(claim.reportedDate)] },
    { x: 269.8, label: 'Valuation Report Date', lines: [slashed(claim.reportDate)] },
    { x: 390.4, label: 'Valuation Report ID', lines: [String(1_009_000_000 + facts.seed)] },
    { x: 493.8, label: 'Version Number', lines: ['1'] },
  ]);
  drawSum(paper, facts, drawVehicle(paper, facts, second + 23.8) + 27);
}

function drawVehicle(paper: Paper, facts: MitchellFacts, top: number): number {
  const { line, variant } = facts;
  paper.text(29, top, 'Vehicle Information', { size: 12 });
  const [makeX, modelX] = variant === 'e' ? [92, 146] : [63.2, 185.6];
  const text = [line.model, line.trim, line.body, line.engine].filter((part) => part !== '').join(' ');
  // In one variant the first line runs up to the next cell.
  const width = variant === 'c' ? 165 : 150;
  const cell = wrapText(paper, text, { widths: [width], style: { size: 11 }, anywhere: variant === 'c' });
  const first = drawGrid(paper, top + 26.4, [
    { x: 29, label: 'Year', lines: [String(line.year)] },
    { x: makeX, label: 'Make', lines: [line.make] },
    { x: modelX, label: 'Model', lines: cell },
    { x: 353, label: 'Location', lines: ['ZZ 00000-0000'] },
    { x: 479, label: 'Mileage', lines: [`${miles(facts.odometer)} miles`] },
  ]);
  return drawGrid(paper, first + 21, [
    { x: 29, label: 'Ext Color', lines: facts.seed % 3 === 0 ? [] : ['Silver'] },
    { x: modelX, label: 'License', lines: facts.seed % 2 === 0 ? [] : ['SYN0001, ZZ'] },
    { x: 353, label: 'VIN', lines: [facts.vin] },
    { x: 479, label: 'Title History', lines: [variant === 'd' ? 'Yes' : 'No'] },
  ]);
}

const labelRight = 223;
const amountRight = 304;

function drawSum(paper: Paper, facts: MitchellFacts, top: number): void {
  paper.text(29, top, 'Valuation Summary', { size: 12 });
  paper.text(31.7, top + 27, 'Loss Vehicle Adjustments', { size: 12 });
  paper.text(labelRight, top + 44.9, 'Adjustments specific to your vehicle', { size: 12, align: 'right' });
  const base = top + 71.7;
  drawRow(paper, base, 'Base Value =', facts.base);
  for (const [index, row] of facts.lines.entries()) drawSigned(paper, base + 17.5 * (index + 1), row);
  const market = base + 17.5 * facts.lines.length + 26.5;
  drawRow(paper, market, 'Market Value =', facts.market);
  paper.text(33.4, market + 26.4, 'Settlement Adjustments', { size: 12 });
  paper.text(labelRight, market + 44.2, 'Adjustments specific to your policy', { size: 12, align: 'right' });
  const taxes = market + 62.1;
  for (const [index, row] of facts.settlement.entries()) drawSigned(paper, taxes + 17.5 * index, row);
  drawRow(paper, taxes + 17.5 * (facts.settlement.length - 1) + 28.3, 'Settlement Value =', facts.total);
  paper.text(317, market - 6, 'Settlement Value:', { size: 28 });
  paper.text(317, market + 30, `$${dollars(facts.total)}`, { size: 32 });
}

const drawSigned = (paper: Paper, y: number, { label, cents }: SumRow): void =>
  drawRow(paper, y, cents === 0 ? label : `${label} ${cents < 0 ? '-' : '+'}`, Math.abs(cents));

// oxlint-disable-next-line max-params -- a row is a place, a label and an amount
function drawRow(paper: Paper, y: number, label: string, cents: number): void {
  paper.text(labelRight, y, label, { size: 12, align: 'right' });
  paper.text(amountRight, y, `$${dollars(cents)}`, { size: 12, align: 'right' });
}
