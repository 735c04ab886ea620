import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { RefreshedFacts } from './refresh-facts.ts';
import type { FactSources } from './source-facts.ts';
import { takeReport, type TakeReport } from './take-report.ts';

/** Adds a valuation report that the team was sent, to a case of any source. */
export async function attachReport(ctx: Ctx, sources: FactSources, report: TakeReport): Promise<RefreshedFacts> {
  requireStaff(ctx.actor);
  return takeReport(ctx, sources, report);
}
