/** Facts about the law of a state, each with its source. Text and link, never advice. */
export const stateTopics = [
  'comparables',
  'tax_and_fees',
  'appraisal',
  'valuation_report',
  'appraiser_licence',
] as const;
export type StateTopic = (typeof stateTopics)[number];

/** The kind of source: the state, a reprint of its text, or a description of it. */
export type SourceKind = 'official' | 'reprint' | 'secondary';

export type StateFact = {
  /** Two letters. */
  readonly state: string;
  readonly topics: readonly StateTopic[];
  /** What the source says, in our words. */
  readonly text: string;
  /** The law, as it is cited. */
  readonly citation: string;
  /** The publisher of the page. */
  readonly source: string;
  readonly kind: SourceKind;
  readonly url: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD: how recent the page says it is, or else when it was read. */
  readonly asOf: string;
  readonly dated: 'by the source' | 'when read';
};

/** The date of the stored copies that we read; used for pages without a date. */
const readOn = '2026-11-16';
export const undated = { asOf: readOn, dated: 'when read' } as const;
export const datedBySource = (asOf: string) => ({ asOf, dated: 'by the source' }) as const;
