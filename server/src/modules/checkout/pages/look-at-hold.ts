import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { reconcileHold } from '../holds/reconcile-hold.ts';

/** Reconciles a hold while somebody waits for a page about it; what fails is left to a worker. */
export async function lookAtHold(ctx: Ctx, holdId: string): Promise<void> {
  await reconcileHold(ctx, holdId).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
  });
}
