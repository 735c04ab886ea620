import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { deleteDevices } from '../devices/store.ts';
import { mailNotConfigured, memberDisabled, ownSignIn } from '../errors.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import { findStaff, lockStaff } from '../store.ts';
import { revokeAllTokens } from '../tokens/store.ts';
import { composeSetupMail } from './compose-setup-mail.ts';
import type { QueueSetupMail } from './invite-staff-member.ts';
import { issueSetup } from './issue-setup.ts';
import { deletePassword } from './store.ts';

/**
 * For a lost or stolen authenticator: password, second factor and recovery codes stop working, all sessions end and all
 * tokens are revoked, at once; a new set-up link goes to the member's own address. For somebody who never finished, it is
 * a new link.
 */
export async function resetSignIn(ctx: Ctx, staffId: string, queueMail: QueueSetupMail) {
  const actor = requireRole(ctx.actor, 'administrator');
  // A link to one's own address would make of a borrowed session a new password.
  if (staffId === actor.staffId) throw ownSignIn();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  return transact(ctx, async (tx) => {
    await lockStaff(tx.db, [staffId]);
    const member = await findStaff(tx.db, staffId);
    if (member === undefined) throw notFound('Nobody of the team has this id.');
    if (member.disabled_at !== null) throw memberDisabled();
    deletePassword(tx.db, staffId);
    revokeAllSessions(tx.db, staffId, tx.clock.now());
    deleteDevices(tx.db, staffId);
    revokeAllTokens(tx.db, staffId, tx.clock.now());
    const setup = issueSetup(tx, staffId);
    queueMail(tx, composeSetupMail(member, setup));
    return { id: staffId, setup_expires_at: setup.expiresAt.toISOString() };
  });
}
