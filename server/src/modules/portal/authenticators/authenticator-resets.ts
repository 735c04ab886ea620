import { requireRole } from '#actor';
import type { Ctx, Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { nameInstitution, nameReason, nameSubject, recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage, stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import {
  findAuthenticatorReset,
  findAuthenticatorResetById,
  hasAuthenticator,
  insertAuthenticatorReset,
  listAuthenticatorResetRows,
  stopAuthenticatorResetById,
  stopAuthenticatorResetByLink,
  stopAuthenticatorResetOf,
  type PendingAuthenticatorReset,
} from '../authenticator-store.ts';
import { mailNotConfigured } from '../errors.ts';
import { resetsOfUserPerDay, refuseUnknownLink } from '../limit-rules.ts';
import { queueAuthenticatorNews, queueSecurityNotice } from '../portal-users.ts';
import { findUserByEmail, lockUser, listOwnRoles } from '../store.ts';
import { authenticatorResetNotFound, noAuthenticator, portalUserNotFound } from './errors.ts';
import type { ResetState } from './schemas.ts';

/** More institutions than any user has roles at. */
const institutionsMax = 500;

/**
 * Notifies every institution that the user's password and authenticator give access to, and returns their ids. The caller must
 * see the rows of all institutions. Institutions whose provider signs the user in do not depend on this authenticator.
 */
export async function notifyInstitutions(
  tx: Tx,
  userId: string,
  notice: Pick<Mail, 'subject' | 'paragraphs'>,
): Promise<readonly string[]> {
  const roles = await listOwnRoles(tx.db, userId, institutionsMax);
  const ids = roles.filter(({ by_issuer }) => !by_issuer).map(({ institution_id: id }) => id);
  for (const id of ids) await queueSecurityNotice(tx, id, notice);
  return ids;
}

type Notice = Pick<Mail, 'subject' | 'paragraphs'>;

/** Sent to an institution's owners. The email does not name the user; the trail does. */
export const composeResetNotice = (news: 'reset here' | 'reset by us' | 'replaced'): Notice => notices[news];

const notices: Readonly<Record<'reset here' | 'reset by us' | 'replaced', Notice>> = {
  'reset here': {
    subject: 'The authenticator of a member was reset',
    paragraphs: [
      'An owner or admin of your institution reset the authenticator of a member at the Makewhole partner portal. The member gets a mail with a link, and needs their password to set up another one.',
      'Who it is, and who did it, you see in the trail. If nobody of you meant to, remove the member under Members.',
    ],
  },
  'reset by us': {
    subject: 'Somebody asked us to reset the authenticator of a member',
    paragraphs: [
      'Somebody who said to be a member of your institution asked the Makewhole team to reset their authenticator at the partner portal. It waits for 24 hours, in which the member can stop it; afterwards they need the link that we mailed them and their password.',
      'Who it is, you see in the trail. If you doubt that it was them, remove the member under Members, and answer this mail.',
    ],
  },
  replaced: {
    subject: 'A member has another authenticator',
    paragraphs: [
      'A member of your institution set up another authenticator at the Makewhole partner portal, after a reset. Who it is, you see in the trail.',
    ],
  },
};

/** A reset by our team waits a day so that the user can stop it: a voice on the phone proves little. */
const staffWaitS = 24 * 3600;

/** How long the link works after it opens: long enough for a weekend. */
const linkTtlS = 3 * 24 * 3600;

/** The associated data for encrypting the authenticator secret of a reset. */
export const resetAad = (id: string): string => `portal.authenticator_resets/${id}`;

type NewReset = {
  readonly user: { readonly id: string; readonly email: string };
  readonly madeBy: string;
  /** How our team identified the requester; undefined when an institution resets its own member. */
  readonly identityCheck?: string;
};

type CreatedReset = { readonly id: string; readonly opensAt: Date; readonly expiresAt: Date };

/** Stores the reset, ends an open one and emails the user. The caller has locked the user's row. */
export async function createReset(tx: Tx, { user, madeBy, identityCheck }: NewReset): Promise<CreatedReset> {
  const now = tx.clock.now();
  const id = newId('aur', now);
  const waits = identityCheck !== undefined;
  const opensAt = waits ? addSeconds(now, staffWaitS) : now;
  const expiresAt = addSeconds(opensAt, linkTtlS);
  const [token, stopToken] = [taggedToken(tx.config.cell, 43), taggedToken(tx.config.cell, 43)];
  await stopAuthenticatorResetOf(tx.db, user.id, { by: 'newer', now });
  insertAuthenticatorReset(tx.db, {
    id,
    user_id: user.id,
    made_by: madeBy,
    identity_check: identityCheck ?? null,
    token_hash: tx.vault.fingerprint(token, 'token'),
    stop_hash: waits ? tx.vault.fingerprint(stopToken, 'token') : null,
    encrypted_totp: tx.vault.encrypt(newTotpSecret(), resetAad(id)),
    created_at: now,
    opens_at: opensAt,
    expires_at: expiresAt,
  });
  const page = `${tx.config.publicBaseUrl}/portal/authenticator`;
  const links = { setUp: `${page}#${token}`, stop: waits ? `${page}/stop#${stopToken}` : undefined, opensAt };
  queueMessage(tx, {
    purpose: messagePurposes.authenticatorReset,
    subjectId: id,
    content: { channel: 'email', to: user.email, mail: composeResetMail(links) },
  });
  return { id, opensAt, expiresAt };
}

/** What the linked page shows before it asks for the password: the account's address, and when the reset opens. */
export async function viewReset(ctx: Ctx, link: ResetLink) {
  const { email, opens_at: opensAt } = await findLinkReset(ctx, link);
  return { email, opens_at: opensAt.toISOString(), waits: opensAt > ctx.clock.now() };
}

/** Few users lose everything; the trail lists the older resets. */
const resetsShown = 100;

/** Resets that our team requested, with their outcomes. */
export async function listAuthenticatorResets(ctx: Ctx) {
  requireRole(ctx.actor, 'administrator');
  const now = ctx.clock.now();
  const rows = await listAuthenticatorResetRows(ctx.db, resetsShown);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    made_by: row.made_by,
    identity_check: row.identity_check,
    created_at: row.created_at.toISOString(),
    opens_at: row.opens_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    state: stateOf(row, now),
  }));
}

