import { AppError, notFound, validationFailed } from '#platform/errors';
import type { IntakeStatus } from './schemas.ts';

export const intakeNotFound = () => notFound('No intake has this id.');

export const programClosed = () =>
  new AppError('program_disabled', 'The program takes no submissions at the moment.', { status: 404 });

export const invalidState = (status: IntakeStatus) =>
  new AppError('invalid_state', 'The intake is in a status that does not allow this.', {
    status: 409,
    details: { current_status: status },
  });

export const invalidStateButListed = (status: IntakeStatus) =>
  new AppError(
    'invalid_state',
    'The intake is in a status that does not allow this. That its customer is not to be contacted is noted all the same.',
    { status: 409, details: { current_status: status } },
  );

/** There is nobody's case to attach anything to: a neutral answer, or one that has ended (decision 52). */
export const noConsultation = () =>
  new AppError('invalid_request', 'The intake has no open consultation to attach this to.', { status: 409 });

export const idempotencyKeyTooLong = () =>
  validationFailed([{ path: 'Idempotency-Key', message: 'must have at most 255 characters' }]);
