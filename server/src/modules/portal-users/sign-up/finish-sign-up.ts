import type { Ctx } from '#context';
import { addInstitution } from '#modules/partners';
import { transact } from '#platform/db';
import { claimUser } from '../claim-user.ts';
import { unknownLinks } from '../limit-rules.ts';
import { activatePassword } from '../password/activate-password.ts';
import { prepareSetup, type FinishedSetup, type SetupAnswer } from '../password/prepare-setup.ts';
import { startPortalSession } from '../password/start-portal-session.ts';
import { linkNotFound } from '../sign-in-errors.ts';
import { insertRoleAssignment } from '../store.ts';
import { signUpAad } from './rules.ts';
import { findOpenSignUp, lockSignUp, useSignUp } from './store.ts';

/** Makes of a confirmed sign-up a user, their institution with its sandbox, and a session; all of it, or nothing. */
export async function finishSignUp(
  ctx: Ctx,
  { token, password, code, address, cookies }: SetupAnswer,
): Promise<FinishedSetup> {
  const signUp = await findOpenSignUp(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (signUp === undefined) {
    await ctx.limits.consume(unknownLinks, address);
    throw linkNotFound();
  }
  const { id, email, name, institution_name } = signUp;
  const secret = ctx.vault.decrypt(signUp.sealed_totp, signUpAad(id));
  const setup = await prepareSetup(ctx, { id, email, name, secret, password, code });
  // The institution is made here, so nobody acts for it yet.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    if ((await lockSignUp(tx.db, id, now)) === undefined) throw linkNotFound();
    const userId = await claimUser(tx, { email, name });
    const institution = addInstitution(tx, { name: institution_name, technical_contact_email: email }, 'sandbox');
    insertRoleAssignment(tx.db, {
      user_id: userId,
      institution_id: institution.id,
      role: 'owner',
      by_issuer: false,
      created_at: now,
    });
    useSignUp(tx.db, id, { userId, institutionId: institution.id, now });
    const codes = activatePassword(tx, userId, setup);
    const session = await startPortalSession(tx, { userId, method: 'password', fresh: true, cookies, isFirst: true });
    return { institutionId: institution.id, codes, cookies: session.cookies };
  });
}
