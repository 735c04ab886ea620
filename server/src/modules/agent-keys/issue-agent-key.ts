import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newId } from '#lib/tokens/ids';
import { insertAgentKey } from './store.ts';

export type IssuedKey = { readonly key: string; readonly prefix: string };

/** Creates a key that is shown once; only its fingerprint is stored, which cannot be used as a key. */
export function issueAgentKey(tx: Tx, principalId: string): IssuedKey {
  const now = tx.clock.now();
  const key = `svc_agent_${taggedToken(tx.config.cell, 32)}`;
  const prefix = key.slice(0, 16);
  insertAgentKey(tx.db, {
    id: newId('akey', now),
    principal_id: principalId,
    key_hash: tx.vault.fingerprint(key, 'token'),
    prefix,
    created_at: now,
  });
  return { key, prefix };
}
