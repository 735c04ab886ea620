import type { Ctx } from '#context';
import type { JobBinding, Sweep } from '#platform/jobs';
import { maintainLogJob } from './jobs.ts';
import { maintainLog } from './retention/maintain-log.ts';
import { purgeUnrecorded } from './retention/retention.ts';

export const requestLogJobs = (ctx: Ctx): JobBinding[] => [{ job: maintainLogJob, run: () => maintainLog(ctx) }];

export const requestLogSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'request-log.purge-unrecorded', everyMs: 600_000, run: (limit) => purgeUnrecorded(ctx, limit) },
];
