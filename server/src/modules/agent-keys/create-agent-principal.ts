import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { issueAgentKey, type IssuedKey } from './issue-agent-key.ts';
import { insertPrincipal } from './principal-store.ts';

/** Creates a registered agent's principal together with its first key. */
export function createAgentPrincipal(tx: Tx): IssuedKey & { readonly principalId: string } {
  const now = tx.clock.now();
  const principalId = newId('agt', now);
  insertPrincipal(tx.db, { id: principalId, status: 'active', created_at: now });
  return { principalId, ...issueAgentKey(tx, principalId) };
}
