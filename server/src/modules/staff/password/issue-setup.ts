import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { setupTtlS, totpAad } from './rules.ts';
import { replaceSetup } from './setup-store.ts';

export type IssuedSetup = { readonly url: string; readonly expiresAt: Date };

/** A link that replaces every earlier one of this staff member. The caller writes the row of the audit trail. */
export function issueSetup(tx: Tx, staffId: string): IssuedSetup {
  const token = taggedToken(tx.config.cell, 43);
  const expiresAt = addSeconds(tx.clock.now(), setupTtlS);
  replaceSetup(tx.db, {
    token_hash: tx.vault.fingerprint(token, 'token'),
    staff_id: staffId,
    sealed_totp: tx.vault.encrypt(newTotpSecret(), totpAad(staffId)),
    expires_at: expiresAt,
  });
  return { url: `${tx.config.publicBaseUrl}/sign-in/set-up/${token}`, expiresAt };
}
