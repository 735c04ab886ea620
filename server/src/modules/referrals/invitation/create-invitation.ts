import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import type { StoredLink } from '../store.ts';

/**
 * The borrower's own page. The token in it is the borrower's credential: never logged, stored only hashed and
 * encrypted.
 */
export type Invitation = { readonly token: string; readonly link: StoredLink };

export function createInvitation(tx: Tx, referralId: string): Invitation {
  const token = taggedToken(tx.config.cell, 32);
  return {
    token,
    link: {
      hash: tx.vault.fingerprint(token, 'token'),
      encrypted: tx.vault.encrypt(token, `referrals.referrals/${referralId}`),
    },
  };
}
