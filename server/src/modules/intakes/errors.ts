import { notFound, validationFailed } from '#platform/errors';

export const intakeNotFound = () => notFound('No intake has this id.');

export const contactMissing = { path: 'customer', message: 'email or phone is required' };

export const idempotencyKeyTooLong = () =>
  validationFailed([{ path: 'Idempotency-Key', message: 'must have at most 255 characters' }]);
