import type { ReportCheck } from '../schemas.ts';
import { findValues, type Candidate, type Sheet } from './find-values.ts';
import { startLabels } from './label-data.ts';
import { rightOf, type Line, type Segment } from './layout-rules.ts';
import { readMoney } from './rules.ts';
import type { Word } from './word-tables.ts';

/** Reports round each line on its own. */
const toleranceCents = 100;

/** Whether the lines from the base value down to the adjusted value add up to it. */
export function checkSum(sheet: Sheet, value: Candidate<number>): ReportCheck['outcome'] {
  const end = value.label;
  const { lines } = sheet;
  const starts = findValues(sheet, [{ pattern: startLabels }], readMoney).filter(
    ({ label }) => label.page === end.page && label.line < end.line && isInColumn(label, end),
  );
  const start = starts.toSorted((a, b) => b.label.line - a.label.line)[0];
  if (start === undefined) return 'unknown';
  const between = lines
    .slice(start.label.line + 1, end.line)
    .flat()
    .filter((segment) => isInColumn(segment, end))
    .flatMap((segment) => amountBeside(lines, segment) ?? []);
  const sum = between.reduce((total, cents) => total + cents, start.value);
  return Math.abs(sum - value.value) <= toleranceCents ? 'passed' : 'failed';
}

const isInColumn = (segment: Segment, end: Segment): boolean => Math.abs(segment.x - end.x) < 12;

/** The text from the last dollar sign on, including the signs before it. */
function lastAmount(text: string): string | undefined {
  const at = text.lastIndexOf('$');
  if (at === -1) return undefined;
  const before = text.slice(0, at).trimEnd();
  const [minus = ''] = /[-–−]$/.exec(before) ?? [];
  const [first = ''] = /[-–−=+(]$/.exec(before.slice(0, before.length - minus.length).trimEnd()) ?? [];
  return first + minus + text.slice(at);
}

/** The amount of a line: after its label, or to the right of it. */
function amountBeside(lines: readonly Line[], segment: Segment): number | undefined {
  const inline = lastAmount(segment.text);
  const following = rightOf(lines, segment).map(({ text }) => text);
  const texts = [inline, following[0], following.slice(0, 2).join(' ')];
  return texts.map((text) => (text === undefined ? undefined : readMoney(text))).find((cents) => cents !== undefined);
}

/** Scanned pages are within two degrees of straight. */
const slopes = Array.from({ length: 71 }, (_, index) => (index - 35) / 1000);
/** Fine enough to tell lines apart. */
const binPt = 2;

/** Pages have fewer words; more would only take longer. */
const enoughWords = 1500;

/** Straightens the words of a scanned page by the slope that gives the fewest lines. */
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
