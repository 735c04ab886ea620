import type { JobDefinition } from '#platform/jobs';

export const maintainHistoryJob: JobDefinition = {
  name: 'webhooks.maintain-history',
  formerName: 'webhooks.keep-history',
  cron: '20 0 * * *',
};
