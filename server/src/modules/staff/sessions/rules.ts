import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';

export const sessionCookie = '__Host-makewhole-staff';

export const sessionIdleS = 30 * 60;

export const sessionTtlS = 12 * 3600;

/** How old `last_seen_at` may be before it is written again. */
export const sessionTouchS = 60;

/** How long a sign-in or a password stands for actions that move money, change roles or export data. */
export const freshS = 10 * 60;
/** Seen within this time counts as being there; the page of a case says so every minute. */
export const presentS = 5 * 60;

export const idleWindow = ({ clock }: Pick<Ctx, 'clock'>) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};

/** How long one refused sign-in of an account in the audit trail stands for those after it. */
export const failureHourS = 3600;

/** How long refused sign-ins are counted back: whoever returns from a month's leave still reads of them. */
export const failureDays = 31;
