import type { Ctx } from '#context';
import { jobName, lateAfterMs } from './rules.ts';
import { findSince } from './store.ts';

type LastAnchor = { readonly state: 'not configured' | 'in time' | 'late'; readonly since: Date | undefined };

/** Whether anchors are written, and when the last was; before the first, since when one is waited for. */
export async function describeLastAnchor({ config, clock, db }: Ctx): Promise<LastAnchor> {
  if (config.anchors === undefined) return { state: 'not configured', since: undefined };
  const since = await findSince(db, jobName);
  const isLate = since !== undefined && clock.now().getTime() - since.getTime() > lateAfterMs;
  return { state: isLate ? 'late' : 'in time', since };
}
