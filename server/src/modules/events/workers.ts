import type { Ctx } from '#context';
import type { JobBinding } from '#platform/jobs';
import { checkSealsJob, maintainPartitionsJob, makeSealsJob } from './jobs.ts';
import { maintainPartitions } from './maintain-partitions.ts';
import { checkSeals, makeSeals } from './seals/seals.ts';

export { watchPause } from './events.ts';

export const eventJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: maintainPartitionsJob,
    run: async () => {
      const { made, dropped } = await maintainPartitions(ctx);
      ctx.log.info({ made, dropped }, 'events.partitions-maintained');
    },
  },
  {
    job: makeSealsJob,
    run: async () => {
      const { noted, sealed, waiting } = await makeSeals(ctx);
      ctx.log.info({ noted, sealed, waiting }, 'events.seals-made');
    },
  },
  {
    job: checkSealsJob,
    run: async () => {
      const { days, broken } = await checkSeals(ctx);
      ctx.log.info({ days, broken }, 'events.seals-checked');
    },
  },
];
