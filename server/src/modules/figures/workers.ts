import type { Ctx } from '#context';
import { everyMinute, everyTenMinutes, type Job } from '#platform/jobs';
import { purgeSamples, sampleStatus, type Measurements } from './status/status.ts';

export { sampleStatus };

export const statusJobs = (ctx: Ctx, measurements: Measurements): Job[] => [
  { name: 'status.sample', cron: everyMinute, run: () => sampleStatus(ctx, measurements) },
  { name: 'status.purge', cron: everyTenMinutes, run: (limit) => purgeSamples(ctx, limit) },
];
