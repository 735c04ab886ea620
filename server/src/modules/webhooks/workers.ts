import type { Ctx } from '#context';
import type { JobBinding, Sweep, JobDefinition } from '#platform/jobs';
import { continueEventRecovery, purgeEventRecoveries } from './event-recovery/event-recovery.ts';
import { findEndpointGauges } from './health/store.ts';
import { warnOfEndpoints, type NotifyOfEndpoints } from './health/health.ts';
import { maintainHistory } from './history/maintain-history.ts';
import { webhookMetrics } from './metrics.ts';
import { continueRecovery } from './recovery/recovery.ts';

export const maintainHistoryJob: JobDefinition = {
  name: 'webhooks.maintain-history',
  formerName: 'webhooks.keep-history',
  cron: '20 0 * * *',
};

export { deliverDue } from './dispatch/deliver-due.ts';
export { findLongestWait } from './dispatch/find-longest-wait.ts';
export { runDispatcher } from './dispatch/run-dispatcher.ts';

/** Periodic work: gauges and recoveries. */
export const deliverySweeps = (ctx: Ctx): Sweep[] => [
  { name: 'webhooks.measure', everyMs: 15_000, run: () => measureEndpoints(ctx) },
  { name: 'webhooks.recover', everyMs: 1_000, run: (limit) => continueRecovery(ctx, limit) },
  { name: 'webhooks.recover-events', everyMs: 1_000, run: (limit) => continueEventRecovery(ctx, limit) },
];

/** Notifies institutions and operators of agents of failing endpoints. */
export const warningSweep = (ctx: Ctx, notify: NotifyOfEndpoints): Sweep => ({
  name: 'webhooks.warn',
  everyMs: 60_000,
  run: (limit) => warnOfEndpoints(ctx, limit, notify),
});

/** How many endpoints fail; their ids are not labels, because their number has no bound. */
async function measureEndpoints({ db, metrics }: Ctx): Promise<number> {
  const gauges = await findEndpointGauges(db);
  const { endpointsFailing } = metrics.of(webhookMetrics);
  endpointsFailing.set({ audience: 'agent' }, gauges?.failing_agents ?? 0);
  endpointsFailing.set({ audience: 'partner' }, gauges?.failing_partners ?? 0);
  return 0;
}

export const webhookJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: maintainHistoryJob,
    run: async () => {
      await maintainHistory(ctx);
      await purgeEventRecoveries(ctx);
    },
  },
];
