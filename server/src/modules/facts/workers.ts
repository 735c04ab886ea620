import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import type { FactSources } from './source-facts.ts';
import { readDueMarkets } from './read-due-markets.ts';

/** Market reads of cases that are no intakes; theirs are made while their agent waits. */
export const factSweeps = (ctx: Ctx, sources: FactSources): Sweep[] => [
  { name: 'facts.read-due-markets', everyMs: 5000, run: (limit) => readDueMarkets(ctx, sources, limit) },
];
