import { unavailable } from '#platform/errors';

/**
 * The process that reads documents does not answer, or has too much to do; nothing is wrong with the file. Apart from the
 * errors of the module, which bring the HTTP server along: a worker thread loads it.
 */
export const readerUnavailable = (cause?: unknown) =>
  unavailable('Files cannot be read at the moment; please send it again later.', { retryAfterS: 10, cause });
