import type { Ctx } from '#context';
import type { JobBinding } from '#platform/jobs';
import { retainJob } from './jobs.ts';
import { retain } from './erasure/retain.ts';

export const privacyJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: retainJob,
    run: async () => {
      const done = await retain(ctx);
      ctx.log.info({ ...done }, 'privacy.retained');
    },
  },
];
