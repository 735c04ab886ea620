import { AppError } from '#platform/errors';

export const staffExists = () =>
  new AppError('staff_exists', 'Somebody of the team already has this address.', { status: 409 });

export const staffNotFound = () => new AppError('not_found', 'Nobody of the team has this address.', { status: 404 });
