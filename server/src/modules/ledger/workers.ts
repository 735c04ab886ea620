import type { Ctx } from '#context';
import type { JobBinding, Sweep, JobDefinition } from '#platform/jobs';
import { measureAnchors } from './anchors/read-anchors.ts';
import { writeAnchor } from './anchors/write-anchor.ts';
import { chainEntries } from './consent/ledger-entries.ts';
import { measureLedger } from './consent/verify-consent.ts';
import { jobName } from './anchors/rules.ts';

/** At the beginning of each hour, and when a worker starts. */
const writeJob: JobDefinition = { name: jobName, cron: '0 * * * *' };

/** Until it is chained, an entry that is taken away is not missed; so the chain follows within a second. */
export const consentSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'consent.chain', everyMs: 1000, run: (limit) => chainEntries(ctx, limit) },
  { name: 'consent.measure', everyMs: 15_000, run: () => measureLedger(ctx) },
];

export const anchorJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: writeJob,
    run: async () => {
      const outcome = await writeAnchor(ctx);
      ctx.log.info({ outcome }, 'anchors.looked');
    },
  },
];

export const anchorSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'anchors.measure', everyMs: 15_000, run: () => measureAnchors(ctx) },
];
