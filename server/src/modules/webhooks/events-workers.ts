import type { Ctx } from '#context';
import type { Job } from '#platform/jobs';
import { maintainPartitions } from './events/store.ts';
import { checkSeals, makeSeals } from './event-seals/seals.ts';

export { watchPause } from './events/events.ts';

export const eventJobs = (ctx: Ctx): Job[] => [
  {
    name: 'events.maintain-partitions',
    cron: '10 0 * * *',
    run: async () => {
      const { made, dropped } = await maintainPartitions(ctx);
      ctx.log.info({ made, dropped }, 'events.partitions-maintained');
      return 0;
    },
  },
  {
    name: 'events.make-seals',
    // Each hour. A day with an open transaction gets its digest in a later run.
    cron: '20 * * * *',
    run: async () => {
      const { noted, sealed, waiting } = await makeSeals(ctx);
      ctx.log.info({ noted, sealed, waiting }, 'events.digests-made');
      return 0;
    },
  },
  {
    name: 'events.check-seals',
    cron: '40 2 * * *',
    run: async () => {
      const { days, broken } = await checkSeals(ctx);
      ctx.log.info({ days, broken }, 'events.digests-checked');
      return 0;
    },
  },
];
