import type { Ctx } from '#context';
import { consentMetrics } from './metrics.ts';
import { findBacklog } from './store.ts';

/** Whoever reads the gauge needs no exact number above this one, and counting must stay cheap. */
const countedMax = 10_000;

/** Sets the gauges of what waits to be chained. */
export async function measureLedger(ctx: Ctx): Promise<number> {
  const backlog = await findBacklog(ctx.db, countedMax);
  const { unchained, unchainedSeconds } = ctx.metrics.of(consentMetrics);
  const now = ctx.clock.now().getTime();
  unchained.set(backlog?.entries ?? 0);
  unchainedSeconds.set(Math.max(0, (now - (backlog?.oldest_at?.getTime() ?? now)) / 1000));
  return 0;
}
