import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { issueAgentKey, type IssuedKey } from './issue-agent-key.ts';
import { insertPrincipal } from './principal-store.ts';
import type { PrincipalStatus } from './set-principal-status.ts';

type NewAgent = {
  readonly livemode: boolean;
  /** Only the sandbox begins with another. */
  readonly status?: PrincipalStatus;
};

/** Creates a registered agent's principal together with its first key; both are of one mode for good. */
export function createAgentPrincipal(
  tx: Tx,
  { livemode, status = 'active' }: NewAgent,
): IssuedKey & { readonly principalId: string } {
  const now = tx.clock.now();
  const principalId = newId('agt', now);
  insertPrincipal(tx.db, { id: principalId, status, livemode, created_at: now });
  return { principalId, ...issueAgentKey(tx, { principalId, livemode }) };
}
