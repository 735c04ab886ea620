import type { Ctx } from '#context';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { findFirstStep, newRecoveryCodes, recoveryText, toAuthenticatorView } from '#platform/sign-in';
import { useAuthenticatorReset } from '../authenticator-store.ts';
import { queueAuthenticatorNews } from '../portal-users.ts';
import { realm } from '../realm.ts';
import { codeRefused, linkNotFound } from '../errors.ts';
import {
  findLinkReset,
  type ResetLink,
  resetAad,
  composeResetNotice,
  notifyInstitutions,
} from './authenticator-resets.ts';
import { checkResetPassword, endWaysIn } from './reset-member-authenticator.ts';

/** Returns the new authenticator's secret to a user with the link and the password. */
export async function beginSetUp(ctx: Ctx, { password, ...link }: ResetLink & { readonly password: string }) {
  const reset = await findLinkReset(ctx, link);
  const tries = await checkResetPassword(ctx, reset, password);
  await transact(ctx, async (tx) => realm.deleteTries(tx.db, tries));
  const secret = ctx.vault.decrypt(reset.encrypted_totp, resetAad(reset.id));
  return { authenticator: await toAuthenticatorView(realm, reset.email, secret) };
}

type Answer = ResetLink & { readonly password: string; readonly code: string };

/** Sets up another authenticator and new recovery codes, and ends all earlier sign-ins. The user then signs in again. */
export async function finishSetUp(
  ctx: Ctx,
  { password, code, ...link }: Answer,
): Promise<{ recovery_codes: string[] }> {
  const reset = await findLinkReset(ctx, link);
  const tries = await checkResetPassword(ctx, reset, password);
  const { id, user_id: userId, password_hash: passwordHash } = reset;
  const secret = ctx.vault.decrypt(reset.encrypted_totp, resetAad(id));
  const step = findFirstStep(ctx, secret, code);
  if (step === undefined) throw codeRefused();
  // Ends the user's tokens at all institutions and notifies each of them.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    if ((await realm.lockPassword(tx.db, userId, passwordHash)) === undefined) throw linkNotFound();
    if (!(await useAuthenticatorReset(tx.db, id, now))) throw linkNotFound();
    realm.deleteTries(tx.db, tries);
    await endWaysIn(tx, userId);
    const codes = newRecoveryCodes();
    realm.replaceAuthenticator(
      tx.db,
      { ownerId: userId, sealedTotp: tx.vault.encrypt(secret, realm.totpAad(userId)), lastStep: step },
      codes.map((one) => tx.vault.fingerprint(recoveryText(userId, one), 'token')),
    );
    queueAuthenticatorNews(tx, reset, 'replaced');
    const operation = 'portal.set-up-authenticator';
    for (const institutionId of await notifyInstitutions(tx, userId, composeResetNotice('replaced')))
      await recordEntry(tx, { kind: 'action', operation, userId, institutionId, subjectId: userId });
    return { recovery_codes: codes };
  });
}
