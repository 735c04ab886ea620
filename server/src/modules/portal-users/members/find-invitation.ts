import type { Ctx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { findInstitutionAccess } from '#modules/partners';
import { hasAuthenticator } from '../authenticator-store.ts';
import { unknownLinks } from '../limit-rules.ts';
import { findOpenInvitation } from './store.ts';
import { toAuthenticatorView } from '../password/rules.ts';
import { linkNotFound } from '../sign-in-errors.ts';
import type { InvitationView } from '../sign-in-schemas.ts';
import { findUserByEmail } from '../user-store.ts';
import { invitationAad } from './rules.ts';

type Link = { readonly token: string; readonly address: string };

/** What the invitation's page shows to whoever has the link: a set-up, or that they sign in with what they have. */
export async function findInvitation(ctx: Ctx, { token, address }: Link): Promise<InvitationView> {
  // The link says whose it is.
  const db = ctx.db.seeing('all');
  const found = await findOpenInvitation(db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (found === undefined || !isPortalRole(found.role)) {
    await ctx.limits.consume(unknownLinks, address);
    throw linkNotFound();
  }
  const { id, institution_id, email, role, sealed_totp } = found;
  const [access, user] = await Promise.all([findInstitutionAccess({ db }, institution_id), findUserByEmail(db, email)]);
  if (access === undefined) throw linkNotFound();
  // Somebody whom an identity provider made has nothing to sign in with on their own, and sets it up now.
  const signsIn = user !== undefined && (await hasAuthenticator(db, user.id));
  const authenticator = !signsIn ? toAuthenticatorView(email, ctx.vault.decrypt(sealed_totp, invitationAad(id))) : null;
  return { email, role, institution_name: access.name, authenticator };
}
