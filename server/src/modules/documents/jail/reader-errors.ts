import { unavailable } from '#platform/errors';

/**
 * The process that reads documents does not respond or is overloaded; nothing is wrong with the file. Separate from
 * the errors of the module, which load the HTTP server, because a worker thread loads this.
 */
export const readerUnavailable = (cause?: unknown) =>
  unavailable('Files cannot be read at the moment; please send it again later.', { retryAfterS: 10, cause });
