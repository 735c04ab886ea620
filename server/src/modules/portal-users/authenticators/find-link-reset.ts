import type { Ctx } from '#context';
import { findAuthenticatorReset, type PendingAuthenticatorReset } from '../authenticator-store.ts';
import { unknownLinks } from '../limit-rules.ts';
import { linkNotFound } from '../sign-in-errors.ts';

export type ResetLink = { readonly token: string; readonly address: string };

/** The reset that a link is of, whether or not it works yet. */
export async function findLinkReset(ctx: Ctx, { token, address }: ResetLink): Promise<PendingAuthenticatorReset> {
  const reset = await findAuthenticatorReset(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (reset !== undefined) return reset;
  await ctx.limits.consume(unknownLinks, address);
  throw linkNotFound();
}
