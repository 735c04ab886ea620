import type { Ctx } from '#context';
import type { JobBinding, JobDefinition } from '#platform/jobs';
import { maintainPartitions } from './events/store.ts';
import { checkSeals, makeSeals } from './event-seals/seals.ts';

export const maintainPartitionsJob: JobDefinition = {
  name: 'events.maintain-partitions',
  formerName: 'events.keep-partitions',
  cron: '10 0 * * *',
};

/** Each hour: what could not be sealed because a transaction was open is sealed by the next run. */
const makeSealsJob: JobDefinition = { name: 'events.make-seals', cron: '20 * * * *' };

const checkSealsJob: JobDefinition = { name: 'events.check-seals', cron: '40 2 * * *' };

export { watchPause } from './events/events.ts';

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
      ctx.log.info({ noted, sealed, waiting }, 'events.digests-made');
    },
  },
  {
    job: checkSealsJob,
    run: async () => {
      const { days, broken } = await checkSeals(ctx);
      ctx.log.info({ days, broken }, 'events.digests-checked');
    },
  },
];
