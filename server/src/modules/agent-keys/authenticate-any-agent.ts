import type { AgentActor } from '#actor';
import type { Ctx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { findLivingKey, updateLastUsed } from './store.ts';

/** Precision of "last used": a write per request would cost more than it is worth. */
const lastUsedExactMs = 60_000;

/** The agent that a key of either mode belongs to; undefined without a reason for every key that is not valid (D-059). */
export async function authenticateAnyAgent(
  ctx: Ctx,
  header: string | undefined,
  address: string,
): Promise<AgentActor | undefined> {
  const key = bearerToken(header);
  if (!key?.startsWith('svc_agent_')) return undefined;
  const stored = await findLivingKey(ctx.db, ctx.vault.fingerprints(key, 'token'));
  if (stored === undefined) return undefined;
  const now = ctx.clock.now();
  if (now.getTime() - (stored.last_used_at?.getTime() ?? 0) > lastUsedExactMs)
    await updateLastUsed(ctx.db, stored.id, now);
  const { id: keyId, principal_id: principalId, livemode } = stored;
  return { kind: 'agent', address, principalId, keyId, livemode };
}
