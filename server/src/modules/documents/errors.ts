import { AppError, rateLimited } from '#platform/errors';
import { uploadRefused } from '#platform/http';

/** The time for all of it is over (decision 51). */
export const takesTooLong = () => uploadRefused('is unreadable: it takes too long to read');

export const tooManyDocuments = (most: number) => uploadRefused(`is one too many: an intake has at most ${most}`);

/** More files wait to be read than can be in time. */
export const readersBusy = () => rateLimited(30);

/** One caller has too many uploads under way; the first of them has ended by then. */
export const tooManyUploads = () => rateLimited(10);

/** A file of ours that should be there is not: a case for people. */
export const documentLost = () =>
  new AppError('internal_error', 'The file of this document cannot be found.', { status: 500 });

/** Its caller was away for so long that the object was given up; sent again, it is put again. */
export const putGivenUp = () =>
  new AppError('internal_error', 'The file was not kept in time; send it again.', { status: 500 });
