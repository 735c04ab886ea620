/** How often one number may be tried, over all cases, sources and callers. */
export type CallCaps = { readonly per24h: number; readonly per30d: number };

/**
 * Florida allows three in 24 hours (Fla. Stat. 501.616(6)(b)), and we apply that everywhere. No statute that we found
 * sets a number for 30 days; eight is our own.
 */
export const callCaps: CallCaps = { per24h: 3, per30d: 8 };

/** Older attempts than these are never needed. */
export const attemptsStored = callCaps.per30d;

export const stricterCaps = (one: CallCaps, other: CallCaps): CallCaps => ({
  per24h: Math.min(one.per24h, other.per24h),
  per30d: Math.min(one.per30d, other.per30d),
});

const hourMs = 3_600_000;

/** When a number with these attempts, newest first, may be tried again; undefined when it may be now. */
export function cappedUntil(attempts: readonly Date[], { per24h, per30d }: CallCaps, now: Date): Date | undefined {
  const ends = [
    [attempts[per24h - 1], 24],
    [attempts[per30d - 1], 720],
  ] as const;
  const until = Math.max(...ends.map(([at, hours]) => (at === undefined ? 0 : at.getTime() + hours * hourMs)));
  return until > now.getTime() ? new Date(until) : undefined;
}
