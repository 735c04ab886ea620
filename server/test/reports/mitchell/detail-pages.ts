// Pages around the figures: equipment of the loss vehicle, comparison of sub-models, notes and the methodology. They use
// the words of labels and print unrelated figures.
import { dollars, miles, type Paper } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { MitchellFacts } from './facts.ts';

/** A chapter's heading, and the line about the vehicle that most of them begin with. */
// oxlint-disable-next-line max-params -- a place on a page, and what stands there
export function drawChapter(paper: Paper, y: number, title: string, facts?: MitchellFacts): number {
  paper.text(28.5, y, title, { bold: true, size: 14 });
  return facts === undefined ? y + 24 : drawLossVehicle(paper, y + 26, facts, title === 'Loss Vehicle Adjustments');
}

/** The vehicle in one line, wrapped below its second word; returns where the next line may begin. */
// oxlint-disable-next-line max-params -- as above
function drawLossVehicle(paper: Paper, y: number, { line, variant }: MitchellFacts, third: boolean): number {
  const first = `Loss vehicle: ${line.year} ${line.make} ${line.model} |`;
  const rest = ` ${line.trim === '' ? '' : `${line.trim} `}${line.body} | ${line.engine}`;
  if (variant === 'f' && third) {
    // One report in four has a gap after the first bar.
    paper.text(29.4, y, first, { size: 10 });
    paper.text(29.4 + paper.widthOf(first, { size: 10 }) + 8, y, rest.trim(), { size: 10 });
    return y + 30;
  }
  const lines = wrapText(paper, first + rest, { widths: [545, 480], style: { size: 10 } });
  for (const [index, text] of lines.entries())
    paper.text(index === 0 ? 28.8 : 91.5, y + 11.5 * index, text, { size: 10 });
  return y + 30 + 11.5 * (lines.length - 1);
}

export function drawFooter(paper: Paper, { claim }: MitchellFacts, page: number): void {
  paper.text(22, 770, '© 2026 Mitchell International, Inc. All Rights Reserved.', { size: 7 });
  if (page > 1) paper.text(576, 770, `Claim # ${claim.claimNumber} | Page ${page}`, { size: 7, align: 'right' });
}

const equipment = [
  'AM/FM STEREO',
  'AIR CONDITIONING',
  'CRUISE CONTROL',
  'DUAL AIR BAGS',
  'LEATHER TRIM',
  'POWER STEERING',
  'TILT WHEEL',
  'WOOD TRIM',
  'ALLOY WHEELS',
  'REAR DEFOGGER',
];

export function drawDetail(paper: Paper, facts: MitchellFacts): void {
  let y = drawChapter(paper, 30, 'Loss Vehicle Detail', facts);
  paper.text(29, y, 'Standard Equipment', { size: 12 });
  y += 24;
  for (const heading of ['Exterior', 'Interior', 'Mechanical', 'Safety']) {
    paper.text(29, y, heading, { size: 9 });
    y += 14;
    for (const [index, name] of equipment.entries())
      paper.text(index % 2 === 0 ? 29 : 311, y + 10.4 * Math.floor(index / 2), name, { size: 7 });
    y += 64;
  }
  paper.text(29, y, 'Packages', { size: 12 }).text(29, y + 20, 'PREMIUM PACKAGE', { size: 7 });
  paper.text(29, y + 40, 'Original MSRP', { size: 9 }).text(29, y + 54, `$${dollars(4_123_400)}`, { size: 9 });
}

export function drawSubModels(paper: Paper, facts: MitchellFacts): void {
  const y = drawChapter(paper, 30, 'Sub-Model Comparison');
  for (const [x, label] of [
    [29, 'Year'],
    [80, 'Make'],
    [160, 'Model'],
    [300, 'Original MSRP'],
  ] as const)
    paper.text(x, y, label, { size: 8 });
  for (const [index, trim] of ['Base', 'Sport', 'Touring'].entries()) {
    const at = y + 16 + index * 14;
    paper.text(29, at, String(facts.line.year - 1), { size: 8 }).text(80, at, facts.line.make, { size: 8 });
    paper
      .text(160, at, `${facts.line.model} ${trim}`, { size: 8 })
      .text(300, at, `$${dollars(2_900_000)}`, { size: 8 });
  }
}

export function drawNotes(paper: Paper, facts: MitchellFacts): void {
  const y = drawChapter(paper, 160, 'Valuation Notes');
  const other = facts.comparables[0]?.vin ?? '';
  const notes = [
    `VIN: ${other} was not used because it was sold on 01/02/2024 for $9,876.00`,
    `Mileage: ${miles(facts.odometer + 4321)} was reported first`,
    'Loss Date: 02/03/2024 belongs to an earlier claim',
    'Market Value: see the pages before this one',
  ];
  for (const [index, note] of notes.entries()) paper.text(29, y + index * 13, note, { size: 9 });
}

export function drawMethodology(paper: Paper): void {
  const y = drawChapter(paper, 30, 'Vehicle Valuation Methodology Explanation');
  paper.prose(
    29,
    y,
    540,
    'WorkCenter Total Loss values a vehicle by comparing it with vehicles that were advertised or sold near the date of loss. Mitchell International collects prices of comparable vehicles. Adjustments for mileage, equipment and condition are made to each of them. Market Value is the base value and the adjustments that are specific to the loss vehicle.',
  );
  const terms = ['Projected Sold Adjustment', 'Mileage', 'Condition Adjustment', 'Settlement Value', 'Market Value'];
  for (const [index, term] of terms.entries()) {
    paper.text(29, y + 80 + index * 40, term, { size: 9 });
    paper.prose(29, y + 92 + index * 40, 540, `${term} is explained on the pages before, for the total of the claim.`);
  }
}
