// One comparable vehicle: a head line, two rows of facts, its source, and its adjustments.
import { dollars, slashed, type Paper } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { MitchellComparable, MitchellFacts } from './facts.ts';

/** Higher than any drawn block, so that none breaks over a page. */
export const blockHeight = 330;

const signed = (cents: number): string => `${cents < 0 ? '-' : ''}$${dollars(cents)}`;

/** Draws a block and returns where the next element may begin. */
// oxlint-disable-next-line max-params -- a place on a page, and what stands there
export function drawBlock(paper: Paper, top: number, comparable: MitchellComparable, facts: MitchellFacts): number {
  const { line, kind } = comparable;
  if (facts.variant === 'b') paper.text(29, top - 16, 'This vehicle was inspected by telephone.', { size: 8 });
  paper.text(38, top, String(comparable.number), { size: 9 });
  const description = `${line.year} ${line.make.toUpperCase()} ${line.model.toUpperCase()} ${line.trim} ${line.body}`;
  paper.text(56, top, description.replaceAll('  ', ' '), { size: 9 });
  const head = `${kind === 'list' ? 'List' : 'Sold'} Price: $${dollars(comparable.price)}`;
  paper.text(522, top, head, { size: 9, align: 'center' });
  const cells: [number, string, string][] = [
    [29, 'VIN', comparable.vin],
    [137, 'Stock No', kind === 'sold' ? '' : `S${1000 + comparable.number}`],
    [263, 'Listing Date', slashed(comparable.date)],
    [371, 'ZIP/Postal Code', '00000'],
    [452, 'Distance from Loss Vehicle', `${comparable.distance} miles`],
  ];
  for (const [x, label, value] of cells) {
    paper.text(x, top + 25, label, { size: 8 });
    if (value !== '') paper.text(x, top + 38.2, value, { size: 8 });
  }
  const source = ['DEALER WEB LISTING', 'EXAMPLE-AUTOS.TEST', 'SPECIMEN MOTORS', '1 SAMPLE ROAD', '555-555-0100'];
  paper.text(29, top + 65.5, 'Source', { size: 8 });
  for (const [index, text] of source.entries()) paper.text(29, top + 83.7 + 9.2 * index, text, { size: 8 });
  const end = drawTable(paper, top, comparable);
  paper.text(29, end, 'Comparable Vehicle Option Details:', { size: 8 });
  paper.text(29, end + 10, 'POWER STEERING, LEATHER TRIM, CRUISE CONTROL', { size: 7 });
  return end + 44;
}

function drawTable(paper: Paper, top: number, comparable: MitchellComparable): number {
  const small = { size: 8 } as const;
  paper.text(236, top + 74.3, 'Adjustments', { size: 7 }).text(380, top + 74.3, 'Loss Vehicle', { size: 7 });
  paper.text(452, top + 74.3, 'This Vehicle', { size: 7 }).text(574, top + 74.3, 'Amount', { size: 7, align: 'right' });
  let y = top + 94;
  for (const { name, own, theirs, cents } of comparable.adjustments) {
    const item = own === 'Yes' || own === 'No';
    const lines = wrapText(paper, name, { widths: [item ? 132 : 140, 140], style: small });
    // A wrapped name continues left of its beginning.
    const left = cents === undefined && item ? 253.7 : item ? 244.9 : 236;
    for (const [index, text] of lines.entries()) paper.text(index === 0 ? left : 236, y + 9.2 * index, text, small);
    const cell = wrapText(paper, theirs ?? '', { widths: [60], style: small });
    if (own !== undefined) paper.text(380, y, own, small);
    for (const [index, text] of cell.entries()) if (text !== '') paper.text(452, y + 9.2 * index, text, small);
    if (cents !== undefined) paper.text(574, y, signed(cents), { ...small, align: 'right' });
    y += (item ? 13 : 14.4) + 9.2 * (Math.max(lines.length, cell.length) - 1);
  }
  y += 8;
  paper.text(520, y, 'Total Adjustments:', { ...small, align: 'right' });
  paper.text(574, y, signed(comparable.adjustmentsTotal), { ...small, align: 'right' });
  paper.text(520, y + 13.1, 'Adjusted Price:', { size: 9, bold: true, align: 'right' });
  paper.text(574, y + 13.1, `$${dollars(comparable.adjusted)}`, { size: 9, align: 'right' });
  return y + 34;
}
