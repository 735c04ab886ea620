import type { JobDefinition } from '#platform/jobs';

export const keepHistoryJob: JobDefinition = { name: 'webhooks.keep-history', cron: '20 0 * * *' };
