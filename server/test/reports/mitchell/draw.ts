// A synthetic Mitchell report, page after page in the order of real ones.
import type { Paper } from '#test/reports/paper';
import { drawAdjustments } from './adjustments-page.ts';
import { drawBase } from './base-page.ts';
import { blockHeight, drawBlock } from './block.ts';
import { drawChapter, drawDetail, drawFooter, drawMethodology, drawNotes, drawSubModels } from './detail-pages.ts';
import type { MitchellFacts } from './facts.ts';
import { drawSummaryPage } from './summary-page.ts';

export function drawMitchellVariant(paper: Paper, facts: MitchellFacts): Paper {
  let page = 0;
  const next = () => {
    page += 1;
    paper.page();
    drawFooter(paper, facts, page);
  };
  next();
  drawSummaryPage(paper, facts);
  next();
  drawDetail(paper, facts);
  drawBase(paper, facts, next);
  next();
  drawAdjustments(paper, facts);
  drawBlocks(paper, facts, next);
  next();
  drawSubModels(paper, facts);
  if (facts.variant === 'b') drawNotes(paper, facts);
  next();
  drawMethodology(paper);
  return paper;
}

/** In some variants the heading stays at the bottom of the previous page. */
function drawBlocks(paper: Paper, facts: MitchellFacts, next: () => void): void {
  const behind = facts.variant === 'd' || facts.variant === 'f';
  if (!behind) next();
  let y = drawChapter(paper, behind ? 690 : 30, 'Comparable Vehicles', facts) + 20;
  if (behind) {
    next();
    y = 50;
  }
  for (const comparable of facts.comparables) {
    if (y + blockHeight > 760) {
      next();
      y = 50;
    }
    y = drawBlock(paper, y, comparable, facts);
  }
}
