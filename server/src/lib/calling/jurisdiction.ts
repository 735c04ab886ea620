import type { HolidayName } from './holidays.ts';

/** From inclusive, to exclusive, in hours of the local day; null means closed. */
export type Span = readonly [from: number, to: number] | null;

/** From Sunday to Saturday. */
export type Week = readonly [Span, Span, Span, Span, Span, Span, Span];

export type Period = {
  /** The first local day of this rule; null for always. */
  readonly effectiveFrom: string | null;
  readonly week: Week;
  /** Days without calls. */
  readonly holidays: readonly HolidayName[];
};

/**
 * How the hours were confirmed: by reading the law; by reading a report about it; only by vendors' tables; or no rule
 * of the jurisdiction was found, so the federal hours apply.
 */
export type Confirmation = 'law_read' | 'reported' | 'vendor_table' | 'no_own_rule_found';

export type Jurisdiction = {
  readonly code: string;
  readonly name: string;
  /** In order; the latest one that has begun applies. */
  readonly periods: readonly [Period, ...Period[]];
  /** Calls per number in 24 hours, where the law has a limit. */
  readonly per24h: number | undefined;
  /** Exemptions, such as consent or a business relationship, that we rely on to call outside these hours. */
  readonly exemptions: readonly string[];
  readonly citation: string;
  readonly source: string;
  readonly asOf: string;
  readonly confirmed: Confirmation;
  /** The lawyer who reviewed this entry; null until one has. */
  readonly reviewedBy: string | null;
  readonly notes: string | undefined;
};
