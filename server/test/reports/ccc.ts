// The layout of CCC ONE Market Valuation Reports, by public descriptions: two columns on the first page, vehicle
// information on the second, comparable vehicles in columns after that.
import { diceOf, vehicleOf, type Facts, type Vehicle } from './facts.ts';
import { dollars, miles, slashed, type Paper } from './paper.ts';

export type CccOptions = {
  /** With the valuation that some states require, and the average of both. */
  readonly statewide?: boolean;
  /** Labels and values without a gap, as some printers write them. */
  readonly glued?: boolean;
  /** Labels of fields whose values are omitted. */
  readonly without?: readonly string[];
  /** Prose that uses the words of labels. */
  readonly letterhead?: boolean;
  readonly seed: number;
};

export function drawCcc(paper: Paper, facts: Facts, options: CccOptions): Paper {
  drawFirstPage(paper.page(), facts, options);
  drawVehicle(paper.page(), facts, options);
  drawComparables(paper.page(), facts.vehicle, options.seed);
  return paper;
}

function drawFirstPage(paper: Paper, facts: Facts, options: CccOptions): void {
  const { vehicle } = facts;
  paper
    .text(40, 36, 'CCC ONE', { bold: true, size: 16 })
    .text(400, 40, 'MARKET VALUATION REPORT', { bold: true, size: 11 });
  if (options.letterhead === true) {
    paper.prose(
      40,
      56,
      520,
      'Sample Adjusters LLC, 12 Placeholder Street, Springfield ZZ 00000. Year after year, mileage and condition decide what a vehicle is worth. Claim handling is our business.',
    );
  }
  paper.text(40, 90, `Prepared for ${facts.insurer}`, { bold: true });
  paper.text(400, 90, 'Report Reference Number').text(572, 90, String(118_000_000 + options.seed), { align: 'right' });
  paper
    .text(40, 120, 'CLAIM INFORMATION', { bold: true, size: 11 })
    .text(320, 120, 'VALUATION SUMMARY', { bold: true, size: 11 });
  const rows: [string, string][] = [
    ['Owner', facts.owner],
    ['Loss Vehicle', `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.trim}`],
    ['Loss Incident Date', slashed(facts.lossDate)],
    ['Claim Reported', slashed(facts.reportDate)],
    ['Claim Reference', facts.claimNumber],
    ['Odometer', miles(vehicle.odometer)],
  ];
  column(paper, { x: 40, valueX: 135, y: 145, rows }, options);
  const shown = (name: string) => options.without?.includes(name) !== true;
  let y = 145;
  for (const [name, sign, cents] of summary(facts, options.statewide === true)) {
    if (shown(name)) {
      const amount = `${sign}$ ${dollars(cents)}`;
      if (options.glued === true) paper.text(320, y, `${name}${amount}`);
      else paper.text(320, y, name).text(572, y, amount, { align: 'right' });
    } else paper.text(320, y, name);
    if (name === 'CCC Valuation')
      paper.text(320, y + 10, '(average of statewide and base vehicle values)', { size: 6 });
    y += 18;
  }
  paper.text(40, 700, 'The total may not be what is paid; see the pages that follow. CCC Intelligent Solutions', {
    size: 7,
  });
}

function summary(facts: Facts, statewide: boolean): [name: string, sign: string, cents: number][] {
  // Base is below the average by as much as statewide is above it.
  const spread = statewide ? 41_000 : 0;
  const start: [string, string, number][] = statewide
    ? [
        ['Statewide Value', '', facts.baseCents + spread],
        ['Base Vehicle Value', '', facts.baseCents - spread],
        ['CCC Valuation', '', facts.baseCents],
      ]
    : [['Base Vehicle Value', '', facts.baseCents]];
  return [
    ...start,
    ...facts.adjustments.map(({ name, cents }): [string, string, number] => [name, cents < 0 ? '- ' : '+ ', cents]),
    ['Adjusted Vehicle Value', '', facts.valueCents],
    ['Vehicular Tax (7.25%)', '+ ', facts.taxCents],
    ['Title, Registration and Other Fees', '+ ', facts.feeCents],
    ['Value before Deductible', '', facts.valueCents + facts.taxCents + facts.feeCents],
    ['Deductible*', '- ', facts.deductibleCents],
    ['Total', '', facts.totalCents],
  ];
}

type Column = {
  readonly x: number;
  readonly valueX: number;
  readonly y: number;
  readonly rows: readonly (readonly [string, string])[];
};

function column(paper: Paper, { x, valueX, y, rows }: Column, options: CccOptions): void {
  for (const [index, [name, value]] of rows.entries()) {
    const at = y + index * 18;
    if (options.without?.includes(name) === true) paper.text(x, at, name);
    else if (options.glued === true) paper.text(x, at, `${name}${value}`);
    else paper.text(x, at, name).text(valueX, at, value);
  }
}

function drawVehicle(paper: Paper, { vehicle }: Facts, options: CccOptions): void {
  paper.text(40, 40, 'VEHICLE INFORMATION', { bold: true, size: 11 });
  const rows: [string, string][] = [
    ['Location', 'SPRINGFIELD, ZZ 00000'],
    ['VIN', vehicle.vin],
    ['Year', String(vehicle.year)],
    ['Make', vehicle.make],
    ['Model', vehicle.model],
    ['Trim', vehicle.trim],
    ['Body Style', 'SEDAN'],
    ['Cylinders', '4'],
    ['Displacement', '2.0'],
    ['Fuel Type', 'Gasoline'],
    ['Transmission', 'Automatic'],
    ['Odometer', miles(vehicle.odometer)],
  ];
  column(paper, { x: 40, valueX: 180, y: 70, rows }, options);
  paper.prose(
    40,
    320,
    500,
    'The loss vehicle was compared with vehicles of the same year, make and model. Mileage differs between them and is adjusted for.',
  );
  paper.text(40, 700, 'CCC ONE Market Valuation Report', { size: 7 });
}

/** Three to a page, next to the vehicle itself; some cells of its own column are empty. */
function drawComparables(paper: Paper, own: Vehicle, seed: number): void {
  const dice = diceOf(seed + 7_000_000);
  const comps = [1, 2, 3].map(() => ({ ...vehicleOf(dice), cents: dice.whole(700_000, 4_000_000) }));
  paper.text(40, 40, 'COMPARABLE VEHICLES', { bold: true, size: 11 });
  const xs = [150, 265, 370, 475];
  paper.text(xs[0] ?? 0, 70, 'Loss Vehicle', { bold: true });
  for (const index of [1, 2, 3]) paper.text(xs[index] ?? 0, 70, `Comp ${index}`, { bold: true });
  const rows: [string, string, (comp: (typeof comps)[number]) => string][] = [
    ['Odometer', miles(own.odometer), (comp) => miles(comp.odometer)],
    ['VIN', '', (comp) => comp.vin],
    ['List Price', '', (comp) => `$ ${dollars(comp.cents)}`],
    ['Mileage', '', (comp) => `- $ ${dollars(Math.round(comp.cents / 50))}`],
    ['Adjusted Comparable Value', '', (comp) => `$ ${dollars(comp.cents - Math.round(comp.cents / 50))}`],
    ['Market Value', '', (comp) => `$ ${dollars(comp.cents)}`],
  ];
  for (const [index, [name, ownValue, valueOf]] of rows.entries()) {
    const y = 95 + index * 20;
    paper.text(40, y, name).text(xs[0] ?? 0, y, ownValue, { size: 7 });
    for (const [place, comp] of comps.entries()) paper.text(xs[place + 1] ?? 0, y, valueOf(comp), { size: 7 });
  }
}
