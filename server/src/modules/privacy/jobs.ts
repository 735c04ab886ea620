import type { JobDefinition } from '#platform/jobs';

/** After the partitions of the night are made and dropped. */
export const retainJob: JobDefinition = { name: 'privacy.retain', cron: '40 0 * * *' };
