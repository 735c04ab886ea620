import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { initialPartnerEventTypes, readEventTime } from '#modules/events';
import { transact } from '#platform/db';
import {
  hasRunningEventRecovery,
  insertRecovered,
  lockEventRecovery,
  updateEventRecovery,
  updateEventRecoveryDone,
} from './store.ts';

/** One batch of one recovery, with its progress in the same transaction: after a crash it goes on there. */
export async function continueEventRecovery(ctx: Ctx, limit: number): Promise<number> {
  if (!(await hasRunningEventRecovery(ctx.db))) return 0;
  return transact(ctx, async (tx) => {
    const row = await lockEventRecovery(tx.db);
    if (row === undefined) return 0;
    const now = tx.clock.now();
    const ids = row.event_ids.slice(row.place, row.place + limit);
    const endpoint = { accountId: row.account_id, livemode: row.livemode, id: row.endpoint_id };
    // An endpoint that was deleted meanwhile gets none, and the recovery ends.
    const recovered = await insertRecovered(tx.db, endpoint, {
      ids,
      times: ids.map((id) => readEventTime(id) ?? now),
      defaults: initialPartnerEventTypes,
      now,
      newId: newId('dlv', now),
    });
    const place = row.place + ids.length;
    updateEventRecovery(tx.db, row.id, { place, recovered });
    if (place >= row.event_ids.length) updateEventRecoveryDone(tx.db, row.id, now);
    // A full batch asks for another at once.
    return ids.length === limit ? limit : 0;
  });
}
