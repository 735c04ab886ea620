// The pages after the comparable vehicles: histories, other claims, recalls. None of it is about this claim's figures.
// Every fifth seed is harder than any real report: it prints other vehicles' figures under the labels of the own one.
import { miles, slashed } from '#test/reports/paper';
import { daysAfter } from '#test/reports/variant-facts';
import type { CccFacts } from './facts.ts';
import { drawProse, type CccSheet } from './sheet.ts';

const isHard = ({ seed }: CccFacts): boolean => seed % 5 === 0;

const chapter = 'SUPPLEMENTAL INFORMATION';

export function drawSupplement(sheet: CccSheet, facts: CccFacts): void {
  const { paper } = sheet;
  const { variant, line, claim } = facts;
  let y = sheet.page('VALUATION NOTES');
  paper.prose(
    36,
    y,
    350,
    `This valuation was made for ${line.year} ${line.make}. On 01/02/2024 a value of $ 9,876.00 was discussed.`,
  );
  if (variant === 'a' || variant === 'c') drawOtherClaims(sheet, facts);
  y = sheet.page(chapter, 'EXPERIAN AUTOCHECK VEHICLE HISTORY REPORT');
  paper.text(39, y, 'VEHICLE INFORMATION', { size: 9 }).text(424, y, 'VEHICLE INFORMATION', { size: 9 });
  const hard: [string, string][] = [
    ['Year', String(line.year - 1)],
    ['Make', 'Other'],
    ['Model', 'Another'],
    ['Trim', 'Different'],
    ['Odometer', miles(facts.odometer - 7_777 > 0 ? facts.odometer - 7_777 : 1)],
  ];
  const rows: [string, string][] = [['VIN', facts.vin], ...(isHard(facts) ? hard : [])];
  for (const [index, [label, value]] of rows.entries())
    paper.text(39, y + 16 * (index + 1), label).text(197.4, y + 16 * (index + 1), value);
  drawProse(paper, y + 20, [`AutoCheck for VIN ${facts.vin}`, 'RUN DATE: 01/02/2024']);
  if (isHard(facts)) paper.text(424, y + 60, 'Adjusted Vehicle Value $ 1,111.00', { size: 8 });
  y += 150;
  paper.text(36, y, 'EVENT DATE').text(255.8, y, 'ODOMETER READING', { align: 'right' });
  for (let index = 1; index < 20; index += 1) {
    paper.text(36, y + 14 * index, slashed(daysAfter(claim.lossDate, -90 * index)));
    paper.text(255.8, y + 14 * index, String(Math.max(10, facts.odometer - 1_700 * index)), { align: 'right' });
  }
  if (variant !== 'd') drawMarketHistory(sheet, facts);
  drawRecalls(sheet, isHard(facts));
}

function drawOtherClaims(sheet: CccSheet, facts: CccFacts): void {
  const y = sheet.page(chapter, 'CLAIMS HISTORY');
  for (let index = 0; index < 4; index += 1) {
    const rows: [string, string][] = [
      ['Loss date:', slashed(daysAfter(facts.claim.lossDate, -400 - 30 * index))],
      ['Claim number:', `OTHER-${1000 + index}`],
      ['Mileage:', miles(facts.odometer + 1_000 + index)],
      ...(isHard(facts) ? hardRows(facts, index) : []),
    ];
    for (const [row, [label, value]] of rows.entries())
      sheet.paper.text(42, y + 110 * index + 14 * row, label).text(214.8, y + 110 * index + 14 * row, value);
  }
}

const hardRows = (facts: CccFacts, index: number): [string, string][] => [
  ['Claim Reference', `OTHER-${2000 + index}`],
  ['Loss Incident Date', slashed(daysAfter(facts.claim.lossDate, -500 - 30 * index))],
  ['Odometer', miles(facts.odometer + 2_000 + index)],
];

function drawMarketHistory(sheet: CccSheet, facts: CccFacts): void {
  const y = sheet.page(chapter, 'MARKET HISTORY');
  for (let index = 0; index < 12; index += 1) {
    const at = y + 40 * index;
    sheet.paper.text(36, at, slashed(daysAfter(facts.claim.lossDate, -20 * index)));
    sheet.paper.text(248.1, at, `Mileage: ${facts.odometer + index}`).text(248.1, at + 13, 'Price: $ 12,345');
  }
}

function drawRecalls(sheet: CccSheet, hard: boolean): void {
  const y = sheet.page(chapter, 'NHTSA VEHICLE RECALL');
  for (let index = 0; index < 4; index += 1) {
    const at = y + 110 * index;
    sheet.paper.text(36, at, 'NHTSA Campaign ID').text(197.4, at, `24V${100 + index}000`);
    sheet.paper.text(36, at + 14, "Mfg's Report Date").text(197.4, at + 14, 'JUN 02, 2024');
    sheet.paper.text(36, at + 28, hard ? 'Model' : 'Models:').text(197.4, at + 28, '2016-2019 OTHER MODEL');
    sheet.paper.text(36, at + 42, hard ? 'Make' : 'Makes:').text(197.4, at + 42, 'Buick');
    sheet.paper.prose(
      36,
      at + 56,
      340,
      'Comparable vehicles of other makes are concerned too: Year 2017 Buick Encore, Year 2018 Buick Enclave',
    );
  }
}
