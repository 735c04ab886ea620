import type { Ctx } from '#context';
import { unknownLinks } from '../limit-rules.ts';
import { toAuthenticatorView } from '../password/rules.ts';
import { linkNotFound } from '../sign-in-errors.ts';
import type { SetupView } from '../sign-in-schemas.ts';
import { signUpAad } from './rules.ts';
import { findOpenSignUp } from './store.ts';

type Link = { readonly token: string; readonly address: string };

/** What the set-up page shows to whoever has the link. */
export async function findSignUp(ctx: Ctx, { token, address }: Link): Promise<SetupView> {
  const signUp = await findOpenSignUp(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (signUp === undefined) {
    await ctx.limits.consume(unknownLinks, address);
    throw linkNotFound();
  }
  const { id, email, name, institution_name, sealed_totp } = signUp;
  const authenticator = toAuthenticatorView(email, ctx.vault.decrypt(sealed_totp, signUpAad(id)));
  return { email, name, institution_name, authenticator };
}
