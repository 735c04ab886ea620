import { AppError } from '#platform/errors';
import { tryWindowS } from './rules.ts';

/** More password checks are waiting than can run within a few seconds. */
export const signInCrowded = () =>
  new AppError('service_unavailable', 'Too many people are signing in at this moment. Please try again.', {
    status: 503,
    retryAfterS: 10,
  });

export const tooManyTries = () =>
  new AppError('too_many_tries', 'There were too many tries. Wait fifteen minutes.', {
    status: 429,
    retryAfterS: tryWindowS,
  });
