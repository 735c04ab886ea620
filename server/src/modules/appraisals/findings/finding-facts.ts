import type { ReportReading } from '#modules/documents';
import type { DecodedVin } from '#modules/vehicles';
import type { FindingCode, FindingKind } from '../finding-schemas.ts';
import type { Quoted } from './figure-rules.ts';

/** The facts about the vehicle in our file, from another source than the report. */
export type FiledFacts = {
  readonly vin?: string | undefined;
  readonly year?: number | undefined;
  readonly make?: string | undefined;
  readonly model?: string | undefined;
  readonly trim?: string | undefined;
  readonly odometer?: number | undefined;
  readonly date_of_loss?: string | undefined;
};

/** The input for checking one report. */
export type CheckedReport = {
  readonly documentId: string;
  readonly reading: ReportReading;
  /** The data decoded from the VINs in the report, by VIN. */
  readonly decoded: ReadonlyMap<string, DecodedVin>;
  readonly filed: FiledFacts;
};

export type CheckedContents = CheckedReport & { readonly contents: NonNullable<ReportReading['contents']> };

/** The result of a rule; its id in the document and its text are added for all in one place. */
export type Found = {
  readonly kind: FindingKind;
  readonly code: FindingCode;
  /** Set apart from others of its code: the number of a comparable, for example. */
  readonly about?: string;
  readonly quoted: readonly Quoted[];
  readonly arithmetic?: string;
  readonly movesCents?: number;
  /** Based on a doubt of the reading itself, so a staff member has to check. */
  readonly isDoubtful?: true;
  /** Its sentence, if it is not the default of its code. */
  readonly sentence?: 'projected_sold_exact' | 'uniform_condition_exact';
  /** The values for its sentence. */
  readonly values: Partial<SentenceValues>;
};

/** Figures and names in the words of a sentence; which of them it uses depends on its code. */
export type SentenceValues = {
  /** The report's own label of the figure that it is about. */
  readonly label: string;
  readonly printed: string;
  /** The value that the printed one is compared with. */
  readonly other: string;
  /** The result of our calculation. */
  readonly computed: string;
  readonly amount: string;
  /** The number of a comparable. */
  readonly number: string;
  readonly count: string;
};
