import type { Ctx } from '#context';
import type { RefreshedFacts } from './refresh-facts.ts';
import type { ChangedFacts } from './schemas.ts';
import { toFactsView } from './to-facts-view.ts';
import { toMarketFigures } from './to-market-figures.ts';

/** The facts after a change, and the market read before it. */
export const toChangedFacts = async (ctx: Ctx, { before, after }: RefreshedFacts): Promise<ChangedFacts> => ({
  ...(await toFactsView(ctx, after)),
  market_before: toMarketFigures(before.kept.preliminary),
});
