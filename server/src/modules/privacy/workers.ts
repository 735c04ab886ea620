import type { Ctx } from '#context';
import { everyMinute, type Job } from '#platform/jobs';
import { deletionOf } from '#platform/personal-data';
import { eraseAsked, type CloseErased } from './erasure/erase-customer.ts';
import { retain } from './erasure/retain.ts';
import { allPersonalData } from './tables-data.ts';

const deletions = Object.entries(allPersonalData).flatMap(
  ([table, declaration]) => deletionOf(table, declaration) ?? [],
);

/** Deletes rows whose period has ended, of every table; returns how many of the table that had the most. */
async function deleteOld(ctx: Ctx, limit: number): Promise<number> {
  let most = 0;
  for (const deletion of deletions) most = Math.max(most, await deletion(ctx, limit));
  return most;
}

export const privacyJobs = (ctx: Ctx, close: CloseErased): Job[] => [
  {
    name: 'privacy.retain',
    // After the nightly creation and removal of partitions.
    cron: '40 0 * * *',
    run: async () => {
      const done = await retain(ctx);
      ctx.log.info({ ...done }, 'privacy.retained');
      return 0;
    },
  },
  { name: 'privacy.delete-old', cron: everyMinute, run: (limit) => deleteOld(ctx, limit) },
  // Erasures that were asked for on the board; whoever asked waits for them.
  { name: 'privacy.erase-asked', cron: everyMinute, run: () => eraseAsked(ctx, close) },
];
