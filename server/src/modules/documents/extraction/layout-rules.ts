import type { Word } from './word-tables.ts';

/** Words that belong together: a label, a cell, a phrase. */
export type Segment = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly h: number;
  readonly text: string;
  readonly sure: number;
  /** Line number over all pages, and position in that line. */
  readonly line: number;
  readonly position: number;
};

export type Line = readonly Segment[];

/** Wider than any table and longer than any value; the rest is ignored, which bounds the work. */
const maxSegments = 40;
const maxTextLength = 300;

/** A gap wider than this, in line heights, separates two cells. */
const cellGap = 0.7;

/** Groups words into lines and segments, from the top of the first page to the bottom of the last. */
export function layOut(words: readonly Word[]): Line[] {
  const pages = Map.groupBy(words, ({ page }) => page);
  const lines = [...pages.values()].flatMap((ofPage) => groupLines(ofPage));
  return lines.map((line, index) => toSegments(line, index));
}

type Draft = { middle: number; height: number; readonly words: Word[] };

/** Text of several sizes is not strictly in line order, so a word may belong to one of the last few lines. */
const lookBack = 6;

function groupLines(words: readonly Word[]): Word[][] {
  const lines: Draft[] = [];
  for (const word of words.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const middle = middleOf(word);
    const line = lines
      .slice(-lookBack)
      .findLast((one) => Math.abs(one.middle - middle) < 0.4 * Math.max(one.height, word.h));
    if (line === undefined) lines.push({ middle, height: word.h, words: [word] });
    else {
      line.words.push(word);
      line.height = Math.max(line.height, Math.min(word.h, 1.5 * line.height));
      // A scan is never quite straight, so the line follows its words.
      line.middle += (middle - line.middle) / line.words.length;
    }
  }
  return lines.map(({ words: ofLine }) => ofLine);
}

const middleOf = ({ y, h }: Word): number => y + h / 2;

function toSegments(words: readonly Word[], line: number): Segment[] {
  const segments: Segment[] = [];
  const height = medianHeight(words);
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1);
    if (last !== undefined && word.x - last.right < cellGap * height) {
      const text = last.text.length > maxTextLength ? last.text : `${last.text} ${word.text}`;
      const right = Math.max(last.right, word.x + word.w);
      segments[segments.length - 1] = { ...last, text, right, sure: Math.min(last.sure, word.sure) };
    } else if (segments.length < maxSegments) {
      const { page, x, y, w, text, sure } = word;
      segments.push({ page, x, y, right: x + w, h: height, text, sure, line, position: segments.length });
    }
  }
  return segments;
}

function medianHeight(words: readonly Word[]): number {
  const heights = words.map(({ h }) => h).toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/** Segments to the right of a label, nearest first. */
export function rightOf(lines: readonly Line[], { line, position }: Segment): readonly Segment[] {
  return lines[line]?.slice(position + 1, position + 3) ?? [];
}

/** A value may be a few lines below its label, since other columns can have lines between two rows of a grid. */
const linesDown = 4;

/** Segments below this one: in its column, and near enough to belong to it. */
export function below(lines: readonly Line[], { page, line, x, y, right, h }: Segment): readonly Segment[] {
  return lines
    .slice(line + 1, line + 1 + linesDown)
    .flat()
    .filter((one) => one.page === page && one.y - y < 2.8 * h && one.y > y)
    .filter(
      (one) =>
        Math.abs(one.x - x) < 8 || Math.abs(one.right - right) < 8 || (one.x < right && one.right > x && one.x > x - 8),
    );
}
