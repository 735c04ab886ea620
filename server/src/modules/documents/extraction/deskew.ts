import type { Word } from './read-word-table.ts';

/** Scanned pages are within two degrees of straight. */
const slopes = Array.from({ length: 71 }, (_, index) => (index - 35) / 1000);
/** Fine enough to tell lines apart. */
const binPt = 2;

/** Pages have fewer words; more would only take longer. */
const enoughWords = 1500;

/** Straightens the words of a scanned page by the slope at which they fall into the fewest lines. */
export function deskew(words: readonly Word[]): Word[] {
  const sample = words.slice(0, enoughWords);
  // Of equal slopes the straight one wins.
  const best = slopes
    .map((slope) => ({ slope, score: gathering(sample, slope) - Math.abs(slope) }))
    .reduce((one, other) => (other.score > one.score ? other : one), { slope: 0, score: gathering(sample, 0) });
  return words.map((word) => ({ ...word, y: word.y - best.slope * word.x }));
}

function gathering(words: readonly Word[], slope: number): number {
  const bins = new Map<number, number>();
  for (const { x, y, w, h, text } of words) {
    const bin = Math.round((y + h / 2 - slope * (x + w / 2)) / binPt);
    bins.set(bin, (bins.get(bin) ?? 0) + text.length);
  }
  return [...bins.values()].reduce((sum, count) => sum + count * count, 0);
}
