import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { continueResets, purgeResets } from './reset/reset.ts';
import { hasOpenReset } from './reset/store.ts';

/** Few enough that no transaction holds locks for long. */
const batch = 200;

/** `listHeldIds` says what a legal hold is on. */
export const sandboxSweeps = (ctx: Ctx, listHeldIds: (ctx: Ctx) => Promise<readonly string[]>): Sweep[] => [
  {
    name: 'sandbox.continue-resets',
    everyMs: 1000,
    // A batch that did something is full: the next follows at once.
    run: async (limit) => {
      if (!(await hasOpenReset(ctx.db))) return 0;
      return (await continueResets(ctx, { limit: batch, except: await listHeldIds(ctx) })) > 0 ? limit : 0;
    },
  },
  { name: 'sandbox.purge-resets', everyMs: 600_000, run: (limit) => purgeResets(ctx, limit) },
];
