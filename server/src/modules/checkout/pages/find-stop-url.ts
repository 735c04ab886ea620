import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { findCheckoutByToken } from '../store.ts';

/**
 * Where contact about the case of a checkout link is stopped. Agents relay that link too, so it stops the case and lists
 * no contact.
 */
export async function findStopUrl(ctx: Ctx, token: string): Promise<string | undefined> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token));
  return checkout && stopUrl(ctx, { consultationId: checkout.consultationId });
}
