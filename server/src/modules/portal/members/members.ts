import { requirePortal, requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { isPortalRole, type PortalRole } from '#lib/api/portal-roles';
import type { Mail } from '#lib/mail/mail';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { nameSubject, recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage, safeName, stripControls } from '#modules/customers';
import { findInstitutionAccess } from '#modules/partners';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { activatePassword, toAuthenticatorView } from '#platform/sign-in';
import { hasAuthenticator } from '../authenticator-store.ts';
import { institutionNotFound, linkNotFound, mailNotConfigured } from '../errors.ts';
import { invitationsOpenMax, invitationsPerDay, refuseUnknownLink } from '../limit-rules.ts';
import { preparePortalSetup, type FinishedSetup, type SetupAnswer } from '../password/password-setup.ts';
import { startPortalSession } from '../password/sign-in-portal.ts';
import { claimUser, queueSecurityNotice } from '../portal-users.ts';
import { realm } from '../realm.ts';
import type { InvitationView } from '../sign-in-schemas.ts';
import { findRoleRow, findUserByEmail, lockUser } from '../store.ts';
import { alreadyMember, invitationForAnother, invitationNotFound, ownRole, tooManyInvitations } from './errors.ts';
import { decideRoleChange, invitationAad, invitationTtlS, requireMayAssign } from './rules.ts';
import {
  acceptInvitationRow,
  addRole,
  deleteRole,
  findInvitationById,
  findMemberByEmail,
  findOpenInvitation,
  insertInvitation,
  listMemberRows,
  listOpenInvitations,
  lockRoles,
  revokeInvitationRow,
  revokeInvitationsBy,
  revokeInvitationsTo,
  updateRole,
} from './store.ts';

/** Gives the invited role to a signed-in user whose address is the one that the invitation was sent to. */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<{ institution_id: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const hashes = ctx.vault.fingerprints(token, 'token');
  // Only the invitation behind the link names the institution.
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
    const operation = 'portal.accept-invitation';
    await recordEntry(tx, { kind: 'action', operation, userId, institutionId, credentialId, subjectId: id });
    return { institution_id: institutionId };
  });
}

/** Changes a member's role, effective with their next request. */
export async function changeRole(
  ctx: Ctx,
  userId: string,
  role: PortalRole,
): Promise<{ id: string; role: PortalRole }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownRole();
  return transact(ctx, async (tx) => {
    const roles = await lockRoles(tx.db, institutionId, [actorId, userId]);
    const before = decideRoleChange(roles, { actorId, targetId: userId, to: role });
    updateRole(tx.db, institutionId, { userId, role });
    if (role !== 'owner') revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    if (role !== before) await queueSecurityNotice(tx, institutionId, composeMemberNews('role changed', role));
    return { id: userId, role };
  });
}

type News = Pick<Mail, 'subject' | 'paragraphs'>;

const where = 'at the Makewhole partner portal';

/** Notifies an institution about a member: the notice has the role and no text that a user typed. */
const composeMemberNews = (news: 'joined' | 'role changed', role: string): News =>
  news === 'joined'
    ? {
        subject: 'Somebody joined your institution',
        paragraphs: [
          `Somebody accepted an invitation to your institution ${where}. Their role is ${nameOf(role)}.`,
          'Who it is, you see under Members; who invited them, in the trail. If nobody of you meant to, remove them under Members.',
        ],
      }
    : {
        subject: 'The role of a member was changed',
        paragraphs: [
          `Somebody of your institution ${where} has another role now: ${nameOf(role)}.`,
          'Who it is, and who changed it, you see in the trail. If nobody of you meant to, change it back under Members.',
        ],
      };

const nameOf = (role: string): string => role.replace('_', '-');

type Link = { readonly token: string; readonly address: string };

