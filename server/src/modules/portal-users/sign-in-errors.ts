import { tryWindowS } from '#platform/sign-in';
import { AppError, notFound } from '#platform/errors';

/** The same for an address without an account, a wrong password and a wrong code. */
export const signInRefused = () =>
  new AppError('sign_in_refused', 'The address, the password or the code is wrong.', { status: 403 });

export const codeRefused = () =>
  new AppError('code_refused', 'The code is wrong, or was used already. Wait for the next one.', { status: 403 });

export const tooManyTries = () =>
  new AppError('too_many_tries', 'There were too many tries. Wait fifteen minutes.', {
    status: 429,
    retryAfterS: tryWindowS,
  });

/** More password checks are waiting than can run within a few seconds. */
export const signInCrowded = () =>
  new AppError('service_unavailable', 'Too many people are signing in at this moment. Please try again.', {
    status: 503,
    retryAfterS: 10,
  });

export const passwordWeak = (problem: string) => new AppError('password_weak', problem, { status: 400 });

/** The same for a link that never was, was used, was replaced or is too old. */
export const linkNotFound = () => notFound('This link was used, was replaced or has expired.');

export const accountExists = () =>
  new AppError('account_exists', 'This address has an account already. Sign in with it.', { status: 409 });

export const mailNotConfigured = () =>
  new AppError('mail_not_configured', 'No mail server is configured, so no link can be sent.', { status: 409 });
