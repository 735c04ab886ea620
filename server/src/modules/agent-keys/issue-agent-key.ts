import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newId } from '#lib/tokens/ids';
import { insertAgentKey } from './store.ts';

export type IssuedKey = { readonly key: string; readonly prefix: string };

type KeyOf = { readonly principalId: string; readonly livemode: boolean };

/** After the contract's prefix there are 32 characters; those of the sandbox say that they open nothing live. */
const live = { front: 'svc_agent_', length: 32 };
const test = { front: 'svc_agent_test_', length: 27 };
/** So much more than what all keys share tells one of an agent's keys from the other. */
const shownLength = 6;

/** Creates a key that is shown once; only its fingerprint is stored, which cannot be used as a key. */
export function issueAgentKey(tx: Tx, { principalId, livemode }: KeyOf): IssuedKey {
  const now = tx.clock.now();
  const { front, length } = livemode ? live : test;
  const key = `${front}${taggedToken(tx.config.cell, length)}`;
  const prefix = key.slice(0, front.length + shownLength);
  insertAgentKey(tx.db, {
    id: newId('akey', now),
    principal_id: principalId,
    key_hash: tx.vault.fingerprint(key, 'token'),
    prefix,
    created_at: now,
  });
  return { key, prefix };
}
