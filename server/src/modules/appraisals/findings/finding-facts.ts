import type { ReportReading } from '#modules/documents';
import type { DecodedVin } from '#modules/vehicles';
import type { FindingCode, FindingKind } from '../finding-schemas.ts';
import type { Quoted } from './figure-rules.ts';

/** What our file says of the vehicle, from another source than the report. */
export type FiledFacts = {
  readonly vin?: string | undefined;
  readonly year?: number | undefined;
  readonly make?: string | undefined;
  readonly model?: string | undefined;
  readonly trim?: string | undefined;
  readonly odometer?: number | undefined;
  readonly date_of_loss?: string | undefined;
};

/** All that a check of one report rests on. */
export type CheckedReport = {
  readonly documentId: string;
  readonly reading: ReportReading;
  /** What the VINs of the report tell, by VIN. */
  readonly decoded: ReadonlyMap<string, DecodedVin>;
  readonly filed: FiledFacts;
};

export type CheckedContents = CheckedReport & { readonly contents: NonNullable<ReportReading['contents']> };

/** What a rule found; what names it in its document, and its words, are added for all in one place. */
export type Found = {
  readonly kind: FindingKind;
  readonly code: FindingCode;
  /** Set apart from others of its code: the number of a comparable, for example. */
  readonly about?: string;
  readonly quoted: readonly Quoted[];
  readonly arithmetic?: string;
  readonly movesCents?: number;
  /** Rests on what the reading says of itself, so that somebody has to look. */
  readonly isDoubtful?: true;
  /** Its sentence, where it is not that of its code. */
  readonly sentence?: 'projected_sold_exact' | 'uniform_condition_exact';
  /** What its sentence is filled with. */
  readonly values: Partial<SentenceValues>;
};

/** Figures and names in the words of a sentence; which of them it uses depends on its code. */
export type SentenceValues = {
  /** The report's own label of the figure that it is about. */
  readonly label: string;
  readonly printed: string;
  /** What the printed one is held against. */
  readonly other: string;
  /** What our calculation gives. */
  readonly computed: string;
  readonly amount: string;
  /** The number of a comparable. */
  readonly number: string;
  readonly count: string;
};
