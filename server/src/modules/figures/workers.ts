import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { purgeSamples, sampleStatus, type Measurements } from './status/status.ts';

export { sampleStatus };

export const statusSweeps = (ctx: Ctx, measurements: Measurements): Sweep[] => [
  { name: 'status.sample', everyMs: 60_000, run: () => sampleStatus(ctx, measurements) },
  { name: 'status.purge', everyMs: 600_000, run: (limit) => purgeSamples(ctx, limit) },
];
