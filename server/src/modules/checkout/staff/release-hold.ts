import type { Ctx } from '#context';
import { wrongHoldState } from '../errors.ts';
import type { HoldView } from '../schemas.ts';
import { requestAction } from './request-action.ts';

/** Releases an active hold. Nothing is charged, and the product is settled. */
export async function releaseHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  return requestAction(ctx, holdId, ({ hold }) => {
    if (hold.state !== 'held' || hold.requestedAction !== null) throw wrongHoldState(hold.state);
    return { action: 'release', cents: null };
  });
}
