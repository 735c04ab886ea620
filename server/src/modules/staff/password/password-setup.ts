import { requireRole } from '#actor';
import type { Ctx, Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { nameSubject, recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { activatePassword, prepareSetup, toAuthenticatorView, type PreparedSetup } from '#platform/sign-in';
import { mailNotConfigured, memberDisabled, ownSignIn, staffNotFound } from '../errors.ts';
import { addStaffMember, type NewStaffMember } from '../members/members.ts';
import { realm } from '../realm.ts';
import { findStaff, findStaffByEmail, lockStaff } from '../store.ts';
import { revokeAllTokens } from '../tokens/store.ts';
import { consumeSetup, findOpenSetup, findSetupRow, replaceSetup } from './store.ts';

export const setupTtlS = 24 * 3600;

/** A single-use link with which a staff member sets their own password and authenticator, which no one else ever sees. */
export async function createSetup(ctx: Ctx, email: string): Promise<IssuedSetup> {
  return transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(email));
    if (staff === undefined) throw staffNotFound();
    const issued = issueSetup(tx, staff.id);
    await recordEntry(tx, { kind: 'action', operation: 'access.create-setup', subjectId: staff.id });
    return issued;
  });
}

export type SetupView = {
  readonly email: string;
  readonly secret: string;
  readonly uri: string;
  /** The address as a QR code; undefined when it is too long for one. */
  readonly qr: { readonly size: number; readonly path: string };
};

