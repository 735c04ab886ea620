import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { reconcileHold } from '../holds/reconcile-hold.ts';

/** Reconciles a hold within the request. When the provider does not respond, a worker continues. */
export async function reconcileNow(ctx: Ctx, holdId: string): Promise<GatewayError['kind'] | undefined> {
  try {
    await reconcileHold(ctx, holdId);
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
    return error.kind;
  }
}
