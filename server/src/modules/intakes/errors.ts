import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import { AppError, notFound, validationFailed } from '#platform/errors';
import type { IntakeStatus } from './schemas.ts';

export const intakeNotFound = () => notFound('No intake has this id.');

export const programClosed = () =>
  new AppError('program_disabled', 'The program takes no submissions at the moment.', { status: 404 });

export const statusForbids = 'The intake is in a status that does not allow this.';

export const invalidState = (status: IntakeStatus, reason = statusForbids) =>
  new AppError('invalid_state', reason, { status: 409, details: { current_status: status } });

export const noNumber = 'This intake has no number.';

/** Nothing can be attached to a neutral intake or to one that has ended (D-052). */
export const noConsultation = () =>
  new AppError('invalid_request', 'The intake has no open consultation to attach this to.', { status: 409 });

export const idempotencyKeyTooLong = () =>
  validationFailed([{ path: 'Idempotency-Key', message: `must have at most ${idempotencyKeyMaxLength} characters` }]);
