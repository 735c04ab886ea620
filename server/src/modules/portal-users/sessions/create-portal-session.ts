import type { Tx } from '#context';
import { writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordEntry } from '#modules/audit';
import { freshS, portalCookie, sessionTtlS } from './rules.ts';
import { insertSession } from './store.ts';

type SignedIn = {
  readonly userId: string;
  readonly method: 'password' | 'passkey' | 'oidc';
  /** The one institution that it opens. */
  readonly boundTo?: string | undefined;
  /** Whether what they signed in with counts as a fresh code. */
  readonly fresh?: boolean;
};

export type NewPortalSession = { readonly id: string; readonly cookie: string };

/** Creates a session after a successful sign-in, never reusing one that the browser sent, and its row in the trail. */
export async function createPortalSession(
  tx: Tx,
  { userId, method, boundTo, fresh = false }: SignedIn,
): Promise<NewPortalSession> {
  const token = taggedToken(tx.config.cell, 43);
  const now = tx.clock.now();
  const id = newId('pse', now);
  insertSession(tx.db, {
    id,
    token_hash: tx.vault.fingerprint(token, 'token'),
    user_id: userId,
    method,
    institution_id: boundTo ?? null,
    created_at: now,
    last_seen_at: now,
    expires_at: addSeconds(now, sessionTtlS),
    fresh_until: fresh ? addSeconds(now, freshS) : null,
  });
  await recordEntry(tx, {
    kind: 'action',
    operation: 'portal-users.sign-in',
    userId,
    institutionId: boundTo,
    credentialId: id,
    subjectId: userId,
    reason: method,
  });
  return { id, cookie: writeHostCookie(portalCookie, token, sessionTtlS) };
}
