import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { PortalRole } from '#lib/api/portal-roles';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { nameSubject } from '#modules/audit';
import { messagePurposes, queueMessage, safeName } from '#modules/customers';
import { findInstitutionAccess } from '#modules/partners';
import { transact } from '#platform/db';
import { invitationsOpenMax, invitationsPerDay } from '../limit-rules.ts';
import { alreadyMember, tooManyInvitations } from './errors.ts';
import { findMemberByEmail, insertInvitation, listOpenInvitations, lockRoles, revokeInvitationsTo } from './store.ts';
import { mailNotConfigured } from '../sign-in-errors.ts';
import { invitationAad, invitationTtlS, requireMayAssign } from './rules.ts';

type Invited = { readonly email: string; readonly role: PortalRole };

/** Mails a link that gives whoever has this address a role, once, within a week; it revokes an earlier one. */
export async function inviteMember(ctx: Ctx, { email: typed, role }: Invited) {
  const actor = requirePortal(ctx.actor);
  const { institutionId, userId } = actor;
  const email = normalizeEmail(typed);
  requireMayAssign(actor.role, role);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await ctx.limits.consume(invitationsPerDay, institutionId);
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Whoever lowers the inviter waits, or was first.
    const roles = await lockRoles(tx.db, institutionId, [userId]);
    if (role === 'owner' && !roles.some((one) => one.user_id === userId && one.role === 'owner'))
      requireMayAssign('read_only', role);
    const [member, open, access] = await Promise.all([
      findMemberByEmail(tx.db, institutionId, email),
      listOpenInvitations(tx.db, institutionId, { now, limit: invitationsOpenMax }),
      findInstitutionAccess(tx, institutionId),
    ]);
    if (member !== undefined) throw alreadyMember();
    if (open.length >= invitationsOpenMax) throw tooManyInvitations();
    const id = newId('ivt', now);
    nameSubject(actor, id);
    const token = taggedToken(tx.config.cell, 43);
    const expiresAt = addSeconds(now, invitationTtlS);
    revokeInvitationsTo(tx.db, institutionId, { email, now });
    insertInvitation(tx.db, {
      id,
      institution_id: institutionId,
      token_hash: tx.vault.fingerprint(token, 'token'),
      email,
      role,
      invited_by: userId,
      sealed_totp: tx.vault.encrypt(newTotpSecret(), invitationAad(id)),
      created_at: now,
      expires_at: expiresAt,
    });
    const mail = invitationMail(`${tx.config.publicBaseUrl}/portal/invitation#${token}`, access?.name);
    const content = { channel: 'email', to: email, mail } as const;
    queueMessage(tx, { purpose: messagePurposes.portalInvitation, subjectId: id, content });
    return { id, email, role, created_at: now.toISOString(), expires_at: expiresAt.toISOString() };
  });
}

/** Named only where the name can be nothing but a name: an institution that signed itself up chose it. */
function invitationMail(url: string, name: string | undefined) {
  const institution = safeName(name ?? '');
  return {
    language: 'en',
    subject: 'You are invited to the Makewhole portal',
    paragraphs: [
      institution === undefined
        ? 'An institution invited you to its pages on the Makewhole partner portal.'
        : `${institution} invited you to its pages on the Makewhole partner portal.`,
      'Open this link to accept. It works once, within seven days, and only for this address.',
    ],
    button: { words: 'Look at the invitation', url },
    why: 'You get this because an administrator of the institution typed this address. If you did not expect it, ignore it.',
  } as const;
}
