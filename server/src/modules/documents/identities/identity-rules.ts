// An identity of printed figures: whether it holds, and what is no longer certain when it does not.
import type { IdentityName, ReportIdentity, SumLine } from '../report-schemas.ts';
import type { Draft } from '../contents/family-schemas.ts';
import { lowered } from '../contents/printed-rules.ts';

export type Identity = {
  readonly name: IdentityName;
  readonly outcome: ReportIdentity['outcome'];
  lower(draft: Draft): Draft;
};

/** Without its figures an identity is unknown, not passed. */
export function outcomeOf(difference: number | undefined, tolerance: number): ReportIdentity['outcome'] {
  if (difference === undefined) return 'unknown';
  return Math.abs(difference) <= tolerance ? 'passed' : 'failed';
}

/** Makes lines of the sum uncertain. */
export const lowerLines = (draft: Draft, touches: (line: SumLine, index: number) => boolean): Draft => ({
  ...draft,
  sum: draft.sum.map((line, index) => (touches(line, index) ? { ...line, cents: lowered(line.cents) } : line)),
});

/** Makes members of some comparables uncertain. */
export const lowerComparables = (
  draft: Draft,
  touch: (comparable: Draft['comparables'][number]) => Partial<Draft['comparables'][number]> | undefined,
): Draft => ({
  ...draft,
  comparables: draft.comparables.map((comparable) => ({ ...comparable, ...touch(comparable) })),
});
