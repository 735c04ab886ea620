import { beginsWithLabel, isLabel, startsComparables, startsOwnVehicle, type LabelGroup } from './labels.ts';
import { below, rightOf, type Line, type Segment } from './layout.ts';

/** A value that stands where one of a field's labels says it does. */
export type Candidate<T> = {
  readonly value: T;
  /** Which group of labels it was found by; the first is the best. */
  readonly rank: number;
  readonly weak: boolean;
  readonly at: Segment;
  readonly label: Segment;
};

export type Read<T> = (text: string) => T | undefined;

/** What a report says about the vehicle of the claim. */
export type Sheet = {
  /** Line by line; those about comparable vehicles are empty. */
  readonly lines: readonly Line[];
  /** Where a label may begin: the only places that are looked at again and again. */
  readonly labelled: readonly Segment[];
};

/** The longest reports print some two hundred. */
const maxLabels = 800;

export function toSheet(all: readonly Line[]): Sheet {
  let others = false;
  const lines = all.map((line) => {
    const tableOfContents = line.some(({ text }) => /^\d{1,3}$/.test(text));
    if (line.some(({ text }) => startsComparables(text)) && !tableOfContents) others = true;
    else if (line.some(({ text }) => startsOwnVehicle(text))) others = false;
    return others ? [] : line;
  });
  const labelled = lines.flat().filter(({ text }) => beginsWithLabel(text));
  return { lines, labelled: labelled.slice(0, maxLabels) };
}

/** Every value of a field, in the order of its labels and then of the pages. */
export function findValues<T>(
  { lines, labelled }: Sheet,
  groups: readonly LabelGroup[],
  read: Read<T>,
): Candidate<T>[] {
  const found = groups.flatMap(({ pattern, weak = false }, rank) => {
    const label = new RegExp(`^(?:${pattern})`, 'i');
    return labelled.flatMap((segment) => {
      const [found] = label.exec(segment.text) ?? [];
      if (found === undefined) return [];
      const rest = afterLabel(segment.text, found);
      const value = rest === undefined ? undefined : readAt({ lines, label: segment, read }, rest);
      return value === undefined ? [] : [{ ...value, rank, weak, label: segment }];
    });
  });
  // "Model 3" is what stands beside "Model", and no label itself.
  const values = new Set(found.flatMap(({ at, label }) => (at === label ? [] : [at])));
  return found.filter(({ label }) => !values.has(label));
}

/** What follows a label in its own segment; undefined when the word goes on and is another one. */
function afterLabel(text: string, label: string): string | undefined {
  const rest = text.slice(label.length);
  if (/^[a-z]/.test(rest) || /^\s*[/,&]/.test(rest)) return undefined;
  // "InsurerExample Mutual": glued, but the capital shows where the value begins. "VINYL" does not.
  if (/^[A-Z]/.test(rest) && !/[a-z]$/.test(label) && !/^[A-Z0-9]{17}\b/.test(rest)) return undefined;
  return rest.replace(/^[\s:#=.]+/, (gap) => (gap.includes('=') ? '= ' : '')).trim();
}

type Found<T> = { readonly value: T; readonly at: Segment };

/** Where a value is looked for, and as what. */
type Spot<T> = { readonly lines: readonly Line[]; readonly label: Segment; readonly read: Read<T> };

/** "$" can stand at the left of its column, and the amount at the right. */
const onlySigns = /^[-=+$\s]+$/;

function readAt<T>(spot: Spot<T>, rest: string): Found<T> | undefined {
  if (rest === '') return readRight(spot, '') ?? readBelow(spot);
  if (onlySigns.test(rest)) return readRight(spot, rest);
  const value = readText(rest, spot.read);
  return value === undefined ? undefined : { value, at: spot.label };
}

function readRight<T>({ lines, label, read }: Spot<T>, before: string): Found<T> | undefined {
  const [first, second] = rightOf(lines, label);
  if (first === undefined) return undefined;
  const value = readText(`${before} ${first.text}`.trim(), read);
  if (value !== undefined) return { value, at: first };
  if (second === undefined || !onlySigns.test(first.text)) return undefined;
  const joined = read(`${first.text} ${second.text}`);
  return joined === undefined ? undefined : { value: joined, at: second };
}

function readBelow<T>({ lines, label, read }: Spot<T>): Found<T> | undefined {
  const [first] = below(lines, label);
  const value = first === undefined ? undefined : readText(first.text, read);
  return value === undefined || first === undefined ? undefined : { value, at: first };
}

/** A number can have a remark behind it: what can stand alone is read alone. A label is never a value. */
function readText<T>(text: string, read: Read<T>): T | undefined {
  if (isLabel(text)) return undefined;
  const whole = read(text);
  if (whole !== undefined) return whole;
  const [first = ''] = text.split(/ (?=[(*|–-])/, 1);
  return first === text ? undefined : read(first.trim());
}
