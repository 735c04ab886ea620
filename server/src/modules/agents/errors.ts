import { AppError, notFound } from '#platform/errors';

export const registrationClosed = () =>
  new AppError('program_disabled', 'Registration is not open at the moment.', { status: 404 });

export const wrongAgreementVersion = (currentVersion: string) =>
  new AppError('invalid_request', 'agreement.version is not the current one; read GET /agreement and accept that.', {
    status: 409,
    details: { current_version: currentVersion },
  });

export const tooManyPending = (retryAfterS: number) =>
  new AppError('rate_limited', 'Too many registrations of this operator.email wait for their code.', {
    status: 429,
    retryAfterS,
  });

export const tooManyCodes = (retryAfterS: number) =>
  new AppError('rate_limited', 'No more registration codes can be mailed today; register again tomorrow (UTC).', {
    status: 429,
    retryAfterS,
  });

export const registrationNotFound = () => notFound('No registration has this id.');

export const alreadyVerified = () =>
  new AppError('invalid_request', 'This registration is verified already; its key was shown once.', { status: 409 });

export const codeExpired = () =>
  new AppError('invalid_request', 'The code has expired; register again.', { status: 410 });

export const codeLocked = (retryAfterS: number) =>
  new AppError('rate_limited', 'Too many wrong codes; register again.', { status: 429, retryAfterS });

export const wrongCode = (attemptsLeft: number) =>
  new AppError('invalid_request', 'The code is wrong.', { status: 400, details: { attempts_left: attemptsLeft } });

/** One answer for every invalid code: unknown, expired or used. */
export const recoveryRefused = () =>
  new AppError('invalid_request', 'This code does not work; ask for a new one.', { status: 400 });
