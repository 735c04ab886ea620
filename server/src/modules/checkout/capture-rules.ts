import { improvementOf, type OfferParts } from '#lib/numbers/offer-parts';
import { decideFee, dueOf, type HoldKind, type Product, covers, isCovered, paidAsHolds } from './rules.ts';
import { standingStates, type HoldState } from './transitions.ts';
import type { Hold } from './hold-store.ts';

/**
 * How the research of a consultation is paid: by a hold that can be captured now, by a requested or completed charge
 * or a recorded payment, as part of representation, or not at all.
 */
export type ResearchPayment =
  | { readonly kind: 'held'; readonly holdId: string; readonly cents: number }
  | { readonly kind: 'charged' }
  | { readonly kind: 'included' }
  | { readonly kind: 'none' };

/** Decided from all holds of a consultation and its payments outside the provider. */
export function decideResearchPayment(holds: readonly Hold[], paid: readonly Product[]): ResearchPayment {
  if ([...holds, ...paidAsHolds(paid)].some(covers)) return { kind: 'included' };
  if (paid.includes('research')) return { kind: 'charged' };
  const research = holds.findLast(
    ({ product, state }) => product === 'research' && (state === 'held' || state === 'captured'),
  );
  if (research === undefined) return { kind: 'none' };
  const { id: holdId, state, requestedAction, capturedCents, refundedCents } = research;
  if (state === 'captured') return (capturedCents ?? 0) > refundedCents ? { kind: 'charged' } : { kind: 'none' };
  if (requestedAction === 'capture') return { kind: 'charged' };
  return requestedAction === 'release' || isCovered(research, holds)
    ? { kind: 'none' }
    : { kind: 'held', holdId, cents: dueOf(research) };
}

/** The provider's minimum charge for a card; a hold can be captured for any part. */
export const leastChargeCents = 50;

type CaptureFacts = {
  readonly product: Product;
  readonly state: HoldState;
  readonly requestedAction: string | null;
  readonly amountCents: number;
  /** Payments for research, which count toward representation. */
  readonly creditCents: number;
  /** Representation, active or charged, includes this hold. */
  readonly covered: boolean;
  /** The checkout also has a hold for research that may still be charged. */
  readonly besideResearch: boolean;
  /** Products recorded as paid in another way. */
  readonly paid: readonly Product[];
  readonly kind: HoldKind;
  /** For research: its appraisal is released, or a lead gave a reason for charging without one. */
  readonly researchGiven: boolean;
  /** For a saved card, as its terms require: a lead has seen the improvement in the insurer’s own documents. */
  readonly seenOnPaper: boolean;
  readonly offer: OfferParts;
  readonly settlement: OfferParts;
};

type CaptureVerdict =
  | { readonly kind: 'capture'; readonly cents: number }
  | {
      readonly kind:
        | 'wrong state'
        | 'covered'
        | 'paid otherwise'
        | 'too much'
        | 'too little'
        | 'beside research'
        | 'not released'
        | 'paper not seen';
    }
  | { readonly kind: 'improvement unknown'; readonly missing: readonly ('offer' | 'settlement')[] }
  | { readonly kind: 'improvement too small'; readonly cents: number };

/** Research is charged at its delivery, when its appraisal is released; representation when the improvement is large enough. */
export function decideCapture(facts: CaptureFacts, wantedCents: number | undefined): CaptureVerdict {
  if (!standingStates.includes(facts.state) || facts.requestedAction !== null) return { kind: 'wrong state' };
  if (facts.covered) return { kind: 'covered' };
  const due = dueOf(facts);
  if (facts.paid.includes(facts.product) || due < 1) return { kind: 'paid otherwise' };
  const cents = wantedCents ?? due;
  if (cents > due) return { kind: 'too much' };
  if (facts.kind === 'card' && cents < leastChargeCents) return { kind: 'too little' };
  if (facts.product === 'research') return facts.researchGiven ? { kind: 'capture', cents } : { kind: 'not released' };
  return decideRepresentation(facts, cents);
}

function decideRepresentation(facts: CaptureFacts, cents: number): CaptureVerdict {
  if (facts.besideResearch) return { kind: 'beside research' };
  const improvement = improvementOf(facts.offer, facts.settlement);
  if (improvement.kind === 'unknown') return { kind: 'improvement unknown', missing: improvement.missing };
  if (decideFee(improvement.cents) === 'nothing') return { kind: 'improvement too small', cents: improvement.cents };
  if (facts.kind === 'card' && !facts.seenOnPaper) return { kind: 'paper not seen' };
  return { kind: 'capture', cents };
}
