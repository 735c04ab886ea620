import type { JobDefinition } from '#platform/jobs';
import { jobName } from './rules.ts';

/** At the beginning of each hour, and when a worker starts. */
export const writeJob: JobDefinition = { name: jobName, cron: '0 * * * *' };
