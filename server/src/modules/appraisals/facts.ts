import type { Ctx } from '#context';
import type { DeliverySources } from '#modules/checkout';

/** What a figure of the insurer is: the vehicle value before tax and fees, or a figure of which nobody knows that. */
export type OfferBasis = 'value' | 'stated';

/** What is known of the vehicle and the claim when an appraisal is composed. */
export type AppraisalSubject = {
  readonly caseNumber: string;
  readonly owner: string | undefined;
  readonly vin: string | undefined;
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly trim: string | undefined;
  readonly odometer: number | undefined;
  readonly state: string | undefined;
  readonly dateOfLoss: string | undefined;
  readonly insurer: string | undefined;
  readonly claimNumber: string | undefined;
  readonly offer: { readonly cents: number; readonly basis: OfferBasis } | undefined;
  /** The market read of the case. */
  readonly snapshotId: string | undefined;
};

/** A licence under which appraisals are made in a state. */
export type Licence = { readonly number: string; readonly until: string | undefined };

/** What other modules know; bound in app/callbacks.ts, since most of them come after this one. */
export type AppraisalSources = {
  /** Collects what is known of a case, whichever module it came from. */
  readonly collectSubject: (ctx: Ctx, consultationId: string) => Promise<AppraisalSubject>;
  /** The licence that is set for a state; without one the document says that it is none. */
  readonly licenceOf: (ctx: Ctx, state: string | undefined) => Licence | undefined;
  readonly delivery: DeliverySources;
};
