import type { Ctx } from '#context';
import type { JobBinding } from '#platform/jobs';
import { maintainPartitionsJob } from './jobs.ts';
import { maintainPartitions } from './maintain-partitions.ts';

export { watchPause } from './watch-pause.ts';

export const eventJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: maintainPartitionsJob,
    run: async () => {
      const { made, dropped } = await maintainPartitions(ctx);
      ctx.log.info({ made, dropped }, 'events.partitions-maintained');
    },
  },
];
