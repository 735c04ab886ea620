import type { Ctx } from '#context';
import { listSpared, type MessageSubject } from '#modules/customers';
import { contactsOf, statusAt } from './rules.ts';
import { findInvitation } from './store.ts';

/**
 * An invitation holds as long as its borrower is invited, by the link that it carries, and wants no silence by either
 * contact: without a case nobody else knows that both are theirs.
 */
export async function isInvitationOpen(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const invitation = await findInvitation(ctx.db, subjectId);
  if (invitation === undefined || statusAt(invitation, ctx.clock.now()) !== 'invited') return false;
  // What was queued before messages named their link has none.
  if (subjectVersion !== undefined && subjectVersion !== linkVersion(invitation.linkHash)) return false;
  return !(await listSpared(ctx, [contactsOf(invitation)])).includes(true);
}

/** How a message names the link that it carries, which is never stored as it is. */
export const linkVersion = (hash: Buffer): string => hash.toString('hex');
