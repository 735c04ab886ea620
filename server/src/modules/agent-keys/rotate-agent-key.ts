import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { issueAgentKey, type IssuedKey } from './issue-agent-key.ts';
import { revokeKey } from './store.ts';

/** Replaces the key of the request; of two concurrent rotations, one is refused because its key was revoked. */
export async function rotateAgentKey(ctx: Ctx): Promise<IssuedKey> {
  const { principalId, keyId } = requireAgent(ctx.actor);
  return transact(ctx, async (tx) => {
    const revoked = await revokeKey(tx.db, keyId, tx.clock.now());
    if (revoked === undefined) throw unauthorized();
    return issueAgentKey(tx, principalId);
  });
}
