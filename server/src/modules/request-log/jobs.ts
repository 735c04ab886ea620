import type { JobDefinition } from '#platform/jobs';

export const maintainLogJob: JobDefinition = { name: 'request-log.maintain', cron: '30 0 * * *' };
