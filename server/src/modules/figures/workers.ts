import type { Ctx } from '#context';
import { everyMinute, type Job } from '#platform/jobs';
import { sampleStatus, type Measurements } from './status/status.ts';

export { sampleStatus };

export const statusJobs = (ctx: Ctx, measurements: Measurements): Job[] => [
  { name: 'status.sample', cron: everyMinute, run: () => sampleStatus(ctx, measurements) },
];
