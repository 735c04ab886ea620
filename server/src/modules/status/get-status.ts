import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { computeStatus, storedDays, type ServiceStatus } from './rules.ts';
import { countDays, findFirst, findNewest } from './store.ts';

/** What the samples say: now, in the last 24 hours and in the last 90 days. */
export async function getStatus(ctx: Ctx): Promise<ServiceStatus> {
  const now = ctx.clock.now();
  const [aDayAgo, longAgo] = [addDays(now, -1), addDays(now, -storedDays)];
  const [newest, hours, days, firstOfHours, firstOfDays] = await Promise.all([
    findNewest(ctx.db, now),
    countDays(ctx.db, aDayAgo, now),
    countDays(ctx.db, longAgo, now),
    findFirst(ctx.db, aDayAgo),
    findFirst(ctx.db, longAgo),
  ]);
  // Before the first sample of all there was nothing to measure; later ones are missing.
  const isOlder = firstOfDays !== undefined && firstOfDays < aDayAgo;
  return computeStatus({
    now,
    hasMail: ctx.mail.configured,
    newest,
    lastDay: { days: hours, since: isOlder ? aDayAgo : firstOfHours },
    lastDays: { days, since: firstOfDays },
  });
}
