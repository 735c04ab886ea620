import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/dates';
import { transact } from '#platform/db';
import { composeWarning, type EndpointNotice } from './compose-warning.ts';
import { claimEndpointsToWarn } from './health-store.ts';
import { exhaustedPauseHours, warnAfterHours } from './rules.ts';

/** Who writes to institutions: bound in app/, because institutions and messages come after this module. */
export type TellOfEndpoints = (tx: Tx, notices: readonly EndpointNotice[]) => Promise<void>;

/**
 * Tells institutions of endpoints that have failed for six hours, once in each time of failing, and of deliveries that
 * were given up, at most once a day (decision 129). Telling and noting it commit together.
 */
export async function warnOfEndpoints(ctx: Ctx, limit: number, tell: TellOfEndpoints): Promise<number> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await claimEndpointsToWarn(tx.db, {
      failingSince: addHours(now, -warnAfterHours),
      toldBefore: addHours(now, -exhaustedPauseHours),
      now,
      limit,
    });
    if (due.length > 0) await tell(tx, due.map(composeWarning));
    return due.length;
  });
}
