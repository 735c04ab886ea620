import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';

export const sessionCookie = '__Host-makewhole-staff';

export const sessionIdleS = 30 * 60;

export const sessionTtlS = 12 * 3600;

/** How old `last_seen_at` may be before it is written again. */
export const sessionTouchS = 60;

/** Seen within this time counts as being there; the page of a case says so every minute. */
export const presentS = 5 * 60;

export const idleWindow = ({ clock }: Pick<Ctx, 'clock'>) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};
