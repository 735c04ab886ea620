import type { Ctx } from '#context';
import { lanes, type Lane } from '../delivery/rules.ts';
import { webhookMetrics } from '../metrics.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { countDueRows } from './store.ts';

/** Counting stops here, and only this many endpoints are counted: enough to see how bad it is, at a bounded cost. */
const countedMax = 10_000;
const endpointsMax = 100;

/**
 * Due deliveries that have not begun at this process's endpoints; all processes together give the total. Test
 * endpoints are left out, because anyone can have one that hangs.
 */
export async function measureBacklog(ctx: Ctx, dispatcher: Dispatcher): Promise<number> {
  const now = ctx.clock.now();
  const { oldestDue, due, behind } = computeBacklog(dispatcher.queues, now);
  const { endpointsBehind, endpointMostBehind } = ctx.metrics.of(webhookMetrics);
  for (const lane of lanes) {
    const queue = `webhooks.${lane}`;
    ctx.metrics.workDue.set({ queue }, due[lane]);
    ctx.metrics.workOldestDue.set({ queue }, (now.getTime() - (oldestDue[lane] ?? now).getTime()) / 1000);
  }
  endpointsBehind.set(behind.length);
  const counted = await countDueRows(ctx.db, behind.slice(0, endpointsMax), { now, most: countedMax });
  endpointMostBehind.set(Math.max(0, ...counted));
  return 0;
}

/** The due deliveries that could begin, since when, and the endpoints with more due than their cap. */
function computeBacklog(queues: Iterable<EndpointQueue>, now: Date) {
  const due: Record<Lane, number> = { live: 0, replay: 0 };
  const oldestDue: Record<Lane, Date | undefined> = { live: undefined, replay: undefined };
  const behind = new Set<string>();
  for (const queue of queues) {
    if (queue.endpoint?.livemode === false) continue;
    for (const lane of lanes) {
      const first = queue.firstDue(lane, now);
      if (first === undefined) continue;
      if (queue.running > 0) behind.add(queue.id);
      else {
        due[lane] += queue.held(lane);
        if (first < (oldestDue[lane] ?? now)) oldestDue[lane] = first;
      }
    }
  }
  return { due, oldestDue, behind: [...behind] };
}
