// Comparable vehicles as columns of a grid, three to a grid, with their sources next to it.
import { miles, slashed } from '#test/reports/paper';
import { wrapText } from '#test/reports/wrap-text';
import type { CccComparable, CccFacts } from './facts.ts';
import type { CccSheet } from './sheet.ts';

const centres = [252, 309.6, 367.2];
const rights = [277.8, 335.4, 393];
const adjustmentNames = ['Package', 'Make/Model/Trim', 'Options', 'Mileage', 'Condition'];
const whole = (cents: number, sign: boolean): string =>
  `${cents < 0 ? '- ' : sign ? '+ ' : ''}$ ${(Math.abs(cents) / 100).toLocaleString('en-US')}`;

/** Draws all grids from this height, and returns where the next element may begin. */
export function drawGrids(sheet: CccSheet, facts: CccFacts, top: number): number {
  const vehicles = facts.comparables.filter(({ form }) => form === 'grid');
  let y = top;
  for (let first = 0; first < vehicles.length; first += 3) {
    y = drawGrid(sheet, facts, { top: y, vehicles: vehicles.slice(first, first + 3) }) + 30;
  }
  return y;
}

type Grid = { readonly top: number; readonly vehicles: readonly CccComparable[] };

function drawGrid(sheet: CccSheet, facts: CccFacts, { top, vehicles }: Grid): number {
  const { paper } = sheet;
  const header = (y: number): number => {
    const bold = { bold: true, size: 10, align: 'center' } as const;
    paper.text(41, y, 'Options', { bold: true, size: 10 });
    // With two lines, the upper one is level with the other lines or half a line above them.
    const upper = facts.variant === 'e' ? y - 5.5 : y;
    paper.text(198, upper, 'Loss', bold).text(198, upper + 11, 'Vehicle', bold);
    for (const [index, { number }] of vehicles.entries()) paper.text(centres[index] ?? 0, y, `Comp ${number}`, bold);
    return y + 28;
  };
  // Twice the block's heading on every page that continues it.
  const next = (): number => sheet.page('COMPARABLE VEHICLES', 'COMPARABLE VEHICLES');
  sheet.beside(top + 4, [...vehicles.flatMap((vehicle) => sideLines(sheet, vehicle)), ...sideProse]);
  let y = header(top);
  paper.text(41, y, 'Premium Package');
  y += 14.4;
  paper.text(41, y, 'Odometer').text(198, y, miles(facts.odometer), { align: 'center' });
  for (const [index, { odometer }] of vehicles.entries())
    paper.text(centres[index] ?? 0, y, miles(odometer), { align: 'center' });
  const optionRows = facts.variant === 'c' ? 46 : 58;
  for (let option = 1; option <= optionRows; option += 1) {
    y += 14.4;
    if (y > 715) y = header(next());
    paper.text(41, y, optionName(option));
  }
  y += 20;
  if (y > 560 && facts.variant !== 'b') y = header(next());
  y = drawAmounts(sheet, { top: y, vehicles }, facts.variant === 'b' ? next : undefined);
  return y;
}

/** Follows the vehicles, at its own edge. */
const sideProse: readonly (readonly [number, string])[] = [
  [419, 'Comparable vehicles used in the determination'],
  [419, 'of the Base Vehicle Value are not replacement'],
  [419, 'vehicles; 12 Miles of distance are of no effect'],
];

const optionNames = [
  'Power Steering',
  'Leather Trim',
  'Engine Cooling Package',
  'Sport Mirrors',
  'Intermittent Wipers',
];
const optionName = (option: number): string => `${optionNames[option % optionNames.length]}`;

function drawAmounts({ paper }: CccSheet, { top, vehicles }: Grid, broken: (() => number) | undefined): number {
  const bold = { bold: true, size: 10 } as const;
  const row = (y: number, amounts: readonly (string | undefined)[], style: { bold?: boolean; size?: number } = {}) => {
    for (const [index, amount] of amounts.entries())
      if (amount !== undefined) paper.text(rights[index] ?? 0, y, amount, { ...style, align: 'right' });
  };
  let y = top;
  paper.text(41, y, 'List Price', bold);
  row(
    y,
    vehicles.map(({ listPrice }) => whole(listPrice, false)),
    bold,
  );
  if (vehicles.some(({ take }) => take !== undefined)) {
    y += 16;
    paper.text(41, y, 'Take Price', bold);
    row(
      y,
      vehicles.map(({ take }) => (take === undefined ? undefined : whole(take, false))),
      bold,
    );
  }
  y += 18;
  paper.text(41, y, 'Adjustments:');
  // The page can break here, and the next begins with the amounts.
  y = broken === undefined ? y + 13 : broken();
  for (const name of adjustmentNames) {
    const amounts = vehicles.map(({ adjustments }) => {
      const cents = adjustments.find((one) => one.name === name)?.cents;
      return cents === undefined ? undefined : whole(cents, true);
    });
    if (amounts.every((amount) => amount === undefined)) continue;
    paper.text(108, y, name === 'Condition' ? 'Condition¹' : name);
    row(y, amounts);
    y += 13;
  }
  y += 15;
  paper.text(41, y, 'Adjusted Comparable Value', bold);
  row(
    y,
    vehicles.map(({ adjusted }) => whole(adjusted, false)),
    bold,
  );
  return y;
}

function sideLines({ paper }: CccSheet, vehicle: CccComparable): (readonly [number, string])[] {
  const { line, number } = vehicle;
  const text = `${line.year} ${line.make} ${line.model} ${line.trim} ${line.body} ${line.engine}`;
  const description = wrapText(paper, text, { widths: [150], style: { size: 8 } }).slice(0, 3);
  return [
    [422, `Comp ${number}`],
    [473.4, `Updated Date: ${slashed(vehicle.updated)}`],
    ...description.map((part) => [422, part] as const),
    [422, `VIN ${vehicle.vin}`],
    [422, 'Dealership Specimen Motors'],
    ...(number % 2 === 0 ? [] : [[422, 'Contact Example Person'] as const]),
    [422, 'Telephone (555) 555-0100'],
    [422, 'Source Example Autos'],
    ...(number % 3 === 0 ? [] : [[422, `Stock # S${100 + number}`] as const]),
    [422, 'Distance from Springfield, ZZ'],
    [422, `${vehicle.distance} Miles - Sampleton, ZZ`],
    [422, ''],
  ];
}
