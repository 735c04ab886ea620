import { AppError, malformedBody, notFound } from '#platform/errors';
import type { HoldState } from './transitions.ts';

export const holdNotFound = () => notFound('No hold has this id.');

export const wrongHoldState = (state: HoldState) =>
  new AppError('invalid_state', 'The hold is in a state that does not allow this.', {
    status: 409,
    details: { current_status: state },
  });

export const wrongConsultationState = (status: string) =>
  new AppError('invalid_state', 'The consultation is in a state that does not allow this.', {
    status: 409,
    details: { current_status: status },
  });

export const consultationNotReady = () => wrongConsultationState('not ready');

export const captureTooMuch = (cents: { readonly held: number; readonly due: number }) =>
  new AppError('capture_too_much', 'The amount is larger than the hold less the payments for research.', {
    status: 409,
    details: { held_cents: cents.held, due_cents: cents.due },
  });

export const holdCovered = () =>
  new AppError('hold_covered', 'Representation includes the research, so this hold will be released.', { status: 409 });

export const appraisalNotReleased = () =>
  new AppError(
    'appraisal_not_released',
    'No appraisal has been released yet. To charge for research now, give a reason.',
    {
      status: 409,
    },
  );

export const paperNotSeen = () =>
  new AppError('paper_not_seen', 'Charge it once you have seen the improvement in the insurer’s own documents.', {
    status: 409,
  });

export const paidOtherwise = () =>
  new AppError('paid_otherwise', 'It is recorded as paid in another way, so it can’t be charged.', { status: 409 });

/** A recorded payment counts as the whole price, so it cannot be larger than the remaining amount. */
export const paymentTooLarge = (dueCents: number) =>
  new AppError('payment_too_large', 'The payment is larger than the amount due for representation.', {
    status: 409,
    details: { due_cents: dueCents },
  });

export const researchNotEnded = () =>
  new AppError(
    'research_not_ended',
    'The hold for research is being released, and the amount due depends on it. Try again in a minute.',
    { status: 409 },
  );

type Side = 'offer' | 'settlement';

/** Uses the same names for both values as `POST consultations/{id}/settlement`, where they are submitted. */
export function improvementUnknown(missing: readonly Side[]): AppError {
  const words = missing.includes('settlement')
    ? 'record the settlement with the vehicle’s value before tax and fees.'
    : 'the first offer’s value before tax and fees is not known. Confirm or record it with the settlement.';
  return new AppError('improvement_unknown', `Representation is charged by its result: ${words}`, {
    status: 409,
    details: {
      missing: missing
        .toSorted()
        .toReversed()
        .map((side) => `${side}.value_cents`),
    },
  });
}

export const improvementTooSmall = (improvementCents: number) =>
  new AppError('improvement_too_small', 'The vehicle’s value did not rise by $1,000, so nothing is charged.', {
    status: 409,
    details: { improvement_cents: improvementCents },
  });

/** A card that the bank declined too often is not tried again until its owner confirms or changes it. */
export const chargeSpent = () =>
  new AppError(
    'charge_spent',
    'The bank has declined this card too many times. Its owner has to confirm it or enter another one.',
    {
      status: 409,
    },
  );

const refundProblems = {
  'under way': 'Another refund of this charge is under way.',
  disputed: 'The charge is disputed: the bank has already taken the money back. Answer or accept the dispute.',
  changed: 'Another refund was made since this page was loaded. Check the amount again.',
  'too much': 'The refund is larger than the amount charged and not yet refunded.',
} as const;

export const refundRefused = (why: keyof typeof refundProblems, details: { readonly left_cents: number }) =>
  new AppError('refund_refused', refundProblems[why], {
    status: 409,
    details: { reason: why.replace(' ', '_'), ...details },
  });

export const providerRefused = () =>
  new AppError('provider_refused', 'The card provider refused the request. The hold shows its current state.', {
    status: 409,
  });

export const notFromProvider = () => malformedBody('This is not a signed event from the card provider.');

export const linkNotSent = (reason: string) => new AppError('link_not_sent', reason, { status: 409 });

export const paymentNotFound = () => notFound('No payment has this id.');

export const alreadyNoted = () => new AppError('already_noted', 'This payment is already recorded.', { status: 409 });

export const holdStands = () =>
  new AppError('money_open', 'A card hold for it exists or is being placed. Capture it, or release it first.', {
    status: 409,
  });
