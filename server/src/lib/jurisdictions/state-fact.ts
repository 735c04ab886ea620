/** What may be said about the law of a state, with where it is said. Text and link, never advice. */
export const stateTopics = [
  'comparables',
  'tax_and_fees',
  'appraisal',
  'valuation_report',
  'appraiser_licence',
] as const;
export type StateTopic = (typeof stateTopics)[number];

/** Who says it: the state, somebody who prints its text, or somebody who tells about it. */
export type SourceKind = 'official' | 'reprint' | 'secondary';

export type StateFact = {
  /** Two letters. */
  readonly state: string;
  readonly topics: readonly StateTopic[];
  /** What the source says, in our words. */
  readonly text: string;
  /** The law, as it is cited. */
  readonly citation: string;
  /** Whose page it is. */
  readonly source: string;
  readonly kind: SourceKind;
  readonly url: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD: how far the page says that it goes, or else when it was read. */
  readonly asOf: string;
  readonly dated: 'by the source' | 'when read';
};

/** Pages were read in stored copies on this day; one that names no date of its own has this. */
const readOn = '2026-11-16';
export const undated = { asOf: readOn, dated: 'when read' } as const;
export const datedBySource = (asOf: string) => ({ asOf, dated: 'by the source' }) as const;
