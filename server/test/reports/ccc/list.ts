// Comparable vehicles as a list: source and place on the left, description and facts in the middle, figures on the right.
import { miles, slashed } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { CccComparable, CccFacts } from './facts.ts';
import type { CccSheet } from './sheet.ts';

const whole = (cents: number): string => `$ ${(cents / 100).toLocaleString('en-US')}`;

export function drawList(sheet: CccSheet, facts: CccFacts, block: string): void {
  const { paper } = sheet;
  const head = (top: number): number => {
    for (const [index, text] of ['Adjusted', 'Comparable', 'Value'].entries())
      paper.text(396, top + 11 * index, text, { align: 'right' });
    const line = facts.variant === 'd' ? top + 11 : top + 22;
    paper.text(39.6, line, 'Source').text(165.6, line, 'Vehicle').text(334.8, line, 'Price', { align: 'right' });
    return top + 44;
  };
  let y = head(sheet.page('COMPARABLE VEHICLES', block));
  for (const vehicle of facts.comparables.filter(({ form }) => form === 'list')) {
    const height = 13 * 8;
    // In one variant the number stays on the previous page.
    const behind = facts.variant === 'a' && y + 13 <= 735;
    if (y + height > 735) {
      if (behind) paper.text(39, y, `Comp ${vehicle.number}`);
      y = head(sheet.page('COMPARABLE VEHICLES', block));
      if (!behind) paper.text(39, y, `Comp ${vehicle.number}`);
      if (behind) y -= 13;
    } else paper.text(39, y, `Comp ${vehicle.number}`);
    y = drawVehicle(sheet, facts, { vehicle, top: y + 13 }) + 20;
  }
}

function drawVehicle(
  { paper }: CccSheet,
  facts: CccFacts,
  { vehicle, top }: { vehicle: CccComparable; top: number },
): number {
  const { line } = vehicle;
  const text = `${line.year} ${line.make} ${line.model} ${line.trim} ${line.body} ${line.engine}`;
  const description = wrapText(paper, text, { widths: [118], style: { size: 9 } }).slice(0, 4);
  const details = [
    `Odometer: ${miles(vehicle.odometer)}`,
    ...(facts.variant === 'd' ? ['VIN:', vehicle.vin] : [`VIN: ${vehicle.vin}`]),
    `Stock #: S${100 + vehicle.number}`,
    `Updated Date: ${slashed(vehicle.updated)}`,
  ];
  const middle = [...description, ...details];
  for (const [index, part] of middle.entries()) paper.text(165.6, top + 13 * index, part);
  const left = ['Source: Example Autos', 'Specimen Motors', 'Sampleton, ZZ', '(555) 555-0100'];
  const place = middle.findIndex((part) => part.startsWith('VIN:'));
  for (const [index, part] of left.entries()) paper.text(39.6, top + 13 * index, part);
  const distance = `${vehicle.distance} Miles From Springfield, ZZ`;
  // It reaches half a point into the VIN where both are on one line.
  if (facts.variant === 'a' && place >= left.length) paper.text(165.1, top + 13 * place, distance, { align: 'right' });
  else paper.text(39.6, top + 13 * left.length, distance);
  paper.text(334.8, top, whole(vehicle.take ?? vehicle.listPrice), { align: 'right' });
  paper.text(334.8, top + 13, vehicle.take === undefined ? '(List)' : '(Take)', { align: 'right' });
  paper.text(396, top, whole(vehicle.adjusted), { align: 'right' });
  return top + 13 * Math.max(middle.length, left.length + 1);
}
