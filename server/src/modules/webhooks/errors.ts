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

export const recoveryRunning = () =>
  new AppError('invalid_state', 'A recovery of this endpoint is running; stop it or wait for its end.', {
    status: 409,
  });

export const recoveryNotRunning = () =>
  new AppError('invalid_state', 'No such recovery is running at this endpoint: it has ended or was stopped.', {
    status: 409,
  });

export const rotationOver = () =>
  new AppError('invalid_state', 'No overlap is running: the new secret is the only one, and the old one is gone.', {
    status: 409,
  });

export const deliveryNotFound = () => notFound('No delivery has this id.');

export const noWebhook = () =>
  new AppError('invalid_state', 'Your agent has no webhook; set one with PUT /api/agent/v1/me/webhook first.', {
    status: 409,
  });

export const endpointNotFound = () => notFound('No webhook endpoint has this id.');

export const eventRecoveryRunning = () =>
  new AppError('invalid_state', 'Events are being sent to this endpoint again; wait until that is done.', {
    status: 409,
  });

export const recoveryNotFound = () => notFound('No recovery has this id.');
