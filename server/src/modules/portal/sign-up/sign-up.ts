import { requireRole } from '#actor';
import type { Ctx, Tx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { oneLine } from '#lib/text/typed-name';
import { addDays, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { messagePurposes, queueMessage, stripControls } from '#modules/customers';
import { addInstitution, allowLiveMode, findInstitutionAccess, listInstitutionAccess } from '#modules/partners';
import { transact } from '#platform/db';
import { activatePassword, toAuthenticatorView } from '#platform/sign-in';
import { deleteOldAuthenticatorResets, hasAuthenticator } from '../authenticator-store.ts';
import { institutionNotFound, linkNotFound, mailNotConfigured } from '../errors.ts';
import { countMail, refuseUnknownLink } from '../limit-rules.ts';
import { deleteOldInvitations } from '../members/store.ts';
import { deleteOldPairings } from '../pairing/store.ts';
import { preparePortalSetup, type FinishedSetup, type SetupAnswer } from '../password/password-setup.ts';
import { startPortalSession } from '../password/sign-in-portal.ts';
import { deleteOldResets } from '../password/store.ts';
import { claimUser } from '../portal-users.ts';
import { realm } from '../realm.ts';
import type { SetupView, SignUpRequest } from '../sign-in-schemas.ts';
import { findUserByEmail, insertRoleAssignment, listOwnerEmails } from '../store.ts';
import {
  deleteOldSignUps,
  findOpenSignUp,
  findSignUpById,
  insertSignUp,
  listUsedSignUps,
  lockSignUp,
  useSignUp,
} from './store.ts';

/** An institution has few owners; each gets an email. */
const ownersTold = 20;

/** Opens live mode for an institution that signed itself up and emails its owners. Repeating it has no effect. */
export async function allowLive(ctx: Ctx, institutionId: string): Promise<{ id: string; live_opened_at: string }> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const opened = await allowLiveMode(tx, institutionId);
    const access = await findInstitutionAccess(tx, institutionId);
    if (access?.liveOpenedAt === undefined) throw institutionNotFound();
    if (opened !== undefined && tx.config.mailReadable) {
      const owners = await listOwnerEmails(tx.db, institutionId, ownersTold);
      const mail = openedMail(`${tx.config.publicBaseUrl}/portal/${institutionId}/live`);
      queueMessage(
        tx,
        ...owners.map(({ email }) => ({
          purpose: messagePurposes.portalLiveOpened,
          subjectId: institutionId,
          content: { channel: 'email', to: email, mail } as const,
        })),
      );
    }
    return { id: institutionId, live_opened_at: access.liveOpenedAt.toISOString() };
  });
}

const openedMail = (url: string) =>
  ({
    language: 'en',
    subject: 'Live mode is open for your institution',
    paragraphs: [
      'Live mode is open for your institution on the Makewhole partner portal.',
      'You can create live keys, signed credentials and endpoints now. The sandbox stays as it is.',
    ],
    button: { words: 'Open the portal', url },
    why: 'You get this because you are an owner of the institution.',
  }) as const;

type Link = { readonly token: string; readonly address: string };

/** What the set-up page shows after the link is opened. */
export async function findSignUp(ctx: Ctx, { token, address }: Link): Promise<SetupView> {
  const signUp = await findOpenSignUp(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (signUp === undefined) return refuseUnknownLink(ctx, address);
  const { id, email, name, institution_name, encrypted_totp } = signUp;
  const authenticator = await toAuthenticatorView(realm, email, ctx.vault.decrypt(encrypted_totp, signUpAad(id)));
  return { email, name, institution_name, authenticator };
}

/** Turns a confirmed sign-up into a user, their institution with its sandbox, and a session, in one transaction. */
export async function finishSignUp(
  ctx: Ctx,
  { token, password, code, address, cookies }: SetupAnswer,
): Promise<FinishedSetup> {
  const signUp = await findOpenSignUp(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (signUp === undefined) return refuseUnknownLink(ctx, address);
  const { id, email, name, institution_name } = signUp;
  const secret = ctx.vault.decrypt(signUp.encrypted_totp, signUpAad(id));
  const setup = await preparePortalSetup(ctx, { id, email, name, secret, password, code });
  // This transaction creates the institution, so it cannot be limited to one yet.
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
    const codes = activatePassword(tx, realm, { ...setup, ownerId: userId });
    const session = await startPortalSession(tx, { userId, method: 'password', fresh: true, cookies, isFirst: true });
    return { institutionId: institution.id, codes, cookies: session.cookies };
  });
}

/** Whether the link in an email still works. */
export const isSignUpOpen = async (ctx: Ctx, { subjectId }: { readonly subjectId: string }): Promise<boolean> =>
  (await findSignUpById(ctx.db, subjectId, ctx.clock.now())) !== undefined;

