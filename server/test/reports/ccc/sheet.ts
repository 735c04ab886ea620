// The pages of a CCC report: each begins with its chapter and block headings, and ends with a footer.
import type { Paper } from '#test/reports/paper';
import type { CccFacts } from './facts.ts';

export class CccSheet {
  readonly paper: Paper;
  readonly #facts: CccFacts;
  #page = 0;
  #side: readonly (readonly [x: number, text: string])[] = [];

  constructor(paper: Paper, facts: CccFacts) {
    this.paper = paper;
    this.#facts = facts;
  }

  /** Begins a page and draws the rest of the side column on it. */
  page(chapter: string, block?: string): number {
    const { claim, variant } = this.#facts;
    this.#page += 1;
    this.paper.page();
    const wide = variant === 'b' || variant === 'e';
    this.paper.text(wide ? 36 : 72.7, wide ? 80 : 94.5, chapter, { size: 20 });
    if (block !== undefined) this.paper.text(66, 123, block, { size: 11 });
    if (this.#page > 1)
      this.paper
        .text(424.8, 39.8, `Owner: ${claim.owner}`, { size: 9 })
        .text(424.8, 51.6, `Claim: ${claim.claimNumber}`, { size: 9 });
    this.paper.text(36, 750.8, '© Copyright 2026 CCC Intelligent Solutions Inc. All Rights Reserved.', { size: 8 });
    this.paper.text(576, 750.8, `Page ${this.#page} of 18`, { size: 8, align: 'right' });
    this.#drawSide(150);
    return 146;
  }

  /** Lines next to the data, twelve points apart; lines that do not fit are drawn on the next page. */
  beside(top: number, lines: readonly (readonly [x: number, text: string])[]): void {
    this.#side = lines;
    this.#drawSide(top);
  }

  #drawSide(top: number): void {
    let y = top;
    let drawn = 0;
    for (const [index, [x, text]] of this.#side.entries()) {
      if (y > 736) break;
      this.paper.text(x, y, text, { size: 8 });
      drawn = index + 1;
      // Text on the line of a number belongs to that line.
      if (this.#side[index + 1]?.[0] !== 473.4) y += 12;
    }
    this.#side = this.#side.slice(drawn);
  }
}

/** Prose of the right column, at its own line spacing. */
// oxlint-disable-next-line max-params -- a place on a page, and what stands there
export function drawProse(paper: Paper, top: number, lines: readonly string[], pitch = 11.3): void {
  for (const [index, text] of lines.entries()) paper.text(419, top + pitch * index, text, { size: 8 });
}
