import type { Ctx } from '#context';
import { listSuppressed, type MessageSubject } from '#modules/customers';
import { contactsOf, statusAt } from '../rules.ts';
import { findInvitation } from '../store.ts';
import { linkVersion } from './rules.ts';

/**
 * An invitation is sent only while its borrower is invited by the link that it carries and neither contact is on the
 * do-not-contact list: before activation, no case links the two contacts.
 */
export async function isInvitationOpen(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const invitation = await findInvitation(ctx.db, subjectId);
  if (invitation === undefined || statusAt(invitation, ctx.clock.now()) !== 'invited') return false;
  // Messages queued before links had versions have none.
  if (subjectVersion !== undefined && subjectVersion !== linkVersion(invitation.linkHash)) return false;
  return !(await listSuppressed(ctx, [contactsOf(invitation)])).includes(true);
}
