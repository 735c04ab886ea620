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

export const researchNotEnded = () =>
  new AppError(
    'research_not_ended',
    'The hold for research is being given back, and until then nobody knows what is due. Try again in a minute.',
    { status: 409 },
  );

type KnownFigures = {
  readonly settlementCents: number | undefined;
  readonly initialOfferCents: number | undefined;
};

/** Names both figures as `POST consultations/{id}/settlement` does, where they are submitted. */
export function improvementUnknown({ settlementCents, initialOfferCents }: KnownFigures): AppError {
  const missing = [
    ...(settlementCents === undefined ? ['settlement_cents'] : []),
    ...(initialOfferCents === undefined ? ['initial_offer_cents'] : []),
  ];
  const words =
    settlementCents === undefined
      ? 'record the settlement first.'
      : 'the insurer’s first offer is not known. Record it with the settlement.';
  return new AppError('improvement_unknown', `Representation is charged by its result: ${words}`, {
    status: 409,
    details: { missing },
  });
}

export const improvementTooSmall = (improvementCents: number) =>
  new AppError('improvement_too_small', 'The settlement did not improve by $1,000, so nothing is charged.', {
    status: 409,
    details: { improvement_cents: improvementCents },
  });

export const providerRefused = () =>
  new AppError('provider_refused', 'The card provider refused. The hold shows where it stands.', { status: 409 });

export const notFromProvider = () => malformedBody('This is no signed event of the card provider.');
