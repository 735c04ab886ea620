import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { insertPollToken } from './poll-token-store.ts';

/** A token that reads one intake and nothing else; shown once, in the response that created the intake. */
export function issuePollToken(tx: Tx, intakeId: string): string {
  const token = `svc_poll_${taggedToken(tx.config.cell, 43)}`;
  insertPollToken(tx.db, {
    token_hash: tx.vault.fingerprint(token, 'token'),
    intake_id: intakeId,
    created_at: tx.clock.now(),
  });
  return token;
}
