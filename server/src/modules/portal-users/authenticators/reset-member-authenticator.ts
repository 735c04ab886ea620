import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { newTotpSecret } from '#lib/tokens/totp';
import { isPortalRole } from '#lib/api/portal-roles';
import { transact } from '#platform/db';
import { hasAuthenticator, hasRoleElsewhere, lockUsers } from '../authenticator-store.ts';
import { resetsOfUserPerDay } from '../limit-rules.ts';
import { userNotFound } from '../members/errors.ts';
import { lockRoles } from '../members/store.ts';
import { totpAad } from '../password/rules.ts';
import { replaceAuthenticator } from '../password/store.ts';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { mailNotConfigured } from '../sign-in-errors.ts';
import { findRoleRow } from '../store.ts';
import { composeResetNotice } from './compose-reset-notice.ts';
import { createReset } from './create-reset.ts';
import { endWaysIn } from './end-ways-in.ts';
import { addressDiffers, noAuthenticator, ownAuthenticator, ownersAuthenticator, roleElsewhere } from './errors.ts';

type Target = { readonly userId: string; /** As the administrator typed it. */ readonly email: string };

/**
 * A member of the institution who lost authenticator and recovery codes: every way in ends now, and a link in a mail,
 * with their password, sets up another authenticator. Only where they have a role nowhere else.
 */
export async function resetMemberAuthenticator(ctx: Ctx, { userId, email }: Target): Promise<{ expires_at: string }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownAuthenticator();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  if ((await findRoleRow(ctx.db, userId, institutionId)) === undefined) throw userNotFound();
  await ctx.limits.consume(resetsOfUserPerDay, userId);
  // Whether they have a role elsewhere is seen by no row of the institution.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    // The user first, as whoever accepts an invitation does: a role elsewhere comes before this, or after.
    const users = await lockUsers(tx.db, [actorId, userId]);
    const user = users.find(({ id }) => id === userId);
    const roles = await lockRoles(tx.db, institutionId, [actorId, userId]);
    const roleOf = (id: string) => roles.find((one) => one.user_id === id)?.role ?? '';
    if (user === undefined || !isPortalRole(roleOf(userId))) throw userNotFound();
    if (roleOf(userId) === 'owner' && roleOf(actorId) !== 'owner') throw ownersAuthenticator();
    if (normalizeEmail(email) !== user.email) throw addressDiffers();
    if (await hasRoleElsewhere(tx.db, userId, institutionId)) throw roleElsewhere();
    if (!(await hasAuthenticator(tx.db, userId))) throw noAuthenticator();
    await endWaysIn(tx, userId);
    // A secret that nobody has seen, so that neither the lost authenticator nor a code from before signs in.
    const sealedTotp = tx.vault.encrypt(newTotpSecret(), totpAad(userId));
    replaceAuthenticator(tx.db, { ownerId: userId, sealedTotp, lastStep: 0 }, []);
    const { expiresAt } = await createReset(tx, { user, madeBy: actorId });
    await queueSecurityNotice(tx, institutionId, composeResetNotice('reset here'));
    return { expires_at: expiresAt.toISOString() };
  });
}
