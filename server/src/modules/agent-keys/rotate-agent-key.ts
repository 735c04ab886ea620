import { requireAgent } from '#actor';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { issueAgentKey, type IssuedKey } from './issue-agent-key.ts';
import { lockPrincipal } from './principal-store.ts';
import { revokeKey } from './store.ts';

/** Tells the agent's operator, in the transaction of the change. */
export type NotifyAgent = (tx: Tx, principalId: string) => Promise<void>;

/** Replaces the key of the request; of two concurrent rotations, one is refused because its key was revoked. */
export async function rotateAgentKey(ctx: Ctx, notify: NotifyAgent = async () => undefined): Promise<IssuedKey> {
  const { principalId, keyId, livemode } = requireAgent(ctx.actor);
  return transact(ctx, async (tx) => {
    // As whoever replaces all keys does: one that waited behind this for a key's row would not see its successor.
    await lockPrincipal(tx.db, principalId);
    const revoked = await revokeKey(tx.db, keyId, tx.clock.now());
    if (revoked === undefined) throw unauthorized();
    const issued = issueAgentKey(tx, { principalId, livemode });
    await notify(tx, principalId);
    return issued;
  });
}
