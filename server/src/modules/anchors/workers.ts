import type { Ctx } from '#context';
import type { JobBinding, Sweep } from '#platform/jobs';
import { writeJob } from './jobs.ts';
import { measureAnchors } from './measure-anchors.ts';
import { writeAnchor } from './write-anchor.ts';

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
