import { AppError, notFound } from '#platform/errors';

export const endpointLimit = () =>
  new AppError('endpoint_limit', 'An institution has at most ten webhook endpoints.', { status: 409 });

export const rotationRunning = () =>
  new AppError('invalid_state', 'The last rotation of this endpoint is not over; promote it first.', { status: 409 });

export const overlapNotEnabled = () =>
  new AppError('invalid_state', 'Rotation with an overlap is not open yet; rotate with an overlap of 0.', {
    status: 409,
  });

export const endpointDisabled = () =>
  new AppError('invalid_state', 'The endpoint is disabled, so nothing is sent to it; enable it first.', {
    status: 409,
  });

export const deliveryNotFound = () => notFound('No delivery has this id.');

export const endpointNotFound = () => notFound('No webhook endpoint has this id.');
