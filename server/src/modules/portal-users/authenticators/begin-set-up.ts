import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { toAuthenticatorView } from '../password/rules.ts';
import { deleteTries } from '../try-store.ts';
import { checkResetPassword } from './check-reset-password.ts';
import { findLinkReset, type ResetLink } from './find-link-reset.ts';
import { resetAad } from './rules.ts';

/** The secret of the new authenticator, for whoever has the link and the password. */
export async function beginSetUp(ctx: Ctx, { password, ...link }: ResetLink & { readonly password: string }) {
  const reset = await findLinkReset(ctx, link);
  const tries = await checkResetPassword(ctx, reset, password);
  await transact(ctx, async (tx) => deleteTries(tx.db, tries));
  return { authenticator: toAuthenticatorView(reset.email, ctx.vault.decrypt(reset.sealed_totp, resetAad(reset.id))) };
}
