import type { Word } from './words.ts';

/** A page lies within two degrees of straight, or somebody did it on purpose. */
const slopes = Array.from({ length: 71 }, (_, index) => (index - 35) / 1000);
/** Fine enough to tell lines apart. */
const binPt = 2;

/** A page has fewer; more would only take longer. */
const enoughWords = 1500;

/** The words of a scanned page as if it had lain straight: the slope at which they gather in the fewest lines. */
export function straighten(words: readonly Word[]): Word[] {
  const sample = words.slice(0, enoughWords);
  // Straight wins a draw.
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
