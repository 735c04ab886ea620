// The layout of Mitchell Vehicle Valuation Reports, by public descriptions: grids of labels over values, a sum with "="
// and "-" before the amounts, comparable vehicles as blocks.
import { diceOf, vehicleOf, type Facts } from './facts.ts';
import { dollars, miles, slashed, type Paper } from './paper.ts';

export type MitchellOptions = { readonly dualSource?: boolean; readonly seed: number };

export function drawMitchell(paper: Paper, facts: Facts, { dualSource = false, seed }: MitchellOptions): Paper {
  drawSummary(paper.page(), facts, dualSource);
  drawComparables(paper.page(), seed);
  return paper;
}

function drawSummary(paper: Paper, facts: Facts, dualSource: boolean): void {
  const { vehicle } = facts;
  paper.text(40, 36, 'Vehicle Valuation Report', { bold: true, size: 16 });
  paper.text(40, 62, 'Prepared For').text(110, 62, `${facts.insurer} (800) 555-0100`, { bold: true });
  paper.text(40, 90, 'Claim Information', { bold: true, size: 11 });
  const xs = [40, 180, 320, 450];
  const grids: [string, string][][] = [
    [
      ['Claim Number', facts.claimNumber],
      ['Policy Number', 'POL-0001-SYN'],
      ['Loss Type', 'COLLISION'],
      ['Owner', facts.owner],
    ],
    [
      ['Loss Date', slashed(facts.lossDate)],
      ['Reported Date', slashed(new Date(facts.lossDate.getTime() + 86_400_000))],
      ['Valuation Report Date', slashed(facts.reportDate)],
      ['Valuation Report ID', '1009988776'],
    ],
  ];
  for (const [row, grid] of grids.entries()) {
    for (const [index, [name, value]] of grid.entries()) {
      paper.text(xs[index] ?? 0, 110 + row * 40, name, { bold: true }).text(xs[index] ?? 0, 123 + row * 40, value);
    }
  }
  paper.text(40, 200, 'Vehicle Information', { bold: true, size: 11 });
  paper.text(
    40,
    220,
    `Loss vehicle: ${vehicle.year} ${vehicle.make} ${vehicle.model} | ${vehicle.trim} 4 Door Sedan | 2.4L 4 Cyl Gas A FWD`,
  );
  const details: [string, string][] = [
    ['VIN', vehicle.vin],
    ['Mileage', `${miles(vehicle.odometer)} miles`],
    ['Location', 'ZZ 00000'],
  ];
  for (const [index, [name, value]] of details.entries())
    paper.text(40, 242 + index * 16, name).text(130, 242 + index * 16, value);
  drawSum(paper, facts, dualSource);
  paper.text(40, 720, 'Copyright Mitchell International. Market values are computed from comparable vehicles.', {
    size: 7,
  });
}

function drawSum(paper: Paper, facts: Facts, dualSource: boolean): void {
  paper.text(40, 310, 'Valuation Summary', { bold: true, size: 11 });
  const rows: [string, string][] = [
    ['Base Value', `= $${dollars(facts.baseCents)}`],
    ...(dualSource ? [['Dual Source Base Value', `= $${dollars(facts.baseCents)}`] as [string, string]] : []),
    ...facts.adjustments.map(({ name, cents }): [string, string] => [
      name.replace(' Adjustment', ''),
      `${cents < 0 ? '-' : '+'} $${dollars(cents)}`,
    ]),
    ['Market Value', `= $${dollars(facts.valueCents)}`],
    ['Taxes', `+ $${dollars(facts.taxCents)}`],
    ['Fees', `+ $${dollars(facts.feeCents)}`],
    ['Deductible', `- $${dollars(facts.deductibleCents)}`],
    ['Settlement Value', `= $${dollars(facts.totalCents)}`],
  ];
  for (const [index, [name, amount]] of rows.entries()) {
    paper.text(40, 332 + index * 18, name).text(330, 332 + index * 18, amount, { align: 'right' });
  }
}

function drawComparables(paper: Paper, seed: number): void {
  const dice = diceOf(seed + 9_000_000);
  paper.text(40, 40, 'Comparable Vehicle Information', { bold: true, size: 11 });
  for (let index = 0; index < 4; index += 1) {
    const comp = vehicleOf(dice);
    const cents = dice.whole(700_000, 4_000_000);
    const y = 70 + index * 120;
    paper.text(40, y, `${index + 1}  ${comp.year} ${comp.make} ${comp.model} ${comp.trim}`, { bold: true });
    paper
      .text(40, y + 18, 'VIN')
      .text(130, y + 18, comp.vin)
      .text(320, y + 18, 'Stock No')
      .text(400, y + 18, 'S-100');
    paper
      .text(40, y + 34, 'Mileage')
      .text(130, y + 34, miles(comp.odometer))
      .text(320, y + 34, 'List Price')
      .text(400, y + 34, `$${dollars(cents)}`);
    paper.text(40, y + 50, 'Projected Sold Adjustment').text(320, y + 50, `-$${dollars(Math.round(cents / 30))}`);
    paper.text(40, y + 66, 'Market Value').text(320, y + 66, `$${dollars(cents - Math.round(cents / 30))}`);
  }
}
