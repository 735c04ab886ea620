import type { Ctx } from '#context';
import { everyMinute, type Job } from '#platform/jobs';
import { eraseAsked, type CloseErased } from './erasure/erase-customer.ts';
import { retain } from './erasure/retain.ts';

export const privacyJobs = (ctx: Ctx, close: CloseErased): Job[] => [
  {
    name: 'privacy.retain',
    // After the partitions of the night are made and dropped.
    cron: '40 0 * * *',
    run: async () => {
      const done = await retain(ctx);
      ctx.log.info({ ...done }, 'privacy.retained');
      return 0;
    },
  },
  // Erasures that were asked for on the board; whoever asked waits for them.
  { name: 'privacy.erase-asked', cron: everyMinute, run: () => eraseAsked(ctx, close) },
];
