import { AppError, rateLimited } from '#platform/errors';
import { uploadRefused } from '#platform/http';

export const notPdf = () => uploadRefused('is not a PDF');

/** Damaged, encrypted, or more work than a report ever is (decisions 50 and 51). */
export const unreadable = (why: string) => uploadRefused(`is unreadable: ${why}`);

export const tooManyDocuments = (most: number) => uploadRefused(`is one too many: an intake has at most ${most}`);

/** More files wait to be read than can be in time. */
export const readersBusy = () => rateLimited(30);

/** A file of ours that should be there is not: a case for people. */
export const documentLost = () =>
  new AppError('internal_error', 'The file of this document cannot be found.', { status: 500 });
