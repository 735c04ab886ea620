import { eventJobs } from '#mount/events/workers';
import { messageQueue } from '#mount/customers/workers';
import { plateQueue } from '#mount/vehicles/workers';
import { runDispatcher, webhookJobs } from '#mount/webhooks/workers';
import { fillInVin } from '#modules/intakes';
import {
  claimOnTime,
  jobOnTime,
  runClaimedRows,
  runOnTime,
  runScheduledJobs,
  runSweep,
  sweepOnTime,
  watchClock,
  type ClaimedRows,
  type Loop,
} from '#platform/jobs';
import type { Service } from './composition.ts';
import { messageOwners } from './message-sources.ts';
import { receiveInboundMail } from '#app/workers/receive-inbound-mail';
import { sweeps } from '#app/workers/sweeps';

/** Everything that runs outside requests, until `stop`; all of it pauses while the clock of this process is off. */
export async function startWorkers({ ctx, worker }: Service): Promise<Loop> {
  const deps = { worker, db: ctx.db, log: ctx.log, metrics: ctx.metrics };
  const clock = watchClock(deps);
  // Otherwise the first round of every loop would be skipped, because the clock's state is unknown.
  await clock.compared;
  const jobs = [...eventJobs(ctx), ...webhookJobs(ctx)].map((job) => jobOnTime(clock, job));
  const claim = <Row, Outcome>(queue: ClaimedRows<Row, Outcome>) => runClaimedRows(claimOnTime(clock, queue), deps);
  const loops: Loop[] = [
    clock,
    runOnTime(clock, () => runScheduledJobs(jobs, deps), deps),
    claim(messageQueue(ctx, messageOwners)),
    claim(plateQueue(ctx, fillInVin)),
    runDispatcher(ctx, { worker, mayBegin: () => clock.isInSync() }),
    await receiveInboundMail(ctx),
    ...sweeps(ctx).map((sweep) => runSweep(sweepOnTime(clock, sweep), deps)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
