import { watchPause } from '#mount/webhooks/events-workers';
import { messageQueue } from '#mount/customers/workers';
import { runDispatcher } from '#mount/webhooks/workers';
import {
  claimOnTime,
  jobOnTime,
  measureDatabase,
  measureJobs,
  runClaimedRows,
  runOnTime,
  runJobs,
  runMeasures,
  sweepOnTime,
  type ClaimedRows,
  type ClockWatch,
  type Loop,
} from '#platform/jobs';
import type { Service } from './composition.ts';
import { messageOwners } from './message-sources.ts';
import { jobs as listJobs, measures } from '#app/workers/sweeps';
import type { Ctx } from '#context';
import { receiveMail } from '#gateways/inbound-mail';
import { findAddressTag } from '#lib/text/tagged-address';
import { recordMail } from '#modules/replies';

/**
 * Receives email while this process runs, if an address for it is set. While the clock is off the mail server is told
 * to try again, because the meaning of an email depends on its time.
 */
export async function receiveInboundMail(ctx: Ctx, clock: Pick<ClockWatch, 'isInSync'>): Promise<Loop> {
  const { inboundMail } = ctx.config;
  if (inboundMail?.lmtp === undefined) return { stop: async () => undefined };
  const { domain, lmtp } = inboundMail;
  return receiveMail({
    listen: lmtp,
    isOurs: (to) => findAddressTag(ctx, to, domain) !== undefined,
    deliver: async (to, mail) => {
      if (!clock.isInSync()) throw new Error('the clock is off');
      return recordMail(ctx, to, mail);
    },
    failed: (error) => ctx.log.warn({ err: error }, 'replies.mail-not-stored'),
  });
}

/**
 * All work outside requests, until `stop`; it pauses while the process's clock is off, and after a restore until an operator resumes it.
 */
export async function startWorkers({ ctx, direct, worker }: Service, watched: ClockWatch): Promise<Loop> {
  const deps = { worker, db: ctx.db, log: ctx.log, metrics: ctx.metrics };
  const pause = watchPause(ctx);
  // Otherwise the first round of all loops would be skipped, because neither state is known.
  await Promise.all([watched.compared, pause.known]);
  const clock = { ...watched, isInSync: () => watched.isInSync() && !pause.isPaused() };
  const jobs = listJobs(ctx).map((job) => jobOnTime(clock, job));
  const claim = <Row, Outcome>(queue: ClaimedRows<Row, Outcome>) => runClaimedRows(claimOnTime(clock, queue), deps);
  const loops: Loop[] = [
    pause,
    runOnTime(clock, () => runJobs(jobs, { ...deps, db: direct }), deps),
    runMeasures(
      [
        ...measures(ctx).map((measure) => sweepOnTime(clock, measure)),
        // Whatever the clock shows, because these times are the database's.
        { name: 'jobs.measure', everyMs: 15_000, run: () => measureJobs(deps, jobs) },
        { name: 'database.measure', everyMs: 15_000, run: () => measureDatabase(deps) },
      ],
      deps,
    ),
    claim(messageQueue(ctx, messageOwners)),
    runDispatcher(ctx, { worker, mayBegin: () => clock.isInSync() }),
    await receiveInboundMail(ctx, clock),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
