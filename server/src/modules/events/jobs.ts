import type { JobDefinition } from '#platform/jobs';

export const maintainPartitionsJob: JobDefinition = {
  name: 'events.maintain-partitions',
  formerName: 'events.keep-partitions',
  cron: '10 0 * * *',
};

/** Each hour: what could not be sealed because a transaction was open is sealed by the next run. */
export const makeSealsJob: JobDefinition = { name: 'events.make-seals', cron: '20 * * * *' };

export const checkSealsJob: JobDefinition = { name: 'events.check-seals', cron: '40 2 * * *' };
