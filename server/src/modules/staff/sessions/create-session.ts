import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/audit';
import { updateSignedIn } from '../store.ts';
import { freshS, sessionCookie, sessionTtlS } from './rules.ts';
import { insertSession } from './store.ts';

/** By a link of the demo, which stands for the password that is printed beside it. */
export type SignInMethod = 'oidc' | 'password' | 'demo link';

export type NewSession = { readonly id: string; readonly cookie: string };

type SignedIn = {
  readonly staffId: string;
  readonly method: SignInMethod;
  readonly deviceId?: string;
  /** Whether they proved who they are just now; a provider may have remembered them. */
  readonly fresh: boolean;
  /** What its owner is told: when they signed in before, and what was refused since. */
  readonly before?: { readonly at: Date | null; readonly tries: number; readonly networks: number };
};

/**
 * Creates a session after a successful sign-in, never reusing one that the browser sent, and its row in the audit
 * trail.
 */
export async function createSession(
  tx: Tx,
  { staffId, method, deviceId, before, fresh }: SignedIn,
): Promise<NewSession> {
  const token = taggedToken(tx.config.cell, 43);
  const now = tx.clock.now();
  const id = newId('ses', now);
  insertSession(tx.db, {
    id,
    token_hash: tx.vault.fingerprint(token, 'token'),
    staff_id: staffId,
    method: method === 'demo link' ? 'password' : method,
    created_at: now,
    last_seen_at: now,
    expires_at: addSeconds(now, sessionTtlS),
    device_id: deviceId ?? null,
    previous_sign_in_at: before?.at ?? null,
    failed_tries: before?.tries ?? null,
    failed_networks: before?.networks ?? null,
    fresh_until: fresh ? addSeconds(now, freshS) : null,
  });
  updateSignedIn(tx.db, staffId, now);
  await recordEntry(tx, {
    kind: 'action',
    operation: 'access.sign-in',
    staffId,
    credentialId: id,
    subjectId: staffId,
    reason: method,
  });
  return { id, cookie: writeHostCookie(sessionCookie, token, sessionTtlS) };
}
