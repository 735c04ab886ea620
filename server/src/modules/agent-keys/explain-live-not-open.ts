import { sqlState } from '#platform/db';
import { AppError } from '#platform/errors';

/**
 * The tables of what institutions have live refuse it while live mode is not open for one, whoever asks; this is what
 * that refusal is called.
 */
export const explainLiveNotOpen = (error: unknown): Error | undefined =>
  sqlState(error) === 'MW409'
    ? new AppError('live_not_open', 'Live mode is not open yet for this institution. The sandbox is.', { status: 403 })
    : undefined;
