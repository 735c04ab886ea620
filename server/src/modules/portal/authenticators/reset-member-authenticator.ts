import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { normalizeEmail } from '#lib/text/email';
import { newTotpSecret } from '#lib/tokens/totp';
import { transact } from '#platform/db';
import { passwordLanes, signInCrowded, tooManyTries, verifyPassword } from '#platform/sign-in';
import {
  hasAuthenticator,
  hasRoleElsewhere,
  lockUsers,
  type PendingAuthenticatorReset,
} from '../authenticator-store.ts';
import { resetsOfUserPerDay } from '../limit-rules.ts';
import { userNotFound } from '../members/errors.ts';
import { lockRoles } from '../members/store.ts';
import { queueSecurityNotice } from '../portal-users.ts';
import { realm } from '../realm.ts';
import { mailNotConfigured } from '../errors.ts';
import { deletePasskeysOf, findRoleRow } from '../store.ts';
import { revokeTokensOf } from '../tokens/store.ts';
import { createReset, composeResetNotice } from './authenticator-resets.ts';
import {
  addressDiffers,
  noAuthenticator,
  ownAuthenticator,
  ownersAuthenticator,
  passwordRefused,
  resetWaits,
  roleElsewhere,
} from './errors.ts';

type Target = { readonly userId: string; /** The address as the administrator typed it. */ readonly email: string };

/**
 * For a member who lost their authenticator and recovery codes: all their sign-ins end now, and an emailed link with their
 * password sets up another authenticator. Refused if they have a role at another institution.
 */
export async function resetMemberAuthenticator(ctx: Ctx, { userId, email }: Target): Promise<{ expires_at: string }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownAuthenticator();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  if ((await findRoleRow(ctx.db, userId, institutionId)) === undefined) throw userNotFound();
  await ctx.limits.consume(resetsOfUserPerDay, userId);
  // The institution cannot see rows that show a role elsewhere.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    // Locks the users first, as accepting an invitation does, so a role elsewhere commits entirely before or after this.
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
    // A secret that is never shown, so neither the lost authenticator nor an earlier code can sign in.
    const sealedTotp = tx.vault.encrypt(newTotpSecret(), realm.totpAad(userId));
    realm.replaceAuthenticator(tx.db, { ownerId: userId, sealedTotp, lastStep: 0 }, []);
    const { expiresAt } = await createReset(tx, { user, madeBy: actorId });
    await queueSecurityNotice(tx, institutionId, composeResetNotice('reset here'));
    return { expires_at: expiresAt.toISOString() };
  });
}

/** Ends the user's sessions, known browsers, portal tokens and passkeys. The caller must see the rows of all institutions. */
export async function endWaysIn(tx: Tx, userId: string): Promise<void> {
  const now = tx.clock.now();
  realm.endSessions(tx.db, userId, { now });
  realm.deleteDevices(tx.db, userId);
  await revokeTokensOf(tx.db, userId, now);
  await deletePasskeysOf(tx.db, userId);
}

/**
 * Access to the mailbox is not enough: the link also needs the password, with twenty attempts a day per user. Returns the
 * recorded attempts, which the caller clears on success.
 */
export async function checkResetPassword(
  ctx: Ctx,
  { user_id: userId, opens_at: opensAt, password_hash: stored }: PendingAuthenticatorReset,
  password: string,
): Promise<readonly Buffer[]> {
  if (opensAt > ctx.clock.now()) throw resetWaits(opensAt);
  const lane = { lane: 'known', client: userId, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    const tries = await realm.recordCodeTry(ctx, `authenticator/${userId}`);
    if (tries === undefined) throw tooManyTries();
    if (!(await verifyPassword(password, { stored, cost: ctx.config.passwordCost, turn }))) throw passwordRefused();
    return tries;
  });
}
