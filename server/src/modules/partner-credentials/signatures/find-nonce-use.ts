import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { findNonce } from './nonce-store.ts';

type Nonce = { readonly credentialId: string; readonly nonce: string };

/** When a credential of the institution used this nonce, as long as that keeps it from being used again. */
export async function findNonceUse(ctx: Ctx, institutionId: string, nonce: Nonce): Promise<Date | undefined> {
  const since = addSeconds(ctx.clock.now(), -ctx.config.nonceTtlS);
  return (await findNonce(ctx.db, { ...nonce, institutionId, since }))?.seen_at;
}
