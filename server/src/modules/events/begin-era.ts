import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { insertEra, type Era } from './era-store.ts';

/** Long enough for a request, not for a roster: what is queued behind the lock waits too. */
const lockWithin = { text: "set local lock_timeout = '5s'", values: [] };

/**
 * Begins an era after a restore and pauses the workers. A reader whose cursor is beyond the restored point goes on with
 * the first event of the new era.
 */
export const beginEra = (ctx: Ctx): Promise<Era> =>
  transact(ctx, async (tx) => {
    tx.db.write(lockWithin);
    return insertEra(tx.db);
  });
