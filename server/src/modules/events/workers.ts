import type { Ctx } from '#context';
import type { JobBinding } from '#platform/jobs';
import { keepPartitionsJob } from './jobs.ts';
import { keepPartitions } from './keep-partitions.ts';

export const eventJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: keepPartitionsJob,
    run: async () => {
      const { made, dropped } = await keepPartitions(ctx);
      ctx.log.info({ made, dropped }, 'events.partitions-kept');
    },
  },
];
