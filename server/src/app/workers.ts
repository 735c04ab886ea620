import { eventJobs } from '#mount/events/workers';
import { planJobs } from '#mount/plans/workers';
import { messageQueue } from '#mount/customers/workers';
import { plateQueue } from '#mount/vehicles/workers';
import { deliveryQueues, webhookJobs } from '#mount/webhooks/workers';
import { fillInVin } from '#modules/intakes';
import { runClaimedRows, runScheduledJobs, runSweep, type Loop } from '#platform/jobs';
import type { Service } from './context.ts';
import { messageReactions } from './reactions.ts';
import { sweeps } from './sweeps.ts';

/** Everything that runs outside requests, until `stop`. */
export async function startWorkers({ ctx, worker }: Service): Promise<Loop> {
  const deps = { worker, db: ctx.db, log: ctx.log, metrics: ctx.metrics };
  const loops: Loop[] = [
    // First, because it fails when the database is not there: nothing has been claimed by then.
    await runScheduledJobs([...eventJobs(ctx), ...webhookJobs(ctx), ...planJobs(ctx)], deps),
    runClaimedRows(messageQueue(ctx, messageReactions), deps),
    runClaimedRows(plateQueue(ctx, fillInVin), deps),
    ...deliveryQueues(ctx).map((queue) => runClaimedRows(queue, deps)),
    ...sweeps(ctx).map((sweep) => runSweep(sweep, deps)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