/** What the invitation page shows after the link is opened: an account setup, or a sign-in for a user who already has an account. */
export async function findInvitation(ctx: Ctx, { token, address }: Link): Promise<InvitationView> {
  // Only the invitation behind the link names the institution.
  const db = ctx.db.seeing('all');
  const found = await findOpenInvitation(db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (found === undefined || !isPortalRole(found.role)) return refuseUnknownLink(ctx, address);
  const { id, institution_id, email, role, encrypted_totp } = found;
  const [access, user] = await Promise.all([findInstitutionAccess({ db }, institution_id), findUserByEmail(db, email)]);
  if (access === undefined) throw linkNotFound();
  // A user created by an identity provider has no password or authenticator, and sets them up now.
  const signsIn = user !== undefined && (await hasAuthenticator(db, user.id));
  const authenticator = !signsIn
    ? await toAuthenticatorView(realm, email, ctx.vault.decrypt(encrypted_totp, invitationAad(id)))
    : null;
  return { email, role, institution_name: access.name, authenticator };
}

/** Accepts an invitation for a new user: creates the account, role and session in one transaction. */
export async function finishInvitation(
  ctx: Ctx,
  { token, password, code, address, cookies, name: typed }: SetupAnswer & { readonly name: string },
): Promise<FinishedSetup> {
  // Only the invitation behind the link names the institution.
  const asked = { ...ctx, db: ctx.db.seeing('all') };
  const found = await findOpenInvitation(asked.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (found === undefined) return refuseUnknownLink(ctx, address);
  const { id, email, institution_id: institutionId } = found;
  const name = stripControls(typed).trim();
  const secret = ctx.vault.decrypt(found.encrypted_totp, invitationAad(id));
  const setup = await preparePortalSetup(ctx, { id, email, name, secret, password, code });
  return transact(asked, async (tx) => {
    const now = tx.clock.now();
    const accepted = await acceptInvitationRow(tx.db, institutionId, { id, now });
    if (accepted === undefined) throw linkNotFound();
    const userId = await claimUser(tx, { email, name });
    addRole(tx.db, institutionId, { userId, role: accepted.role, now });
    await queueSecurityNotice(tx, institutionId, composeMemberNews('joined', accepted.role));
    const codes = activatePassword(tx, realm, { ...setup, ownerId: userId });
    const session = await startPortalSession(tx, { userId, method: 'password', fresh: true, cookies, isFirst: true });
    return { institutionId, codes, cookies: session.cookies };
  });
}

type Invited = { readonly email: string; readonly role: PortalRole };

/** Emails a link that gives the owner of this address a role, once, within a week. It revokes an earlier invitation. */
export async function inviteMember(ctx: Ctx, { email: typed, role }: Invited) {
  const actor = requirePortal(ctx.actor);
  const { institutionId, userId } = actor;
  const email = normalizeEmail(typed);
  requireMayAssign(actor.role, role);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await ctx.limits.consume(invitationsPerDay, institutionId);
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Serialized with role changes: a concurrent downgrade of the inviter either commits first or waits for us.
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
      encrypted_totp: tx.vault.encrypt(newTotpSecret(), invitationAad(id)),
      created_at: now,
      expires_at: expiresAt,
    });
    const mail = invitationMail(`${tx.config.publicBaseUrl}/portal/invitation#${token}`, access?.name);
    const content = { channel: 'email', to: email, mail } as const;
    queueMessage(tx, { purpose: messagePurposes.portalInvitation, subjectId: id, content });
    return { id, email, role, created_at: now.toISOString(), expires_at: expiresAt.toISOString() };
  });
}

/** Names the institution only if the name cannot be read as anything else: an institution that signed itself up chose it. */
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

/** Whether the link in an email still works. */
export const isPortalInvitationOpen = async (
  ctx: Ctx,
  { subjectId }: { readonly subjectId: string },
): Promise<boolean> => (await findInvitationById(ctx.db, subjectId, ctx.clock.now())) !== undefined;

/** The user gives up their role at an institution. The last owner cannot leave. */
export async function leaveInstitution(ctx: Ctx, institutionId: string): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  return transact({ ...ctx, db: ctx.db.seeing({ account: institutionId }) }, async (tx) => {
    if ((await findRoleRow(tx.db, userId, institutionId)) === undefined) throw institutionNotFound();
    const roles = await lockRoles(tx.db, institutionId, [userId]);
    decideRoleChange(roles, { actorId: userId, targetId: userId, to: undefined });
    deleteRole(tx.db, institutionId, userId);
    revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    const operation = 'portal.leave-institution';
    await recordEntry(tx, { kind: 'action', operation, userId, institutionId, credentialId, subjectId: userId });
    return { ok: true };
  });
}

/** Invitations that can still be accepted. */
export async function listInvitations(ctx: Ctx) {
  const { institutionId } = requirePortal(ctx.actor);
  const rows = await listOpenInvitations(ctx.db, institutionId, { now: ctx.clock.now(), limit: invitationsOpenMax });
  return rows.flatMap(({ id, email, role, inviter, created_at, expires_at }) =>
    isPortalRole(role)
      ? [
          {
            id,
            email,
            role,
            invited_by: inviter,
            created_at: created_at.toISOString(),
            expires_at: expires_at.toISOString(),
          },
        ]
      : [],
  );
}

/** Institutions have tens of members. */
const membersShown = 500;

/** The institution's members; the same in both modes. */
export async function listMembers(ctx: Ctx) {
  const { institutionId, userId } = requirePortal(ctx.actor);
  const rows = await listMemberRows(ctx.db, institutionId, membersShown);
  return rows.flatMap(({ id, name, email, role, created_at }) =>
    isPortalRole(role) ? [{ id, name, email, role, you: id === userId, since: created_at.toISOString() }] : [],
  );
}

/** Removes a member's role at the institution. Their account and their roles elsewhere stay. */
export async function removeMember(ctx: Ctx, userId: string): Promise<{ ok: true }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownRole();
  return transact(ctx, async (tx) => {
    const roles = await lockRoles(tx.db, institutionId, [actorId, userId]);
    decideRoleChange(roles, { actorId, targetId: userId, to: undefined });
    deleteRole(tx.db, institutionId, userId);
    revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    return { ok: true };
  });
}

/** After the commit the link no longer works. */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { institutionId, role } = requirePortal(ctx.actor);
  return transact(ctx, async (tx) => {
    const revoked = await revokeInvitationRow(tx.db, institutionId, { id, now: tx.clock.now() });
    if (revoked === undefined) throw invitationNotFound();
    if (isPortalRole(revoked.role)) requireMayAssign(role, revoked.role);
    return { ok: true };
  });
}
