import { dollarsToCents } from '#lib/numbers/money';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { traceFacts, type LookedUp, type Said, type Statements } from '#modules/consultations';
import type { IntakeRequest } from './schemas.ts';

/** The known facts of an intake, from any source. */
export type Facts = {
  /** All seventeen characters if any source gave them, otherwise the known part. */
  readonly vin: string | undefined;
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly trim: string | undefined;
  readonly trimCandidates: readonly string[];
  readonly odometer: number | undefined;
  readonly dateOfLoss: string | undefined;
  readonly zip: string | undefined;
  readonly lossState: string | undefined;
  readonly insurer: string | undefined;
  readonly claimNumber: string | undefined;
  readonly offerCents: number | undefined;
};

/** The members of a submission that describe the case. */
export type Submitted = Pick<IntakeRequest, 'vehicle' | 'loss' | 'offer'>;

/** An agent's statements, for the one rule of precedence. */
export const toSaid = ({ vehicle = {}, loss = {}, offer = {} }: Submitted): Said => ({
  vin: vehicle.vin,
  year: vehicle.year,
  make: vehicle.make,
  model: vehicle.model,
  trim: vehicle.trim,
  odometer: vehicle.odometer,
  date_of_loss: loss.date_of_loss,
  zip: loss.zip,
  loss_state: loss.loss_state,
  insurer: offer.insurer,
  claim_number: offer.claim_number,
  offer_cents: offer.acv_offer_cents ?? (offer.acv_offer === undefined ? undefined : dollarsToCents(offer.acv_offer)),
});

export const toStatements = (submitted: Submitted, lookedUp: LookedUp): Statements => ({
  sent: toSaid(submitted),
  sentBy: 'agent',
  lookedUp,
});

export const computeFacts = (submitted: Submitted, lookedUp: LookedUp): Facts =>
  toFacts(traceFacts(toStatements(submitted, lookedUp)));

export const toFacts = (facts: ReturnType<typeof traceFacts>): Facts => ({
  vin: facts.vin?.value,
  year: facts.year?.value,
  make: facts.make?.value,
  model: facts.model?.value,
  trim: facts.trim?.value,
  trimCandidates: facts.trimCandidates,
  odometer: facts.odometer?.value,
  dateOfLoss: facts.date_of_loss?.value,
  zip: facts.zip?.value,
  lossState: facts.loss_state?.value,
  insurer: facts.insurer?.value,
  claimNumber: facts.claim_number?.value,
  offerCents: facts.offer_cents?.value,
});

/**
 * The known parts of the insurer's first offer. An agent's figure may include tax; a report's figure is the value of
 * the vehicle, and a report about another vehicle is ignored.
 */
export function tracePartsOfOffer(submitted: Submitted, lookedUp: LookedUp): OfferParts {
  const statements = toStatements(submitted, lookedUp);
  const [stated, traced] = [statements.sent.offer_cents, traceFacts(statements).offer_cents];
  return {
    ...(stated === undefined ? {} : { stated: { cents: stated, from: 'agent' } }),
    ...(traced?.from === 'report' ? { value: { cents: traced.value, from: 'report' } } : {}),
  };
}