/** Undefined for a link that is unknown, used or expired. */
export async function findSetup(ctx: Ctx, token: string): Promise<SetupView | undefined> {
  const setup = await findSetupRow(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (setup === undefined) return undefined;
  const { email } = setup;
  return { email, ...(await toAuthenticatorView(realm, email, readSecret(ctx, setup))) };
}

export type IssuedSetup = { readonly url: string; readonly expiresAt: Date };

/** A link that replaces every earlier one of this staff member. The caller writes the audit row. */
function issueSetup(tx: Tx, staffId: string): IssuedSetup {
  const token = taggedToken(tx.config.cell, 43);
  const expiresAt = addSeconds(tx.clock.now(), setupTtlS);
  replaceSetup(tx.db, {
    token_hash: tx.vault.fingerprint(token, 'token'),
    staff_id: staffId,
    encrypted_totp: tx.vault.encrypt(newTotpSecret(), realm.totpAad(staffId)),
    expires_at: expiresAt,
  });
  return { url: `${tx.config.publicBaseUrl}/sign-in/set-up/${token}`, expiresAt };
}

type SetupMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether the link in an email still works: not used, replaced or expired. */
export async function isSetupOpen(ctx: Ctx, { subjectId, subjectVersion }: SetupMessage): Promise<boolean> {
  const setup = await findOpenSetup(ctx.db, subjectId, ctx.clock.now());
  return setup !== undefined && setup.expires_at.toISOString() === subjectVersion;
}

type SetupAnswer = {
  readonly token: string;
  readonly password: string;
  readonly code: string;
  readonly cookies: string | undefined;
};
type SetupOutcome =
  | { readonly kind: 'done'; readonly codes: readonly string[]; readonly cookie: string }
  | { readonly kind: 'wrong code' }
  /** The password is too short or too easy to guess. */
  | { readonly kind: 'weak'; readonly problem: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' };

type Setup = NonNullable<Awaited<ReturnType<typeof findSetupRow>>>;

const readSecret = ({ vault }: Ctx, { encrypted_totp: encrypted, staff_id: staffId }: Setup): string =>
  vault.decrypt(encrypted, realm.totpAad(staffId));

/**
 * Activates password and authenticator. All older sessions end, and all devices become unknown except this one, whose owner has proven more
 * than a sign-in requires.
 */
export async function finishSetup(ctx: Ctx, answer: SetupAnswer): Promise<SetupOutcome> {
  const setup = await findSetupRow(ctx.db, ctx.vault.fingerprints(answer.token, 'token'), ctx.clock.now());
  if (setup === undefined) return { kind: 'unknown' };
  const { staff_id: id, email, name } = setup;
  const { password, code } = answer;
  const checked = await prepareSetup(ctx, realm, { id, email, name, secret: readSecret(ctx, setup), password, code });
  return checked.kind === 'ready' ? activate(ctx, answer, checked) : checked;
}

async function activate(ctx: Ctx, { token, cookies }: SetupAnswer, checked: PreparedSetup): Promise<SetupOutcome> {
  const hashes = ctx.vault.fingerprints(token, 'token');
  return transact(ctx, async (tx): Promise<SetupOutcome> => {
    const now = tx.clock.now();
    const setup = await findSetupRow(tx.db, hashes, now);
    if (setup === undefined) return { kind: 'unknown' };
    const { staff_id: staffId } = setup;
    // Locked, so that no sign-in with the old password succeeds before its sessions end.
    await lockStaff(tx.db, [staffId]);
    if (!(await consumeSetup(tx.db, setup.token_hash, now))) return { kind: 'unknown' };
    const codes = activatePassword(tx, realm, { ...checked, ownerId: staffId });
    realm.endSessions(tx.db, staffId, { now });
    realm.deleteDevices(tx.db, staffId);
    const { cookie } = await realm.rememberDevice(tx, { ownerId: staffId, cookies });
    await recordEntry(tx, { kind: 'action', operation: 'access.set-password', staffId, subjectId: staffId });
    return { kind: 'done', codes, cookie };
  });
}

/** An emailed set-up link. Bound in app/, because messages are in a later module. */
export type SetupMail = {
  readonly staffId: string;
  /** Until when the link works. A newer link makes this email obsolete. */
  readonly expiresAt: Date;
  readonly to: string;
  readonly mail: Mail;
};

/** Names no other member of the team, and holds no secret except the link. */
function composeSetupMail(member: { id: string; email: string }, { url, expiresAt }: IssuedSetup): SetupMail {
  return {
    staffId: member.id,
    expiresAt,
    to: member.email,
    mail: {
      language: 'en',
      subject: 'Set up your sign-in to the Makewhole board',
      paragraphs: [
        'You have an account on the Makewhole board.',
        'Open this link to choose your password and to add the account to an authenticator app. It works once, within 24 hours.',
      ],
      button: { words: 'Set up your sign-in', url },
      why: 'You get this because an administrator of your team invited you. If you did not expect it, ignore it and tell them.',
    },
  };
}

export type QueueSetupMail = (tx: Tx, mail: SetupMail) => void;

/** Adds a team member and emails them a set-up link, in one transaction. */
export async function inviteStaffMember(ctx: Ctx, input: NewStaffMember, queueMail: QueueSetupMail) {
  const actor = requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const member = await addStaffMember(tx, input);
    nameSubject(actor, member.id);
    const setup = issueSetup(tx, member.id);
    queueMail(tx, composeSetupMail(member, setup));
    return { id: member.id, setup_expires_at: setup.expiresAt.toISOString() };
  });
}

/**
 * For a lost or stolen authenticator: the password, second factor, recovery codes, sessions and tokens all stop working immediately, and a
 * new set-up link goes to the member's own address. A member who never finished the set-up just gets a new link.
 */
export async function resetSignIn(ctx: Ctx, staffId: string, queueMail: QueueSetupMail) {
  const actor = requireRole(ctx.actor, 'administrator');
  // With a link to one's own address, a stolen session could set a new password.
  if (staffId === actor.staffId) throw ownSignIn();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  return transact(ctx, async (tx) => {
    await lockStaff(tx.db, [staffId]);
    const member = await findStaff(tx.db, staffId);
    if (member === undefined) throw notFound('Nobody of the team has this id.');
    if (member.disabled_at !== null) throw memberDisabled();
    realm.deletePassword(tx.db, staffId);
    realm.endSessions(tx.db, staffId, { now: tx.clock.now() });
    realm.deleteDevices(tx.db, staffId);
    revokeAllTokens(tx.db, staffId, tx.clock.now());
    const setup = issueSetup(tx, staffId);
    queueMail(tx, composeSetupMail(member, setup));
    return { id: staffId, setup_expires_at: setup.expiresAt.toISOString() };
  });
}
