import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { countMail } from '../limit-rules.ts';
import { mailNotConfigured } from '../sign-in-errors.ts';
import { insertReset } from './reset-store.ts';
import { resetTtlS } from './rules.ts';
import { findPassword } from './store.ts';

type Asked = { readonly email: string; readonly address: string };

/**
 * Mails a link for another password. The address that has no account gets a mail as well, which says so: answer and time
 * are the same for both, and nobody waits for a mail that never comes.
 */
export async function requestReset(ctx: Ctx, { email: typed, address }: Asked): Promise<{ ok: true }> {
  const email = normalizeEmail(typed);
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  await countMail(ctx, { what: 'reset', email, address });
  await transact(ctx, async (tx) => {
    const known = await findPassword(tx.db, email);
    if (known === undefined || known.disabled_at !== null || known.password_hash === null) {
      queueMessage(tx, {
        purpose: messagePurposes.portalNoAccount,
        // About nobody we know.
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
