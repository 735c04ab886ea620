import type { Ctx } from '#context';
import type { JobBinding, Sweep, JobDefinition } from '#platform/jobs';
import { eraseAsked, type CloseErased } from './erasure/erase-customer.ts';
import { retain } from './erasure/retain.ts';

/** After the partitions of the night are made and dropped. */
export const retainJob: JobDefinition = { name: 'privacy.retain', cron: '40 0 * * *' };

export const privacyJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: retainJob,
    run: async () => {
      const done = await retain(ctx);
      ctx.log.info({ ...done }, 'privacy.retained');
    },
  },
];

/** Erasures that were asked for on the board; whoever asked waits for them. */
export const privacySweeps = (ctx: Ctx, close: CloseErased): Sweep[] => [
  { name: 'privacy.erase-asked', everyMs: 1000, run: () => eraseAsked(ctx, close) },
];
