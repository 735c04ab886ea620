import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { FactSources } from './source-facts.ts';
import { getKnownFacts } from './get-known-facts.ts';
import type { FactsView } from './schemas.ts';
import { toFactsView } from './to-facts-view.ts';

export async function getFactsView(ctx: Ctx, sources: FactSources, consultationId: string): Promise<FactsView> {
  requireStaff(ctx.actor);
  return toFactsView(ctx, await getKnownFacts(ctx, sources, consultationId));
}
