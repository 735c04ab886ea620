import { requireAgent } from '#actor';
import type { Ctx, Tx } from '#context';
import { randomBase62 } from '#lib/base62';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { insertAgentKey, revokeKey } from './agent-key-store.ts';

export type IssuedKey = { readonly key: string; readonly prefix: string };

/** A new key in place of the one that asked; of two rotations at once, one finds its key revoked. */
export async function rotateAgentKey(ctx: Ctx): Promise<IssuedKey> {
  const { principalId, keyId } = requireAgent(ctx.actor);
  return transact(ctx, async (tx) => {
    const revoked = await revokeKey(tx.db, keyId, tx.clock.now());
    if (revoked === undefined) throw unauthorized();
    return issueAgentKey(tx, principalId);
  });
}

/** Makes a key, shown once; what is kept opens nothing. */
export function issueAgentKey(tx: Tx, principalId: string): IssuedKey {
  const now = tx.clock.now();
  const key = `svc_agent_${randomBase62(32)}`;
  const prefix = key.slice(0, 16);
  insertAgentKey(tx.db, {
    id: newId('akey', now),
    principal_id: principalId,
    key_hash: tx.vault.fingerprint(key),
    prefix,
    created_at: now,
  });
  return { key, prefix };
}
