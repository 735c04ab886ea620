import { randomBytes } from 'node:crypto';
import type { Tx } from '#context';
import { insertPollToken } from './poll-token-store.ts';

/** A token that reads one intake and nothing else; shown once, in the response that created the intake. */
export function issuePollToken(tx: Tx, intakeId: string): string {
  const token = `svc_poll_${randomBytes(32).toString('base64url')}`;
  insertPollToken(tx.db, {
    token_hash: tx.vault.fingerprint(token),
    intake_id: intakeId,
    created_at: tx.clock.now(),
  });
  return token;
}
