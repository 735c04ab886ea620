import { AppError, notFound } from '#platform/errors';

export const referralFileNotFound = () => notFound('There is no such file of referrals.');

/** The file's status does not allow this action. */
export const fileIn = (status: string) =>
  new AppError('invalid_state', `The file is ${status}; this cannot be done any more, or not yet.`, {
    status: 409,
    details: { current_status: status },
  });

/** The numbers shown or typed differ from the dry run's. */
export const otherNumbers = (details: { readonly ready: number; readonly leave_out: number }) =>
  new AppError(
    'referral_count_mismatch',
    'Confirm how many rows are referred, and how many are left out, as the dry run counts them now.',
    { status: 409, details },
  );

export const unreadableFile = (message: string) => new AppError('referral_file_unreadable', message, { status: 422 });

export const tooManyFiles = () =>
  new AppError('rate_limited', 'This institution has uploaded as many files of referrals as it may in a day.', {
    status: 429,
    retryAfterS: 3600,
  });
