import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/time/dates';
import { transact } from '#platform/db';
import { composeWarning, type EndpointNotice } from './compose-warning.ts';
import { claimEndpointsToWarn } from './store.ts';
import { exhaustedPauseHours, warnAfterHours } from './rules.ts';

/** Notifies institutions and operators of agents; bound in app/, because they and messages are in later modules. */
export type NotifyOfEndpoints = (tx: Tx, notices: readonly EndpointNotice[]) => Promise<void>;

/**
 * Notifies institutions and operators of agents of endpoints that have failed for six hours, once per period of failing, and of exhausted
 * deliveries, at most once a day (D-129). The notices and their marks commit together.
 */
export async function warnOfEndpoints(ctx: Ctx, limit: number, notify: NotifyOfEndpoints): Promise<number> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await claimEndpointsToWarn(tx.db, {
      failingSince: addHours(now, -warnAfterHours),
      notifiedBefore: addHours(now, -exhaustedPauseHours),
      now,
      limit,
    });
    if (due.length > 0)
      await notify(
        tx,
        due.map((endpoint) => composeWarning(tx.config, endpoint)),
      );
    return due.length;
  });
}
