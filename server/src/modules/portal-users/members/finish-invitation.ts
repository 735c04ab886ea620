import type { Ctx } from '#context';
import { stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { claimUser } from '../claim-user.ts';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { composeMemberNews } from './compose-member-news.ts';
import { unknownLinks } from '../limit-rules.ts';
import { acceptInvitationRow, addRole, findOpenInvitation } from './store.ts';
import { activatePassword } from '../password/activate-password.ts';
import { prepareSetup, type FinishedSetup, type SetupAnswer } from '../password/prepare-setup.ts';
import { startPortalSession } from '../password/start-portal-session.ts';
import { linkNotFound } from '../sign-in-errors.ts';
import { invitationAad } from './rules.ts';

/** Somebody new accepts: their account, their role and a session; all of it, or nothing. */
export async function finishInvitation(
  ctx: Ctx,
  { token, password, code, address, cookies, name: typed }: SetupAnswer & { readonly name: string },
): Promise<FinishedSetup> {
  // The link says whose it is.
  const asked = { ...ctx, db: ctx.db.seeing('all') };
  const found = await findOpenInvitation(asked.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (found === undefined) {
    await ctx.limits.consume(unknownLinks, address);
    throw linkNotFound();
  }
  const { id, email, institution_id: institutionId } = found;
  const name = stripControls(typed).trim();
  const secret = ctx.vault.decrypt(found.sealed_totp, invitationAad(id));
  const setup = await prepareSetup(ctx, { id, email, name, secret, password, code });
  return transact(asked, async (tx) => {
    const now = tx.clock.now();
    const accepted = await acceptInvitationRow(tx.db, institutionId, { id, now });
    if (accepted === undefined) throw linkNotFound();
    const userId = await claimUser(tx, { email, name });
    addRole(tx.db, institutionId, { userId, role: accepted.role, now });
    await queueSecurityNotice(tx, institutionId, composeMemberNews('joined', accepted.role));
    const codes = activatePassword(tx, userId, setup);
    const session = await startPortalSession(tx, { userId, method: 'password', fresh: true, cookies, isFirst: true });
    return { institutionId, codes, cookies: session.cookies };
  });
}
