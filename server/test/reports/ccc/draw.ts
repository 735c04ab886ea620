// A synthetic CCC report, page after page in the order of real ones.
import type { Paper } from '#test/reports/paper';
import type { CccFacts } from './facts.ts';
import { drawFirstPage } from './first-page.ts';
import { drawGrids } from './grid.ts';
import { drawList } from './list.ts';
import { CccSheet, drawProse } from './sheet.ts';
import { drawSupplement } from './supplement.ts';
import { drawVehiclePages } from './vehicle-pages.ts';

export function drawCccVariant(paper: Paper, facts: CccFacts): Paper {
  const sheet = new CccSheet(paper, facts);
  drawFirstPage(sheet, facts);
  if (facts.variant !== 'd') {
    const y = sheet.page('REPORT SUMMARY');
    paper.text(66, y, 'VALUATION SUMMARY', { size: 11 });
    paper.prose(
      41,
      y + 24,
      340,
      'The Adjusted Vehicle Value is derived from the value of comparable vehicles and from the condition of the loss vehicle. The total is what remains after the deductible.',
    );
  }
  drawMethodology(sheet);
  drawVehiclePages(sheet, facts);
  const grids = facts.comparables.some(({ form }) => form === 'grid');
  if (grids) drawGrids(sheet, facts, sheet.page('COMPARABLE VEHICLES', 'COMPARABLE VEHICLES'));
  if (facts.comparables.some(({ form }) => form === 'list'))
    drawList(sheet, facts, grids ? 'ADDITIONAL COMPARABLE VEHICLES' : 'COMPARABLE VEHICLES');
  drawSupplement(sheet, facts);
  return paper;
}

function drawMethodology(sheet: CccSheet): void {
  const y = sheet.page('VALUATION METHODOLOGY', 'How was the valuation determined?');
  const steps = ['CLAIM INSPECTION', 'DATABASE REVIEW', 'SEARCH FOR COMPARABLES', 'CALCULATE BASE VEHICLE VALUE'];
  for (const [index, step] of steps.entries()) {
    sheet.paper.text(66, y + 110 * index, step, { size: 11 });
    sheet.paper.prose(
      66,
      y + 20 + 110 * index,
      320,
      'CCC ONE uses vehicles that were inspected or advertised for the value of the loss vehicle, and the report is made of them:',
    );
    // Begins like a heading, and has no period.
    sheet.paper.text(66, y + 62 + 110 * index, 'comparable vehicles are selected near the loss location');
  }
  drawProse(sheet.paper, y, [
    'Comparable vehicles used in the',
    'determination of the base value',
    'are not intended to be replacement',
    'vehicles',
  ]);
}
