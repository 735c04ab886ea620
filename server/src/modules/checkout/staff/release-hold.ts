import type { Ctx } from '#context';
import { wrongHoldState } from '../errors.ts';
import type { HoldView } from '../schemas.ts';
import { standingStates } from '../transitions.ts';
import { requestAction } from './request-action.ts';

/** Releases an active hold, or removes a saved card. Nothing is charged, and the product is settled. */
export async function releaseHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  return requestAction(ctx, holdId, ({ hold }) => {
    if (!standingStates.includes(hold.state) || hold.requestedAction !== null) throw wrongHoldState(hold.state);
    return { action: 'release', cents: null };
  });
}
