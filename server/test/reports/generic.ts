// Documents of no particular product: reports with unknown labels, letters, and documents that are not reports.
import type { Facts } from './facts.ts';
import { dollars, isoDay, miles, slashed, spelled, type Paper } from './paper.ts';

/** One "Label: value" per line. */
export function drawLabelled(paper: Paper, facts: Facts): Paper {
  const { vehicle } = facts;
  paper.page().text(40, 40, 'Total Loss Valuation', { bold: true, size: 15 });
  const lines = [
    `Insurance Company: ${facts.insurer}`,
    `Claim Number: ${facts.claimNumber}`,
    `Date of Loss: ${slashed(facts.lossDate)}`,
    `Report Date: ${slashed(facts.reportDate)}`,
    `Insured: ${facts.owner}`,
    `Vehicle: ${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.trim}`,
    `VIN: ${vehicle.vin}`,
    `Mileage: ${miles(vehicle.odometer)}`,
    `Actual Cash Value: $${dollars(facts.valueCents)}`,
    `Sales Tax: $${dollars(facts.taxCents)}`,
    `Fees: $${dollars(facts.feeCents)}`,
    `Deductible: $${dollars(facts.deductibleCents)}`,
    `Total Settlement: $${dollars(facts.totalCents)}`,
  ];
  for (const [index, line] of lines.entries()) paper.text(40, 80 + index * 20, line);
  return paper;
}

/** Everything in grids: a row of labels over a row of values. */
export function drawGrids(paper: Paper, facts: Facts): Paper {
  const { vehicle } = facts;
  paper.page().text(40, 40, 'VEHICLE VALUATION', { bold: true, size: 15 });
  const grids: [string, string][][] = [
    [
      ['Insurer', facts.insurer],
      ['Claim #', facts.claimNumber],
      ['Date of Loss', spelled(facts.lossDate)],
    ],
    [
      ['Year', String(vehicle.year)],
      ['Make', vehicle.make],
      ['Model', vehicle.model],
      ['Trim', vehicle.trim],
    ],
    [
      ['VIN', vehicle.vin],
      ['Odometer Reading', `${miles(vehicle.odometer)} mi`],
      ['Report Date', slashed(facts.reportDate)],
    ],
    [
      ['Base Market Value', `$${dollars(facts.baseCents)}`],
      ['Adjusted Market Value', `$${dollars(facts.valueCents)}`],
      ['Total Settlement', `$${dollars(facts.totalCents)}`],
    ],
  ];
  for (const [row, grid] of grids.entries()) {
    const width = 540 / grid.length;
    for (const [index, [name, value]] of grid.entries()) {
      paper
        .text(40 + index * width, 80 + row * 46, name, { bold: true })
        .text(40 + index * width, 94 + row * 46, value);
    }
  }
  paper.prose(
    40,
    300,
    500,
    'The mileage of a vehicle, its year and its trim decide its value. Make sure that all of them are right.',
  );
  return paper;
}

/** Labels on the left, values at the right edge, dates in ISO form. */
export function drawLedger(paper: Paper, facts: Facts): Paper {
  const { vehicle } = facts;
  paper.page().text(40, 40, 'Market Survey Report', { bold: true, size: 15 });
  const rows: [string, string][] = [
    ['Carrier', facts.insurer],
    ['Claim No.', facts.claimNumber],
    ['Loss Date', isoDay(facts.lossDate)],
    ['Vehicle Identification Number', vehicle.vin],
    [
      'Year/Make/Model',
      `${vehicle.year} ${vehicle.make.toUpperCase()} ${vehicle.model.toUpperCase()} ${vehicle.trim.toUpperCase()}`,
    ],
    ['Actual Mileage', miles(vehicle.odometer)],
    ['Base Value', `$${dollars(facts.baseCents)}`],
    ...facts.adjustments.map(({ name, cents }): [string, string] => [
      name,
      cents < 0 ? `($${dollars(cents)})` : `$${dollars(cents)}`,
    ]),
    ['Adjusted Vehicle Value', `$${dollars(facts.valueCents)}`],
    ['Tax', `$${dollars(facts.taxCents)}`],
    ['Total', `$${dollars(facts.totalCents + facts.deductibleCents - facts.feeCents)}`],
  ];
  for (const [index, [name, value]] of rows.entries())
    paper.text(40, 80 + index * 19, name).text(560, 80 + index * 19, value, { align: 'right' });
  return paper;
}

/** A letter about the offer, with one sum that includes tax. */
export function drawLetter(paper: Paper, facts: Facts): Paper {
  const { vehicle } = facts;
  paper.page().text(40, 60, facts.insurer, { bold: true, size: 12 });
  paper.text(40, 100, spelled(facts.reportDate));
  paper.text(40, 130, `Claim Number: ${facts.claimNumber}`).text(40, 145, `Date of Loss: ${spelled(facts.lossDate)}`);
  paper.text(40, 160, `VIN: ${vehicle.vin}`);
  paper.prose(
    40,
    190,
    500,
    `Dear ${facts.owner}, we have finished our review of your claim for your ${vehicle.year} ${vehicle.make} ${vehicle.model}. Your vehicle is a total loss. ` +
      `Based on its mileage and condition we offer $${dollars(facts.totalCents)} in full settlement, including tax and fees and after your deductible. ` +
      'Please call us with any question. The report of our vendor is available on request. Total loss vehicles are sold at auction.',
  );
  paper.text(40, 280, `Total Offer: $${dollars(facts.totalCents)}`, { bold: true });
  return paper;
}

/** A summary with one sum, whose parts are unknown. */
export function drawTotalOnly(paper: Paper, facts: Facts): Paper {
  const { vehicle } = facts;
  paper.page().text(40, 40, 'Settlement Summary', { bold: true, size: 15 });
  const lines: [string, string][] = [
    ['Insurer', facts.insurer],
    ['Claim Number', facts.claimNumber],
    ['Date of Loss', slashed(facts.lossDate)],
    ['VIN', vehicle.vin],
    ['Odometer', miles(vehicle.odometer)],
    ['Settlement Value', `$${dollars(facts.totalCents)}`],
  ];
  for (const [index, [name, value]] of lines.entries())
    paper.text(40, 80 + index * 20, name).text(220, 80 + index * 20, value);
  return paper;
}

/** A document that uses a report's words but is not one: a manual about mileage and value. */
export function drawManual(paper: Paper): Paper {
  paper.page().text(40, 40, 'How a value is found', { bold: true, size: 15 });
  paper.prose(
    40,
    80,
    480,
    'Mileage is read from the odometer. Year, make and model come from the VIN. Adjusted vehicle value is what remains after condition. ' +
      'Market value is not the price that a dealer asks. Claim numbers are given by the insurer. Total and settlement are words for the sum that is paid. ' +
      'Carrier and insurer mean the same. Date of loss is the day on which it happened, such as a day in May. Prepared for readers who want to know more.',
  );
  return paper;
}
