import { AppError, malformedBody, notFound } from '#platform/errors';
import type { HoldState } from './rules.ts';

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

export const captureTooMuch = (heldCents: number) =>
  new AppError('capture_too_much', 'More than is held cannot be captured.', {
    status: 409,
    details: { held_cents: heldCents },
  });

export const improvementUnknown = () =>
  new AppError('improvement_unknown', 'Representation is charged by its result: record the settlement first.', {
    status: 409,
  });

export const improvementTooSmall = (improvementCents: number) =>
  new AppError('improvement_too_small', 'The settlement did not improve by $1,000, so nothing is charged.', {
    status: 409,
    details: { improvement_cents: improvementCents },
  });

export const providerRefused = () =>
  new AppError('provider_refused', 'The card provider refused. The hold shows where it stands.', { status: 409 });

export const notFromProvider = () => malformedBody('This is no signed event of the card provider.');
