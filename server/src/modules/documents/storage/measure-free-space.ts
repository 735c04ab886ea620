import type { Ctx } from '#context';
import { documentMetrics } from '../metrics.ts';

/** Measures the space for files, where the store can say it. */
export async function measureFreeSpace(ctx: Ctx): Promise<number> {
  const free = await ctx.objects.freeBytes();
  if (free !== undefined) ctx.metrics.of(documentMetrics).freeBytes.set(free);
  return 0;
}
