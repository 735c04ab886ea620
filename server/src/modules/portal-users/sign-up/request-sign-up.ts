import type { Ctx, Tx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { oneLine } from '#lib/text/typed-name';
import { messagePurposes, queueMessage, stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { hasAuthenticator } from '../authenticator-store.ts';
import { countMail } from '../limit-rules.ts';
import { mailNotConfigured } from '../sign-in-errors.ts';
import type { SignUpRequest } from '../sign-in-schemas.ts';
import { findUserByEmail } from '../user-store.ts';
import { signUpAad, signUpTtlS } from './rules.ts';
import { insertSignUp } from './store.ts';

/**
 * Asks for access: one mail with a link that confirms the address. An address that has an account gets another mail; the
 * answer is the same.
 */
export async function requestSignUp(ctx: Ctx, input: SignUpRequest, address: string): Promise<{ ok: true }> {
  const email = normalizeEmail(input.email);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await countMail(ctx, { what: 'sign-up', email, address });
  await transact(ctx, async (tx) => {
    const known = await findUserByEmail(tx.db, email);
    // Somebody whom an identity provider made has nothing to sign in with on their own.
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
    sealed_totp: tx.vault.encrypt(newTotpSecret(), signUpAad(id)),
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

/** Holds nothing that was typed but the address: strangers must not write to others under our name. */
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
