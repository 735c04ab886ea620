import type { Tx } from '#context';
import { randomBase62 } from '#lib/base62';
import { writeHostCookie } from '#lib/cookies';
import { addSeconds } from '#lib/dates';
import { newId } from '#lib/ids';
import { recordEntry } from '#modules/audit';
import { sessionCookie, sessionTtlS } from './rules.ts';
import { insertSession } from './session-store.ts';

export type OpenedSession = { readonly id: string; readonly cookie: string };

/** A person has shown who they are: a session of its own, whatever the browser came with, and its row in the trail. */
export async function openSession(tx: Tx, staffId: string, method: 'oidc' | 'password'): Promise<OpenedSession> {
  const token = randomBase62(43);
  const now = tx.clock.now();
  const id = newId('ses', now);
  insertSession(tx.db, {
    id,
    token_hash: tx.vault.fingerprint(token),
    staff_id: staffId,
    method,
    created_at: now,
    last_seen_at: now,
    expires_at: addSeconds(now, sessionTtlS),
  });
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
