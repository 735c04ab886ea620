import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { messagePurposes, queueMessage } from '#modules/customers';
import { insertAuthenticatorReset, stopAuthenticatorResetOf } from '../authenticator-store.ts';
import { composeResetMail } from './compose-reset-mail.ts';
import { linkTtlS, resetAad, staffWaitS } from './rules.ts';

type NewReset = {
  readonly user: { readonly id: string; readonly email: string };
  readonly madeBy: string;
  /** How our team knew who asked; undefined where an institution resets one of its own. */
  readonly identityCheck?: string;
};

export type CreatedReset = { readonly id: string; readonly opensAt: Date; readonly expiresAt: Date };

/** The row and the mail to the user, whose row the caller has locked; one that is open ends. */
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
    sealed_totp: tx.vault.encrypt(newTotpSecret(), resetAad(id)),
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
