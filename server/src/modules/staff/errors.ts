import { AppError } from '#platform/errors';

export const staffExists = () =>
  new AppError('staff_exists', 'Somebody of the team already has this address.', { status: 409 });

export const staffNotFound = () => new AppError('not_found', 'Nobody of the team has this address.', { status: 404 });

/** More password checks are waiting than can run within a few seconds. */
export const signInCrowded = () =>
  new AppError('service_unavailable', 'Too many people are signing in at this moment. Please try again.', {
    status: 503,
    retryAfterS: 10,
  });

export const ownAccount = () =>
  new AppError('own_role', 'You cannot lower your own role or disable your own account.', { status: 409 });
