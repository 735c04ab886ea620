import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import type { EndpointKey } from '../rules.ts';
import { countedMax, listFigureRows } from './figures-store.ts';
import type { EndpointFigures } from './portal-schemas.ts';

const ranges = { '24h': { stepS: 3_600, steps: 24 }, '7d': { stepS: 21_600, steps: 28 } } as const;

/** Attempts of an endpoint by hour for a day, or by six hours for a week; the last step is the one that is running. */
export async function getEndpointFigures(
  ctx: Ctx,
  key: EndpointKey,
  range: keyof typeof ranges,
): Promise<EndpointFigures> {
  const { id } = await getEndpoint(ctx, key);
  const { stepS, steps } = ranges[range];
  const now = ctx.clock.now();
  const running = Math.floor(now.getTime() / 1000 / stepS) * stepS;
  const since = new Date((running - (steps - 1) * stepS) * 1000);
  const until = addSeconds(since, steps * stepS);
  const rows = new Map((await listFigureRows(ctx.db, key, { since, until, stepS })).map((row) => [row.bucket, row]));
  return {
    object: 'portal.endpoint_figures',
    endpoint_id: id,
    range,
    step_seconds: stepS,
    counted_at_most: [...rows.values()].some(({ cut }) => cut) ? countedMax : null,
    steps: Array.from({ length: steps }, (_none, index) => {
      const { acknowledged = 0, failed = 0, p50_ms = null, p95_ms = null } = rows.get(index) ?? {};
      return { at: addSeconds(since, index * stepS).toISOString(), acknowledged, failed, p50_ms, p95_ms };
    }),
  };
}
