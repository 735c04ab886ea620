import type { Ctx } from '#context';
import type { JobBinding, Sweep, JobDefinition } from '#platform/jobs';
import { maintainLog } from './request-retention/maintain-log.ts';
import { purgeUnrecorded } from './request-retention/retention.ts';

export const maintainLogJob: JobDefinition = { name: 'request-log.maintain', cron: '30 0 * * *' };

export const requestLogJobs = (ctx: Ctx): JobBinding[] => [{ job: maintainLogJob, run: () => maintainLog(ctx) }];

export const requestLogSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'request-log.purge-unrecorded', everyMs: 600_000, run: (limit) => purgeUnrecorded(ctx, limit) },
];
