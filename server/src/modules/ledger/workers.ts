import type { Ctx } from '#context';
import { everyMinute, type Job, type Sweep } from '#platform/jobs';
import { measureAnchors } from './anchors/read-anchors.ts';
import { writeAnchor } from './anchors/write-anchor.ts';
import { chainEntries } from './consent/ledger-entries.ts';
import { measureLedger } from './consent/verify-consent.ts';
import { jobName } from './anchors/rules.ts';

/**
 * A removed entry is noticed only once it is chained; so each entry triggers the job, and the chain follows within
 * seconds.
 */
export const consentJobs = (ctx: Ctx): Job[] => [
  { name: 'consent.chain', cron: everyMinute, run: (limit) => chainEntries(ctx, limit) },
];

export const anchorJobs = (ctx: Ctx): Job[] => [
  {
    name: jobName,
    cron: '0 * * * *',
    run: async () => {
      const outcome = await writeAnchor(ctx);
      ctx.log.info({ outcome }, 'anchors.looked');
      return 0;
    },
  },
];

export const ledgerMeasures = (ctx: Ctx): Sweep[] => [
  { name: 'consent.measure', everyMs: 15_000, run: () => measureLedger(ctx) },
  { name: 'anchors.measure', everyMs: 15_000, run: () => measureAnchors(ctx) },
];
