import type { Ctx } from '#context';
import { describeLastAnchor } from './describe-last-anchor.ts';
import { anchorMetrics } from './metrics.ts';

/** Sets the gauge, whoever wrote the last one. */
export async function measureAnchors(ctx: Ctx): Promise<number> {
  const { since } = await describeLastAnchor(ctx);
  const now = ctx.clock.now().getTime();
  ctx.metrics.of(anchorMetrics).ageSeconds.set(Math.max(0, (now - (since?.getTime() ?? now)) / 1000));
  return 0;
}