type Times = {
  used_at: Date | null;
  stopped_at: Date | null;
  stopped_by: string | null;
  opens_at: Date;
  expires_at: Date;
};

function stateOf(row: Times, now: Date): ResetState {
  if (row.used_at !== null) return 'used';
  if (row.stopped_by === 'mail' || row.stopped_by === 'sign_in') return 'stopped_by_user';
  if (row.stopped_at !== null) return 'stopped_by_us';
  if (row.expires_at <= now) return 'expired';
  return row.opens_at > now ? 'waiting' : 'open';
}

type Asked = { readonly email: string; readonly identity_check: string };

/**
 * For a user whom no institution can help. It changes nothing at first: after a day the emailed link and the password set up
 * another authenticator, unless the user stops the reset. So a caller who deceives our team gains nothing from that alone.
 */
export async function requestResetByStaff(ctx: Ctx, { email: typed, identity_check: typedCheck }: Asked) {
  const actor = requireRole(ctx.actor, 'administrator');
  const identityCheck = stripControls(typedCheck).trim();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  const email = normalizeEmail(typed);
  const found = await findUserByEmail(ctx.db, email);
  if (found === undefined || found.disabled_at !== null) throw portalUserNotFound();
  const { id: userId } = found;
  await ctx.limits.consume(resetsOfUserPerDay, userId);
  return transact(ctx, async (tx) => {
    if ((await lockUser(tx.db, userId)) === undefined) throw portalUserNotFound();
    if (!(await hasAuthenticator(tx.db, userId))) throw noAuthenticator();
    nameSubject(actor, userId);
    nameReason(actor, identityCheck);
    const { staffId, credentialId } = actor;
    const { id, opensAt, expiresAt } = await createReset(tx, {
      user: { id: userId, email },
      madeBy: staffId,
      identityCheck,
    });
    // Each notified institution gets a trail entry. The request's own entry names the first one and hides the reason from institutions;
    // the others get separate entries.
    const [first, ...others] = await notifyInstitutions(tx, userId, composeResetNotice('reset by us'));
    if (first !== undefined) nameInstitution(actor, first);
    const entry = { kind: 'action', operation: 'portal.reset-by-staff', staffId, credentialId } as const;
    for (const institutionId of others) await recordEntry(tx, { ...entry, institutionId, subjectId: userId });
    return { id, opens_at: opensAt.toISOString(), expires_at: expiresAt.toISOString() };
  });
}

