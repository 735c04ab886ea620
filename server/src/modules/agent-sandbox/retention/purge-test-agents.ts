import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { deleteAgents, lockIdleAgents } from './store.ts';

/** Anybody can type anybody's address there, so it does not stay for good. */
const idleDays = 90;

type Purge = { readonly limit: number; readonly except: readonly string[] };

/** Removes agents of the sandbox whose key was not used for long; returns how many. */
export function purgeTestAgents(ctx: Ctx, { limit, except }: Purge): Promise<number> {
  return transact(ctx, async (tx) => {
    const before = addDays(tx.clock.now(), -idleDays);
    const ids = (await lockIdleAgents(tx.db, { before, except, limit })).map(({ id }) => id);
    if (ids.length > 0) deleteAgents(tx.db, ids);
    return ids.length;
  });
}
