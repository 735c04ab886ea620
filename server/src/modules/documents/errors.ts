import { AppError, notFound, rateLimited, unavailable } from '#platform/errors';
import { uploadRefused } from '#platform/http';

/** The time limit for all reading of one file has passed (D-051). */
export const takesTooLong = () => uploadRefused('is unreadable: it takes too long to read');

export const tooManyDocuments = (most: number) => uploadRefused(`is one too many: an intake has at most ${most}`);

/** More files wait to be read than can be read in time. */
export const readersBusy = () =>
  unavailable('Too many files are being read at the moment; please send it again later.', { retryAfterS: 30 });

/** One client has too many uploads in progress; the first of them will have ended when it retries. */
export const tooManyUploads = () => rateLimited(10);

/** A file named in the database is missing from the object store; an operator has to check it. */
export const documentLost = () =>
  new AppError('internal_error', 'The file of this document cannot be found.', { status: 500 });

/** The customer was not proven in time, so the file was removed; the facts read from it remain. */
export const fileRemoved = () => notFound('The file was removed; what was read from it is still shown.');

/** The upload took so long that its object was marked for removal; sent again, it is stored under another key. */
export const putAbandoned = () =>
  new AppError('internal_error', 'The file was not kept in time; send it again.', { status: 500 });

/** A page that is too large or too complex to be drawn within the bounds. */
export const pageNotDrawn = () => notFound('This page cannot be drawn; download the file instead.');
