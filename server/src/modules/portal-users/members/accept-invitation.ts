import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { composeMemberNews } from './compose-member-news.ts';
import { invitationForAnother } from './errors.ts';
import { acceptInvitationRow, addRole, findOpenInvitation } from './store.ts';
import { linkNotFound } from '../sign-in-errors.ts';
import { lockUser } from '../user-store.ts';

/** Somebody who has an account takes the role they were invited to; only with the address it was sent to. */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<{ institution_id: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const hashes = ctx.vault.fingerprints(token, 'token');
  // The link says whose it is.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    const [user, found] = await Promise.all([lockUser(tx.db, userId), findOpenInvitation(tx.db, hashes, now)]);
    if (user === undefined) throw unauthorized();
    if (found === undefined) throw linkNotFound();
    if (found.email !== user.email) throw invitationForAnother();
    const { id, institution_id: institutionId } = found;
    const accepted = await acceptInvitationRow(tx.db, institutionId, { id, now });
    if (accepted === undefined) throw linkNotFound();
    addRole(tx.db, institutionId, { userId, role: accepted.role, now });
    await queueSecurityNotice(tx, institutionId, composeMemberNews('joined', accepted.role));
    const operation = 'portal-users.accept-invitation';
    await recordEntry(tx, { kind: 'action', operation, userId, institutionId, credentialId, subjectId: id });
    return { institution_id: institutionId };
  });
}
