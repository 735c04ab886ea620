// Compares the reading of a drawn report with the printed values.
import type { ReportContents } from '#modules/documents';
import type { PlainContents } from './variant-facts.ts';

export type Difference = {
  readonly path: string;
  readonly expected: unknown;
  readonly read: unknown;
  /** Read as certain, although the value differs or is not printed. */
  readonly certain: boolean;
};

type Value = { readonly value: unknown; readonly confidence: 'high' | 'low' };

const isValue = (thing: unknown): thing is Value =>
  typeof thing === 'object' && thing !== null && 'confidence' in thing;

/** Every value that differs or is uncertain; descriptions and identities are left out. */
export function listDifferences(expected: PlainContents, contents: ReportContents): Difference[] {
  const { identities: _identities, ...read } = contents;
  return compare(expected, read, '');
}

const skipped = /\.description$/;

function compare(expected: unknown, read: unknown, path: string): Difference[] {
  if (skipped.test(path)) return [];
  if (isValue(read)) {
    const certain = read.confidence === 'high';
    return read.value === expected && certain
      ? []
      : [{ path, expected, read: read.value, certain: certain && read.value !== expected }];
  }
  if (isRecord(expected) || isRecord(read)) {
    const [one, other] = [isRecord(expected) ? expected : {}, isRecord(read) ? read : {}];
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => compare(one[name], other[name], `${path}.${name}`));
  }
  // Names, grades and kinds have no certainty.
  return expected === read ? [] : [{ path, expected, read, certain: false }];
}

const isRecord = (thing: unknown): thing is Record<string, unknown> => typeof thing === 'object' && thing !== null;

export const failedIdentities = ({ identities }: ReportContents): string[] =>
  identities.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
