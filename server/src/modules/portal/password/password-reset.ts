import type { Ctx, Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { consumeCode, findPasswordProblem, hashChosenPassword, tooManyTries } from '#platform/sign-in';
import { codeRefused, linkNotFound, mailNotConfigured, passwordWeak } from '../errors.ts';
import { countMail, refuseUnknownLink } from '../limit-rules.ts';
import { realm } from '../realm.ts';
import { countPasskeysOf, deletePasskeysOf } from '../store.ts';
import { revokeTokensOf } from '../tokens/store.ts';
import { consumeReset, findOpenReset, findReset, insertReset } from './store.ts';

const resetTtlS = 30 * 60;

type Asked = { readonly email: string; readonly address: string };

/**
 * Emails a link for setting another password. An address without an account also gets an email, which tells its owner so.
 * Response and timing are the same for both, and no one waits for an email that never comes.
 */
export async function requestReset(ctx: Ctx, { email: typed, address }: Asked): Promise<{ ok: true }> {
  const email = normalizeEmail(typed);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await countMail(ctx, { what: 'reset', email, address });
  await transact(ctx, async (tx) => {
    const known = await realm.findPassword(tx.db, email);
    if (known === undefined || known.disabled_at !== null || known.password_hash === null) {
      queueMessage(tx, {
        purpose: messagePurposes.portalNoAccount,
        // The address has no account, so the message gets a new subject id.
        subjectId: newId('sup', tx.clock.now()),
        content: { channel: 'email', to: email, mail: noAccountMail(`${tx.config.publicBaseUrl}/portal/sign-up`) },
      });
      return;
    }
    const now = tx.clock.now();
    const token = taggedToken(tx.config.cell, 43);
    const expiresAt = addSeconds(now, resetTtlS);
    insertReset(tx.db, { tokenHash: tx.vault.fingerprint(token, 'token'), userId: known.id, now, expiresAt });
    queueMessage(tx, {
      purpose: messagePurposes.portalReset,
      subjectId: known.id,
      subjectVersion: expiresAt.toISOString(),
      content: {
        channel: 'email',
        to: email,
        mail: resetMail(`${tx.config.publicBaseUrl}/portal/reset#${token}`),
      },
    });
  });
  return { ok: true };
}

const resetMail = (url: string) =>
  ({
    language: 'en',
    subject: 'Choose a new password for the Makewhole portal',
    paragraphs: [
      'Somebody asked for a new password for your account on the Makewhole partner portal.',
      'Open this link to choose one. It works once, within 30 minutes, and asks for a code of your authenticator or a recovery code.',
    ],
    button: { words: 'Choose a new password', url },
    why: 'You get this because it is your account. If you did not ask for it, ignore it: nothing has changed.',
  }) as const;

const noAccountMail = (url: string) =>
  ({
    language: 'en',
    subject: 'No password to reset at the Makewhole portal',
    paragraphs: [
      'Somebody asked for a new password for an account on the Makewhole partner portal with this address. There is no account with a password here.',
      'If you have another address, try that one. You can also ask for access.',
    ],
    button: { words: 'Ask for access', url },
    why: 'You get this because this address was typed on our page. If it was not you, ignore it.',
  }) as const;

type ResetAnswer = {
  readonly token: string;
  readonly password: string;
  /** From the authenticator, or a recovery code: access to the mailbox is not enough. */
  readonly code: string;
  readonly address: string;
};

/**
 * Sets another password. Sessions, tokens and known devices end. So do passkeys, since an intruder may have added one; after a
 * recovery code they stay, because the authenticator may be lost and a passkey may be the only sign-in left. An email tells
 * the user what ended and what stays. The user then signs in again.
 */
export async function finishReset(ctx: Ctx, { token, password, code, address }: ResetAnswer): Promise<{ ok: true }> {
  const hashes = ctx.vault.fingerprints(token, 'token');
  const reset = await findReset(ctx.db, hashes, ctx.clock.now());
  if (reset === undefined) return refuseUnknownLink(ctx, address);
  const { user_id: userId } = reset;
  const problem = findPasswordProblem(password, { ...reset, teamName: ctx.config.team.name });
  if (problem !== undefined) throw passwordWeak(problem);
  const tries = await realm.recordCodeTry(ctx, `reset/${userId}`);
  if (tries === undefined) throw tooManyTries();
  const passwordHash = await hashChosenPassword(ctx, userId, password);
  // Ends the user's tokens at all institutions.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    const typed = { ownerId: userId, passwordHash: undefined, code };
    const used = await consumeCode(tx, realm, typed);
    if (used === undefined) throw codeRefused();
    if (!(await consumeReset(tx.db, { tokenHash: reset.token_hash, userId, now }))) throw linkNotFound();
    realm.deleteTries(tx.db, tries);
    realm.updatePassword(tx.db, userId, { passwordHash, now });
    realm.endSessions(tx.db, userId, { now });
    realm.deleteDevices(tx.db, userId);
    const ended = await endOtherWays(tx, userId, used);
    queueMessage(tx, {
      purpose: messagePurposes.passwordReset,
      subjectId: userId,
      subjectVersion: now.toISOString(),
      content: { channel: 'email', to: reset.email, mail: composeResetNews(ended) },
    });
    const operation = 'portal.reset-password';
    await recordEntry(tx, { kind: 'action', operation, userId, subjectId: userId });
    return { ok: true };
  });
}

async function endOtherWays(tx: Tx, userId: string, used: 'authenticator' | 'recovery'): Promise<EndedWays> {
  const tokens = (await revokeTokensOf(tx.db, userId, tx.clock.now())).length;
  if (used === 'recovery') return { tokens, passkeysEnded: 0, passkeysLeft: await countPasskeysOf(tx.db, userId) };
  return { tokens, passkeysEnded: (await deletePasskeysOf(tx.db, userId)).length, passkeysLeft: 0 };
}

type ResetMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether the link in an email still works. */
export async function isResetOpen(ctx: Ctx, { subjectId, subjectVersion }: ResetMessage): Promise<boolean> {
  const expiresAt = new Date(subjectVersion ?? 0);
  return (await findOpenReset(ctx.db, subjectId, { expiresAt, now: ctx.clock.now() })) !== undefined;
}

type EndedWays = {
  readonly tokens: number;
  readonly passkeysEnded: number;
  readonly passkeysLeft: number;
};

/** Sent to the account's owner after a password reset. */
const composeResetNews = ({ tokens, passkeysEnded, passkeysLeft }: EndedWays): Mail => ({
  language: 'en',
  subject: 'Your password for the Makewhole portal was changed',
  paragraphs: [
    `A new password was set for your account at the Makewhole partner portal, by a link that was mailed to this address and ${passkeysLeft > 0 ? 'a recovery code' : 'a code'}. Everybody was signed out, and no browser is known any more.`,
    ...(tokens > 0 ? [`Your portal tokens were revoked: ${tokens}. Programs that use them need new ones.`] : []),
    ...(passkeysEnded > 0
      ? [`Your passkeys were removed: ${passkeysEnded}. You can add them again under your account.`]
      : []),
    ...(passkeysLeft > 0
      ? [
          `Your passkeys still sign you in: ${passkeysLeft}. Look at them under your account, and remove each that you do not know.`,
        ]
      : []),
    'If it was not you, answer this mail at once.',
  ],
  why: 'You get this because it is your account.',
});
