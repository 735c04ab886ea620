import type { Tx } from '#context';
import { issueAgentKey, type IssuedKey } from './issue-agent-key.ts';
import { lockPrincipal } from './principal-store.ts';
import { revokeKeysOf } from './store.ts';

/** A new key in the place of all others; undefined for an agent that is not active. */
export async function replaceAgentKeys(tx: Tx, principalId: string): Promise<IssuedKey | undefined> {
  const principal = await lockPrincipal(tx.db, principalId);
  if (principal?.status !== 'active') return undefined;
  revokeKeysOf(tx.db, principalId, tx.clock.now());
  return issueAgentKey(tx, { principalId, livemode: principal.livemode });
}
