import { anchorJobs } from '#mount/anchors/workers';
import { eventJobs, watchPause } from '#mount/events/workers';
import { messageQueue } from '#mount/customers/workers';
import { privacyJobs } from '#mount/privacy/workers';
import { requestLogJobs } from '#mount/request-log/workers';
import { plateQueue } from '#mount/vehicles/workers';
import { runDispatcher, webhookJobs } from '#mount/webhooks/workers';
import { fillInVin } from '#modules/intakes';
import {
  claimOnTime,
  jobOnTime,
  measureDatabase,
  measureJobs,
  runClaimedRows,
  runOnTime,
  runScheduledJobs,
  runSweep,
  sweepOnTime,
  type ClaimedRows,
  type ClockWatch,
  type Loop,
} from '#platform/jobs';
import type { Service } from './composition.ts';
import { messageOwners } from './message-sources.ts';
import { receiveInboundMail } from '#app/workers/receive-inbound-mail';
import { sweeps } from '#app/workers/sweeps';

/**
 * Everything that runs outside requests, until `stop`; all of it pauses while the clock of this process is off, and after
 * a restore until somebody says resume.
 */
export async function startWorkers({ ctx, direct, worker }: Service, watched: ClockWatch): Promise<Loop> {
  const deps = { worker, db: ctx.db, log: ctx.log, metrics: ctx.metrics };
  const pause = watchPause(ctx);
  // Otherwise the first round of every loop would be skipped, because neither state is known.
  await Promise.all([watched.compared, pause.known]);
  const clock = { ...watched, isInSync: () => watched.isInSync() && !pause.isPaused() };
  const jobs = [
    ...eventJobs(ctx),
    ...webhookJobs(ctx),
    ...requestLogJobs(ctx),
    ...privacyJobs(ctx),
    ...anchorJobs(ctx),
  ].map((job) => jobOnTime(clock, job));
  const jobNames = jobs.filter(({ job }) => job.cron !== undefined).map(({ job }) => job.name);
  const claim = <Row, Outcome>(queue: ClaimedRows<Row, Outcome>) => runClaimedRows(claimOnTime(clock, queue), deps);
  const loops: Loop[] = [
    pause,
    runOnTime(clock, () => runScheduledJobs(jobs, { ...deps, db: direct }), deps),
    // Whatever the clock says, since these times are the database's.
    runSweep({ name: 'jobs.measure', everyMs: 15_000, run: () => measureJobs(deps, jobNames) }, deps),
    runSweep({ name: 'database.measure', everyMs: 15_000, run: () => measureDatabase(deps) }, deps),
    claim(messageQueue(ctx, messageOwners)),
    claim(plateQueue(ctx, fillInVin)),
    runDispatcher(ctx, { worker, mayBegin: () => clock.isInSync() }),
    await receiveInboundMail(ctx, clock),
    ...sweeps(ctx).map((sweep) => runSweep(sweepOnTime(clock, sweep), deps)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
