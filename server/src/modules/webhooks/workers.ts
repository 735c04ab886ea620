import type { Ctx } from '#context';
import { everyMinute, type Job, type Sweep } from '#platform/jobs';
import { continueEventRecovery, purgeEventRecoveries } from './event-recovery/event-recovery.ts';
import { findEndpointGauges } from './health/store.ts';
import { warnOfEndpoints, type NotifyOfEndpoints } from './health/health.ts';
import { maintainHistory } from './history/maintain-history.ts';
import { webhookMetrics } from './metrics.ts';
import { continueRecovery } from './recovery/recovery.ts';

export { deliverDue } from './dispatch/deliver-due.ts';
export { findLongestWait } from './dispatch/find-longest-wait.ts';
export { runDispatcher } from './dispatch/run-dispatcher.ts';

export const deliveryJobs = (ctx: Ctx): Job[] => [
  { name: 'webhooks.recover', cron: everyMinute, run: (limit) => continueRecovery(ctx, limit) },
  { name: 'webhooks.recover-events', cron: everyMinute, run: (limit) => continueEventRecovery(ctx, limit) },
  {
    name: 'webhooks.maintain-history',
    cron: '20 0 * * *',
    run: async () => {
      await maintainHistory(ctx);
      await purgeEventRecoveries(ctx);
      return 0;
    },
  },
];

export const endpointMeasures = (ctx: Ctx): Sweep[] => [
  { name: 'webhooks.measure', everyMs: 15_000, run: () => measureEndpoints(ctx) },
];

/** Notifies institutions and operators of agents of failing endpoints. */
export const warningJob = (ctx: Ctx, notify: NotifyOfEndpoints): Job => ({
  name: 'webhooks.warn',
  cron: everyMinute,
  run: (limit) => warnOfEndpoints(ctx, limit, notify),
});

/** The number of failing endpoints; their ids are not labels, because their number has no bound. */
async function measureEndpoints({ db, metrics }: Ctx): Promise<number> {
  const gauges = await findEndpointGauges(db);
  const { endpointsFailing } = metrics.of(webhookMetrics);
  endpointsFailing.set({ audience: 'agent' }, gauges?.failing_agents ?? 0);
  endpointsFailing.set({ audience: 'partner' }, gauges?.failing_partners ?? 0);
  return 0;
}