/** After the commit the links no longer work. The user gets an email. */
export async function stopResetByStaff(ctx: Ctx, id: string): Promise<{ ok: true }> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const stopped = await stopAuthenticatorResetById(tx.db, id, tx.clock.now());
    if (stopped === undefined) throw authenticatorResetNotFound();
    queueAuthenticatorNews(tx, stopped, 'stopped by us');
    return { ok: true };
  });
}

type Link = { readonly token: string; readonly address: string };

/** Anyone who reads the email can stop the reset. It needs no password, since stopping a reset gives no access. */
export async function stopResetByLink(ctx: Ctx, { token, address }: Link): Promise<{ ok: true }> {
  const done = await transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(token, 'token');
    const stopped = await stopAuthenticatorResetByLink(tx.db, hashes, tx.clock.now());
    if (stopped === undefined) return false;
    queueAuthenticatorNews(tx, stopped, 'stopped by link');
    const operation = 'portal.stop-authenticator-reset';
    const { user_id: userId } = stopped;
    await recordEntry(tx, { kind: 'action', operation, userId, subjectId: userId });
    return true;
  });
  if (done) return { ok: true };
  return refuseUnknownLink(ctx, address);
}

export type ResetLink = { readonly token: string; readonly address: string };

/** The reset that a link belongs to, even if it has not opened yet. */
export async function findLinkReset(ctx: Ctx, { token, address }: ResetLink): Promise<PendingAuthenticatorReset> {
  const reset = await findAuthenticatorReset(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (reset !== undefined) return reset;
  return refuseUnknownLink(ctx, address);
}

/** Whether the links in an email work now or will work later. */
export const isAuthenticatorResetOpen = async (
  ctx: Ctx,
  { subjectId }: { readonly subjectId: string },
): Promise<boolean> => (await findAuthenticatorResetById(ctx.db, subjectId, ctx.clock.now())) !== undefined;

type Links = { readonly setUp: string; readonly stop: string | undefined; readonly opensAt: Date };

const why = 'You get this because it is your account.';

/** Tells the user how to set up another authenticator and, if there is a waiting period, how to stop the reset. */
const composeResetMail = ({ setUp, stop, opensAt }: Links): Mail =>
  stop === undefined
    ? {
        language: 'en',
        subject: 'Set up a new authenticator for the Makewhole portal',
        paragraphs: [
          'An administrator of your institution reset the authenticator of your account at the Makewhole partner portal. You were signed out everywhere; your authenticator, your recovery codes, your passkeys and your portal tokens do not work any more.',
          'Open this link to set up a new authenticator. It asks for your password, and works once, within three days.',
          'If you did not ask for it, talk to the owners of your institution before you open it.',
        ],
        button: { words: 'Set up a new authenticator', url: setUp },
        why,
      }
    : {
        language: 'en',
        subject: 'Somebody asked us to reset your authenticator',
        paragraphs: [
          `Somebody who said to be you asked our team to reset the authenticator of your account at the Makewhole partner portal. Nothing has changed yet, and nothing changes before ${atUtc(opensAt)}.`,
          'If it was not you, stop it now. Signing in with your authenticator or a passkey stops it too.',
          `If it was you, open the second link from then on. It asks for your password, and works once, for three days.`,
        ],
        button: { words: 'Stop the reset', url: stop },
        links: [{ words: 'Set up a new authenticator', url: setUp }],
        why,
      };

const atUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
