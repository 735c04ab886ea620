// The table of comparable vehicles, whose cells stand in three to five laid-out lines per vehicle.
import { dollars, miles, type Paper } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import { drawChapter } from './detail-pages.ts';
import type { MitchellComparable, MitchellFacts } from './facts.ts';

/** Draws the chapter on a new page; in one variant its heading stays on the previous page. */
export function drawBase(paper: Paper, facts: MitchellFacts, next: () => void): void {
  const behind = facts.variant === 'e';
  if (!behind) next();
  let y = drawChapter(paper, behind ? 700 : 30, 'Loss Vehicle Base Value', facts);
  if (behind) {
    next();
    y = 30;
  }
  paper.text(29, y, 'Comparable Vehicle Information', { size: 12 });
  paper.text(38.1, y + 24, `Search Radius used for this valuation: ${facts.radius} miles from loss vehicle zip code.`, {
    size: 10,
  });
  paper.text(67.6, y + 38, `Typical Mileage for this vehicle: ${miles(facts.typicalMileage)} miles`, { size: 10 });
  y += 66;
  const small = { size: 8 } as const;
  paper.text(370.3, y - 9.2, 'Distance From', { ...small, align: 'center' });
  paper.text(32.6, y, '#', small).text(44, y, 'Vehicle Description', small);
  paper.text(285.5, y, 'Mileage', { ...small, align: 'right' });
  paper.text(313.5, y, 'Location', { ...small, align: 'center' });
  paper.text(370.3, y, 'Loss Vehicle', { ...small, align: 'center' });
  paper
    .text(458, y, 'Price', { ...small, align: 'right' })
    .text(585.2, y, 'Adjusted Value', { ...small, align: 'right' });
  y += 18;
  for (const comparable of facts.comparables) y = drawRow(paper, y, comparable);
  paper.text(459.3, y + 6, 'Base Value:', { size: 9 });
  paper.text(585.2, y + 6, `$${dollars(facts.base)}`, { size: 9, align: 'right' });
}

function drawRow(paper: Paper, top: number, comparable: MitchellComparable): number {
  const { line } = comparable;
  const small = { size: 8 } as const;
  const text = `${line.year} ${line.make.toUpperCase()} ${line.model.toUpperCase()} ${line.trim} ${line.body} ${line.engine}`;
  const lines = wrapText(paper, text.replaceAll('  ', ' '), { widths: [186], style: small });
  const description = lines.length === 1 ? [...lines, ''] : lines.slice(0, 3);
  for (const [index, part] of description.entries()) if (part !== '') paper.text(44, top + 9.2 * index, part, small);
  const middle = top + 4.6 * (description.length - 1);
  paper.text(32.6, middle, String(comparable.number), small);
  paper.text(285.5, middle, miles(comparable.odometer), { ...small, align: 'right' });
  paper.text(313.5, middle, '00000', { ...small, align: 'center' });
  paper.text(370.3, middle, `${comparable.distance} miles`, { ...small, align: 'center' });
  paper.text(458, middle - 4.6, `$${dollars(comparable.price)}`, { ...small, align: 'right' });
  paper.text(458, middle + 4.6, comparable.kind === 'list' ? 'List Price' : 'Sold Price', { ...small, align: 'right' });
  paper.text(585.2, middle, `$${dollars(comparable.adjusted)}`, { ...small, align: 'right' });
  return top + (description.length === 3 ? 31.65 : 22.45);
}
