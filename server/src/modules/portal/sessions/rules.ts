import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';

export const portalCookie = '__Host-makewhole-portal';

export const sessionIdleS = 30 * 60;

export const sessionTtlS = 12 * 3600;

/** How old `last_seen_at` may be before it is written again. */
export const sessionTouchS = 60;

/** How long a code stands for what cannot be taken back. */
export const freshS = 10 * 60;

export const idleWindow = ({ clock }: Pick<Ctx, 'clock'>) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};
