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
    const sealedTotp = tx.vault.encrypt(newTotpSecret(), realm.totpAad(userId));
    realm.replaceAuthenticator(tx.db, { ownerId: userId, sealedTotp, lastStep: 0 }, []);
    const { expiresAt } = await createReset(tx, { user, madeBy: actorId });
    await queueSecurityNotice(tx, institutionId, composeResetNotice('reset here'));
    return { expires_at: expiresAt.toISOString() };
  });
}

/** Sessions, known browsers, portal tokens and passkeys of the user; the caller sees the rows of all institutions. */
export async function endWaysIn(tx: Tx, userId: string): Promise<void> {
  const now = tx.clock.now();
  realm.endSessions(tx.db, userId, { now });
  realm.deleteDevices(tx.db, userId);
  await revokeTokensOf(tx.db, userId, now);
  await deletePasskeysOf(tx.db, userId);
}

/**
 * A mailbox alone opens nothing: the password is asked for, with twenty tries a day for each user. Returns the tries, to be
 * forgotten when all is right.
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
