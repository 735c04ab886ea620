import type { JobDefinition } from '#platform/jobs';

export const maintainPartitionsJob: JobDefinition = {
  name: 'events.maintain-partitions',
  formerName: 'events.keep-partitions',
  cron: '10 0 * * *',
};
