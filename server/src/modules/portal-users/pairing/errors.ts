import { AppError, notFound } from '#platform/errors';

/** One answer for a code that never was, that has ended, and that was answered before. */
export const codeNotFound = () =>
  notFound('There is no such code. It works for ten minutes, and once. Run mw login again.');

/** For whoever asks: their pairing ended, or never was. */
export const pairingNotFound = () => notFound('There is no such pairing. It ended, or its token was fetched before.');

/** Random ones never meet. */
export const challengeUsed = () =>
  new AppError('challenge_used', 'This challenge was used before. Make a new verifier for each pairing.', {
    status: 409,
  });

export const pairingDenied = () =>
  new AppError('pairing_denied', 'The code was refused in the portal.', { status: 403 });