/** Only the newest are listed; staff review a new institution within days. */
const signUpsShown = 100;

/** Institutions that signed themselves up: who asked, when and why, whether they asked for live mode, and whether it is open. */
export async function listSignUps(ctx: Ctx) {
  requireRole(ctx.actor, 'administrator');
  const rows = await listUsedSignUps(ctx.db, signUpsShown);
  const ids = rows.map(({ institution_id }) => institution_id);
  const accesses = await listInstitutionAccess(ctx, ids);
  return rows.map(({ institution_id, name, email, purpose, used_at }) => {
    const access = accesses.get(institution_id);
    return {
      institution_id,
      institution_name: access?.name ?? institution_id,
      name,
      email,
      purpose,
      signed_up_at: used_at.toISOString(),
      live_requested_at: access?.liveRequestedAt?.toISOString() ?? null,
      live_opened_at: access?.liveOpenedAt?.toISOString() ?? null,
    };
  });
}

/** How long invitations and resets are kept after they end, for questions about who let in whom. */
const shownDays = 90;

/** Deletes expired devices, attempts, links and sign-ups. Returns the number deleted. */
export async function purgeSignIns(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const deleted = await Promise.all([
    realm.deleteOldTries(ctx.db, addSeconds(now, -86_400), limit),
    realm.deleteOldDevices(ctx.db, now, limit),
    deleteOldResets(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldPairings(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldSignUps(ctx.db, addDays(now, -unusedDays), limit),
    deleteOldInvitations(ctx.db, addDays(now, -shownDays), limit),
    deleteOldAuthenticatorResets(ctx.db, addDays(now, -shownDays), limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}

/**
 * Requests access: sends one email with a link that confirms the address. An address with an account gets a different email;
 * the response is the same.
 */
export async function requestSignUp(ctx: Ctx, input: SignUpRequest, address: string): Promise<{ ok: true }> {
  const email = normalizeEmail(input.email);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await countMail(ctx, { what: 'sign-up', email, address });
  await transact(ctx, async (tx) => {
    const known = await findUserByEmail(tx.db, email);
    // A user created by an identity provider has no password or authenticator.
    if (known === undefined || !(await hasAuthenticator(tx.db, known.id))) queueConfirmation(tx, { ...input, email });
    else
      queueMessage(tx, {
        purpose: messagePurposes.portalAccountExists,
        subjectId: known.id,
        content: { channel: 'email', to: email, mail: existsMail(`${tx.config.publicBaseUrl}/portal/sign-in`) },
      });
  });
  return { ok: true };
}

function queueConfirmation(tx: Tx, { email, name, institution_name, purpose }: SignUpRequest): void {
  const now = tx.clock.now();
  const id = newId('sup', now);
  const token = taggedToken(tx.config.cell, 43);
  insertSignUp(tx.db, {
    id,
    token_hash: tx.vault.fingerprint(token, 'token'),
    email,
    name: oneLine(name),
    institution_name: oneLine(institution_name),
    purpose: purpose.trim().split(/\r?\n/).map(stripControls).join('\n'),
    encrypted_totp: tx.vault.encrypt(newTotpSecret(), signUpAad(id)),
    created_at: now,
    expires_at: addSeconds(now, signUpTtlS),
  });
  queueMessage(tx, {
    purpose: messagePurposes.portalSignUp,
    subjectId: id,
    content: {
      channel: 'email',
      to: email,
      mail: confirmMail(`${tx.config.publicBaseUrl}/portal/confirm#${token}`),
    },
  });
}

/** Contains only the address of everything that was typed, so that no one can use us to send their own text to others. */
const confirmMail = (url: string) =>
  ({
    language: 'en',
    subject: 'Confirm your address for the Makewhole portal',
    paragraphs: [
      'Somebody asked for access to the Makewhole partner portal with this address.',
      'Open this link to choose a password and to add the account to an authenticator app. Then your sandbox is ready. The link works once, within 24 hours.',
    ],
    button: { words: 'Confirm and set up', url },
    why: 'You get this because this address was typed on our page. If it was not you, ignore it: no account is made.',
  }) as const;

const existsMail = (url: string) =>
  ({
    language: 'en',
    subject: 'You have an account on the Makewhole portal',
    paragraphs: [
      'Somebody asked for access to the Makewhole partner portal with this address. It has an account already.',
      'Sign in with it. If you do not know the password any more, the same page sends you a link for a new one.',
    ],
    button: { words: 'Sign in', url },
    why: 'You get this because this address was typed on our page. If it was not you, ignore it: nothing has changed.',
  }) as const;

const signUpTtlS = 24 * 3600;

/** How long a sign-up whose link was not used is kept after the link has expired. */
const unusedDays = 7;

/** The associated data for encrypting the authenticator secret of a sign-up. */
const signUpAad = (id: string): string => `portal.sign_ups/${id}`;
