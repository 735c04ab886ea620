import type { Ctx } from '#context';
import { maintainDayPartitions } from '#platform/db';
import { addDays } from '#lib/time/dates';
import { deletedEndpointDays, historyDays } from './rules.ts';
import { deleteForgottenEndpoints } from './store.ts';

/** Creates upcoming partitions of the delivery history and drops expired ones, and deleted endpoints without deliveries. */
export async function maintainHistory(ctx: Ctx): Promise<void> {
  for (const table of historyDays) await maintainDayPartitions(ctx.db, table, ctx.clock.now());
  await deleteForgottenEndpoints(ctx.db, addDays(ctx.clock.now(), -deletedEndpointDays));
}
