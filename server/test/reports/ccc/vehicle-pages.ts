// Details, allowances and equipment of the loss vehicle, its condition by component, and the fees page.
import { dollars, miles } from '#test/reports/paper';
import type { CccFacts } from './facts.ts';
import { drawProse, type CccSheet } from './sheet.ts';

export function drawVehiclePages(sheet: CccSheet, facts: CccFacts): void {
  const { paper } = sheet;
  const { line, variant } = facts;
  let y = sheet.page('VEHICLE INFORMATION', 'VEHICLE DETAILS');
  const rows: [string, string][] = [
    ['Location', 'SPRINGFIELD, ZZ 00000'],
    ['VIN', facts.vin],
    ['Year', String(line.year)],
    ['Make', line.make],
    ['Model', line.model],
    ['Trim', line.trim],
    ...(variant === 'b' || variant === 'c'
      ? []
      : [['Body Style', variant === 'd' ? `4D SED ${line.year}.5` : '4D SED'] as [string, string]]),
    ['Body Type', 'Automobile'],
    ['Engine -', ''],
    ['Cylinders', '4'],
    ['Displacement', '2.4L'],
    ['Induction', 'Normally Aspirated'],
    ['Fuel Type', 'Gasoline'],
    ['Carburation', 'SFI'],
    ['Transmission', 'Automatic Transmission'],
    ['Curb Weight', '3,150 lbs'],
  ];
  for (const [label, value] of rows) {
    paper.text(
      ['Cylinders', 'Displacement', 'Induction', 'Fuel Type', 'Carburation'].includes(label) ? 56 : 39,
      y,
      label,
    );
    if (value !== '') paper.text(197.4, y, value);
    y += 16;
  }
  drawProse(paper, 150, [
    'Vehicle details are taken from the VIN',
    'and from the inspection of the loss',
    'vehicle by the appraiser of the',
    'insurance company',
  ]);
  if (variant === 'a' || variant === 'b' || variant === 'e') drawAllowances(sheet, facts, y + 24);
  drawEquipment(sheet, facts);
  drawCondition(sheet, facts);
  if (variant === 'b' || variant === 'e') drawFees(sheet, facts);
}

/** An illustration that is not part of any sum. */
function drawAllowances({ paper }: CccSheet, facts: CccFacts, top: number): void {
  paper.text(66, top, 'VEHICLE ALLOWANCES', { size: 11 });
  const rows: [string, string, string][] = [
    ['Odometer', miles(facts.odometer), '+ 1,234'],
    ['Trim', 'Allowance', '- 321'],
    ['Engine', '4 Cylinders', '+ 55'],
  ];
  for (const [index, [label, value, effect]] of rows.entries()) {
    const y = top + 22 + index * 16;
    paper
      .text(index === 0 ? 39 : 45, y, label)
      .text(183, y, value)
      .text(391, y, effect, { align: 'right' });
  }
  paper.text(66, top + 84, 'VEHICLE HISTORY SUMMARY', { size: 11 });
  paper.text(39, top + 106, 'Accidents: 2').text(197.4, top + 106, '01/02/2024');
}

const options = [
  'Power Steering',
  'Cruise Control',
  'Leather Trim',
  'Wood Interior Trim',
  'Keyless Entry',
  'Alloy Wheels',
];

function drawEquipment(sheet: CccSheet, facts: CccFacts): void {
  for (const page of [1, 2]) {
    let y = sheet.page('VEHICLE INFORMATION', 'VEHICLE EQUIPMENT');
    if (page === 1) {
      sheet.paper.text(39, y, 'Odometer').text(150.6, y, miles(facts.odometer));
      sheet.paper.text(39, y + 18.04, 'Transmission').text(150.6, y + 18.04, 'Automatic Transmission');
      y += 36.08;
    }
    for (const category of ['Power', 'Decor/Convenience', 'Seating', 'Exterior']) {
      sheet.paper.text(39, y, category);
      for (const option of options) {
        sheet.paper.text(150.6, y, option);
        y += 18.04;
      }
    }
    drawProse(sheet.paper, 150, [
      'To the left is the equipment of the',
      'loss vehicle that was standard or',
      'optional',
    ]);
  }
}

const whole = (cents: number): string =>
  `${cents < 0 ? '- ' : cents > 0 ? '+ ' : ''}$ ${(Math.abs(cents) / 100).toLocaleString('en-US')}`;

function drawCondition(sheet: CccSheet, facts: CccFacts): void {
  const { paper } = sheet;
  const chapter = facts.variant === 'd' ? 'VEHICLE CONDITION/REFURBISHMENTS' : 'VEHICLE CONDITION';
  const head = (top: number): number => {
    paper.text(101.6, top, 'Condition').text(340.5, top, 'Value Impact');
    paper.text(177.6, top, facts.variant === 'a' ? 'Inspection Notes/Guidelines' : 'Inspection Notes');
    return top + 20;
  };
  let y = head(sheet.page(chapter, 'COMPONENT CONDITION'));
  let group: string | undefined;
  for (const row of facts.condition) {
    if (row.group !== group) {
      group = row.group;
      paper.text(39, y, group ?? '', { bold: true });
      y += 18;
    }
    const grade = gradeLines(row.grade);
    const height = 13 * (Math.max(grade.length, row.notes.length, 1) - 1);
    // A group's heading may stay on the previous page.
    if (y + height > (facts.variant === 'c' ? 420 : 700)) y = head(sheet.page(chapter, 'COMPONENT CONDITION'));
    paper.text(39, y, row.component).text(386, y, whole(row.cents), { align: 'right' });
    for (const [index, text] of grade.entries()) paper.text(101.6, y + 13 * index, text);
    for (const [index, text] of row.notes.entries())
      paper.text(177.6, y + 13 * index, text, { bold: text.startsWith('Guideline:') });
    y += height + 18;
  }
  paper
    .text(51, y + 8, 'Total Condition Adjustments')
    .text(386, y + 8, whole(facts.conditionTotal), { align: 'right' });
  drawProse(paper, 150, [
    'The loss vehicle was compared with',
    'the condition of comparable vehicles',
    'Total condition is explained below',
  ]);
}

/** A two-word grade takes two lines, except the one that real reports print on one. */
const gradeLines = (grade: string | undefined): string[] =>
  grade === undefined ? [] : grade === 'VERY GOOD' ? [grade] : grade.split(' ');

function drawFees(sheet: CccSheet, facts: CccFacts): void {
  const y = sheet.page('TITLE, REGISTRATION AND OTHER FEES', 'FEES');
  const fees = facts.after.find(({ label }) => label.startsWith('Title'));
  if (fees === undefined) {
    sheet.paper.text(36, y, 'No fees were added to this valuation');
    return;
  }
  sheet.paper.text(36, y, 'Title Fee').text(396, y, `$ ${dollars(fees.cents)}`, { align: 'right' });
  sheet.paper.text(51, y + 16, 'Total Fees').text(396, y + 16, `$ ${dollars(fees.cents)}`, { align: 'right' });
}
