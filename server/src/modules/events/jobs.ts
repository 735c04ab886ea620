import type { JobDefinition } from '#platform/jobs';

export const keepPartitionsJob: JobDefinition = { name: 'events.keep-partitions', cron: '10 0 * * *' };
