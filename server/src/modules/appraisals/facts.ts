import type { Ctx } from '#context';
import type { DeliverySources } from '#modules/checkout';

/** The kind of an insurer's figure: the vehicle value before tax and fees, or a figure whose basis is unknown. */
export type OfferBasis = 'value' | 'stated';

/** The known facts of the vehicle and the claim when an appraisal is composed. */
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

/** A license under which appraisals are made in a state. */
export type Licence = { readonly number: string; readonly until: string | undefined };

/** Callbacks of other modules; bound in app/callbacks.ts, since most of them come after this one. */
export type AppraisalSources = {
  /** Collects the known facts of a case, for any module of origin. */
  readonly collectSubject: (ctx: Ctx, consultationId: string) => Promise<AppraisalSubject>;
  /** The configured license for a state; without one the document states that it is not a licensed appraisal. */
  readonly licenceOf: (ctx: Ctx, state: string | undefined) => Licence | undefined;
  readonly delivery: DeliverySources;
};
