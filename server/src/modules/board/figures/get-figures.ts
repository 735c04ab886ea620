import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { findExposureTotals } from '#modules/exposure';
import { listOutcomes, listReach } from './call-store.ts';
import { findFunnel, listHoldFigures, listOrigins, listSettled } from './figure-store.ts';
import { readPeriod } from './read-period.ts';
import { computeImprovement, computePeople } from './rules.ts';
import { funnelSteps, type Figures, type FiguresQuery } from './schemas.ts';

/** More platforms and institutions than a page shows. */
const originsMax = 200;
/** More settlements than a team has in a month. */
const settledMax = 20_000;

/** What became of the cases of a day, week or month, and who called whom when, by the team's clock. */
export async function getFigures(ctx: Ctx, query: FiguresQuery): Promise<Figures> {
  requireStaff(ctx.actor);
  const { range, zone, on, period } = await readPeriod(ctx, query);
  const [funnel, origins, settled, holds, reach, outcomes, exposure] = await Promise.all([
    findFunnel(ctx.db, period),
    listOrigins(ctx.db, period, originsMax),
    listSettled(ctx.db, period, settledMax),
    listHoldFigures(ctx.db, period),
    listReach(ctx.db, period, zone),
    listOutcomes(ctx.db, period),
    findExposureTotals(ctx, undefined, { livemode: true, ...period }),
  ]);
  return {
    object: 'board.figures',
    at: ctx.clock.now().toISOString(),
    zone,
    range,
    on,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    funnel: funnelSteps.map((step) => ({ step, count: funnel?.[step] ?? 0 })),
    first_call: {
      median_s: toSeconds(funnel?.median_s ?? undefined),
      called: funnel?.called ?? 0,
    },
    reach: [...reach],
    people: computePeople(outcomes),
    improvement: computeImprovement(settled),
    exposure: exposure?.totals ?? null,
    holds: [...holds],
    origins: [...origins],
  };
}

/** A case may be entered while its first call is under way; that counts as no wait. */
const toSeconds = (median: number | undefined): number | null =>
  median === undefined ? null : Math.max(0, Math.round(median));
