import { findMagic } from '#lib/api/agent-sandbox';
import { rateLimited, unavailable, type AppError } from '#platform/errors';
import { rehearsedClosing, rehearsedFailure } from '../errors.ts';

const moment = 'The service cannot do this right now; please try again in a moment.';

/** By the status of the table. */
const refusals: Readonly<Record<number, (retryAfterS: number) => AppError>> = {
  404: rehearsedClosing,
  429: rateLimited,
  500: rehearsedFailure,
  503: (retryAfterS) => unavailable(moment, { retryAfterS }),
};

/**
 * What an address asks to be refused with; undefined for all others. It is to be answered without a line in the log or a
 * count of failures: one that was asked for is none of ours.
 */
export function findRehearsal(
  email: string | undefined,
  operation: 'POST /intakes' | 'POST /register',
): AppError | undefined {
  const magic = findMagic(email, operation);
  return magic && refusals[magic.status]?.(magic.retryAfterS ?? 0);
}
