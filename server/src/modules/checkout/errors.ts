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
  new AppError('capture_too_much', 'More than is held, less what was paid for research, cannot be captured.', {
    status: 409,
    details: { held_cents: cents.held, due_cents: cents.due },
  });

export const holdCovered = () =>
  new AppError('hold_covered', 'Representation includes the research, so this hold is given back.', { status: 409 });

export const appraisalNotReleased = () =>
  new AppError('appraisal_not_released', 'Research is charged when its appraisal is released. None is: say why.', {
    status: 409,
  });

export const paperNotSeen = () =>
  new AppError('paper_not_seen', 'Charge it once you have seen the improvement on the insurer’s own paper.', {
    status: 409,
  });

export const paidOtherwise = () =>
  new AppError('paid_otherwise', 'It is noted as paid otherwise, so nothing is charged for it.', { status: 409 });

/** A noted payment counts as the whole price, so it cannot be larger than what is left of it. */
export const paymentTooLarge = (dueCents: number) =>
  new AppError('payment_too_large', 'More than is due for representation cannot be noted.', {
    status: 409,
    details: { due_cents: dueCents },
  });

export const researchNotEnded = () =>
  new AppError(
    'research_not_ended',
    'The hold for research is being given back, and until then nobody knows what is due. Try again in a minute.',
    { status: 409 },
  );

type Side = 'offer' | 'settlement';

/** Names both values as `POST consultations/{id}/settlement` does, where they are submitted. */
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

/** A card whose bank declined too often is not tried again until its owner confirms or changes it. */
export const chargeSpent = () =>
  new AppError(
    'charge_spent',
    'The bank has declined this card too often. Its owner has to confirm it or enter another one.',
    {
      status: 409,
    },
  );

const refundProblems = {
  'under way': 'Another refund of this charge is under way.',
  disputed: 'The charge is disputed: the bank has taken the money already. Answer or accept the dispute.',
  changed: 'Something was refunded since this was shown. Look at it again.',
  'too much': 'More than was charged and not refunded cannot be given back.',
} as const;

export const refundRefused = (why: keyof typeof refundProblems, details: { readonly left_cents: number }) =>
  new AppError('refund_refused', refundProblems[why], {
    status: 409,
    details: { reason: why.replace(' ', '_'), ...details },
  });

export const providerRefused = () =>
  new AppError('provider_refused', 'The card provider refused. The hold shows where it stands.', { status: 409 });

export const notFromProvider = () => malformedBody('This is no signed event of the card provider.');

export const linkNotSent = (reason: string) => new AppError('link_not_sent', reason, { status: 409 });

export const paymentNotFound = () => notFound('No payment has this id.');

export const alreadyNoted = () => new AppError('already_noted', 'This payment is noted already.', { status: 409 });

export const holdStands = () =>
  new AppError('money_open', 'A card hold for it stands or is being placed. Capture it, or release it first.', {
    status: 409,
  });
