import type { Ctx } from '#context';
import type { JobBinding, Sweep } from '#platform/jobs';
import { eraseAsked, type CloseErased } from './erasure/erase-customer.ts';
import { retain } from './erasure/retain.ts';
import { retainJob } from './jobs.ts';

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
