// The result of reading one family of reports.
import type { Word } from '../extraction/word-tables.ts';
import type { ReportContents } from '../schemas.ts';
import type { Found } from './rules.ts';

/** Contents before their identities are checked. */
export type Draft = Omit<ReportContents, 'identities'>;

/** Figures that are printed twice; they are compared and not stored. */
export type Evidence = {
  readonly family: 'mitchell' | 'ccc';
  readonly ownOdometer?: number | undefined;
  /** The loss vehicle's odometer next to the comparables'. */
  readonly ownOdometers: readonly number[];
  /** The large figure next to the sum. */
  readonly callout?: number | undefined;
  /** The base value under the table of comparables. */
  readonly tableBase?: number | undefined;
  readonly table: readonly {
    readonly number: number;
    readonly price?: number | undefined;
    readonly odometer?: number | undefined;
    readonly distance?: number | undefined;
    readonly adjusted?: number | undefined;
  }[];
  /** Lines of the sum that are itemized on another page. */
  readonly parts?: number | undefined;
  readonly titleHistory?: number | undefined;
};

/** The table of conditions, as printed. */
export type FoundCondition = {
  readonly rows: readonly {
    readonly group?: string | undefined;
    readonly component: string;
    readonly grade?: string | undefined;
    readonly cents?: Found<number> | undefined;
  }[];
  readonly total: Found<number> | undefined;
  readonly overall?: Found<string> | undefined;
  readonly typical?: Found<string> | undefined;
};

/** The vehicle of the claim according to the family's own source. */
export type FamilyVehicle = {
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: Found<string>;
  readonly trim: Found<string> | undefined;
  readonly certain: boolean;
};

export type FamilyReading = {
  /** More than one report in the file, so it is unknown which figures belong together. */
  readonly several: boolean;
  /** Words of the sections about the claim and its vehicle: labels count only there. */
  readonly own: readonly Word[];
  readonly vehicle: FamilyVehicle | undefined;
  readonly draft: Draft;
  readonly evidence: Evidence;
};
