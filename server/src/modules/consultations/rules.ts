import { type CallWindow, localTime, type LocalTime, zonesOf } from '#lib/calling/calling-hours';

/** The order of the queue: smaller comes first. */
export const tiers = { callback: 0, priority: 1, ordinary: 2, last: 3 } as const;

/** A lease without renewal; the board renews it every minute while the caller works. */
export const leaseS = 5 * 60;
/** The longest lease: a page that was left open must not block a consultation for ever. */
export const leaseMaxS = 2 * 3600;
/** A released consultation is not offered again at once. */
export const releasePauseS = 15 * 60;
/** One number is called once an hour at most, whatever the consultation. */
export const phoneGuardS = 3600;
/** Pause while another caller's transaction decides about the same number. */
export const phoneBusyS = 5;

const hour = 3600;
/** Pauses after the first call that reached nobody, after the second, and so on; the last one repeats. */
export const pausesS: readonly number[] = [hour, 4 * hour, 20 * hour, 24 * hour, 48 * hour, 72 * hour];
/** After this many calls a consultation comes after all others. */
export const attemptsMax = 6;
/** When the customer asked for another call without a time. */
export const callbackPauseS = 4 * hour;
/** A customer who was reached is not called again the same day, unless a caller decides so. */
export const reachedPauseS = 24 * hour;

/** Closed, or expired. */
export const isClosed = (row: { readonly closed_at: Date | null; readonly ends_at: Date | null }, now: Date): boolean =>
  row.closed_at !== null || (row.ends_at !== null && row.ends_at <= now);

/** Binds the encrypted number to its row. */
export const phoneAad = (consultationId: string): string => `consultations.consultations/${consultationId}`;
export const phoneName = (phone: string): string => `queue/phone/${phone}`;
export const emailName = (email: string): string => `queue/email/${email}`;
/** The lock for decisions about a number; the sandbox has its own. */
export const phoneLock = (phone: string, test: boolean): string => `${test ? 'sandbox/' : ''}${phoneName(phone)}`;

export const localTimes = (window: CallWindow, at: Date): LocalTime[] =>
  zonesOf(window).map((zone) => localTime(zone, at));
