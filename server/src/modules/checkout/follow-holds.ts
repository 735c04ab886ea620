import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { GatewayError } from '#platform/errors';
import { followHold } from './follow-hold.ts';
import { claimDue } from './follow-store.ts';

/** Holds looked at in one turn, and at once: the provider allows about a hundred requests a second. */
const perTurn = 40;
const atOnce = 8;
/** Who does not come back from asking is asked for again then. */
const leaseS = 60;

/** Asks the provider about every hold that is due: it told of it, something is wished, or it was silent for long. */
export async function followHolds(ctx: Ctx, limit: number): Promise<number> {
  if (!ctx.cards.configured) return 0;
  const now = ctx.clock.now();
  const due = await claimDue(ctx.db, { now, again: addSeconds(now, leaseS) }, Math.min(limit, perTurn));
  for (let start = 0; start < due.length; start += atOnce) {
    await Promise.all(due.slice(start, start + atOnce).map((id) => followQuietly(ctx, id)));
  }
  return due.length;
}

/** One that cannot be followed, whyever, keeps no other waiting; it is tried again when its lease ends. */
async function followQuietly(ctx: Ctx, holdId: string): Promise<void> {
  try {
    await followHold(ctx, holdId);
  } catch (error) {
    if (error instanceof GatewayError) {
      ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
      return;
    }
    ctx.metrics.loopFailures.inc({ loop: 'checkout.follow-holds' });
    ctx.log.error({ err: error, hold: holdId }, 'checkout.follow-failed');
  }
}
