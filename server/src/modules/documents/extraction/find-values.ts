import type { LabelGroup } from './label-data.ts';
import { below, rightOf, type Line, type Segment } from './layout-rules.ts';
import { isLabel } from './label-rules.ts';

/** A value found next to one of a field's labels. */
export type Candidate<T> = {
  readonly value: T;
  /** Index of the label group it was found by; the first is the most reliable. */
  readonly rank: number;
  readonly weak: boolean;
  readonly at: Segment;
  readonly label: Segment;
};

export type Read<T> = (text: string) => T | undefined;

/** The part of a report about the vehicle of the claim. */
export type Sheet = {
  /** All lines; those about comparable vehicles are empty. */
  readonly lines: readonly Line[];
  /** Segments where a label may begin; precomputed because every field searches them. */
  readonly labelled: readonly Segment[];
};

/** Every value of a field, ordered by the rank of its labels and then by page. */
export function findValues<T>(
  { lines, labelled }: Sheet,
  groups: readonly LabelGroup[],
  read: Read<T>,
): Candidate<T>[] {
  const candidates = groups.flatMap(({ pattern, weak = false }, rank) => {
    const label = new RegExp(`^(?:${pattern})`, 'i');
    return labelled.flatMap((segment) => {
      const [matched] = label.exec(segment.text) ?? [];
      if (matched === undefined) return [];
      const rest = afterLabel(segment.text, matched);
      const value = rest === undefined ? undefined : readAt({ lines, label: segment, read }, rest);
      return value === undefined ? [] : [{ ...value, rank, weak, label: segment }];
    });
  });
  // In "Model: Model 3" the value begins like a label; a segment already used as a value is not a label.
  const values = new Set(candidates.flatMap(({ at, label }) => (at === label ? [] : [at])));
  return candidates.filter(({ label }) => !values.has(label));
}

/** The rest of a segment after its label; undefined when the label is only the beginning of a longer word. */
function afterLabel(text: string, label: string): string | undefined {
  const rest = text.slice(label.length);
  if (/^[a-z]/.test(rest) || /^\s*[/,&]/.test(rest)) return undefined;
  // In "InsurerExample Mutual" the capital shows where the value begins; "VINYL" is another word than "VIN".
  if (/^[A-Z]/.test(rest) && !/[a-z]$/.test(label) && !/^[A-Z0-9]{17}\b/.test(rest)) return undefined;
  return rest.replace(/^[\s:#=.]+/, (gap) => (gap.includes('=') ? '= ' : '')).trim();
}

type Match<T> = { readonly value: T; readonly at: Segment };

/** Where to search for a value, and how to parse it. */
type SearchSpot<T> = { readonly lines: readonly Line[]; readonly label: Segment; readonly read: Read<T> };

/** "$" can be at the left of its column and the amount at the right. */
const onlySigns = /^[-=+$\s]+$/;

function readAt<T>(spot: SearchSpot<T>, rest: string): Match<T> | undefined {
  if (rest === '') return readRight(spot, '') ?? readBelow(spot);
  if (onlySigns.test(rest)) return readRight(spot, rest);
  const value = readText(rest, spot.read);
  return value === undefined ? undefined : { value, at: spot.label };
}

function readRight<T>({ lines, label, read }: SearchSpot<T>, before: string): Match<T> | undefined {
  const [first, second] = rightOf(lines, label);
  if (first === undefined) return undefined;
  const value = readText(`${before} ${first.text}`.trim(), read);
  if (value !== undefined) return { value, at: first };
  if (second === undefined || !onlySigns.test(first.text)) return undefined;
  const joined = read(`${first.text} ${second.text}`);
  return joined === undefined ? undefined : { value: joined, at: second };
}

function readBelow<T>({ lines, label, read }: SearchSpot<T>): Match<T> | undefined {
  const [first] = below(lines, label);
  const value = first === undefined ? undefined : readText(first.text, read);
  return value === undefined || first === undefined ? undefined : { value, at: first };
}

/** A number can be followed by a remark, so its first part is tried alone. A label is never a value. */
function readText<T>(text: string, read: Read<T>): T | undefined {
  if (isLabel(text)) return undefined;
  const whole = read(text);
  if (whole !== undefined) return whole;
  const [first = ''] = text.split(/ (?=[(*|–-])/, 1);
  return first === text ? undefined : read(first.trim());
}
