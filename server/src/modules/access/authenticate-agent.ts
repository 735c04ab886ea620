import type { AgentActor } from '#actor';
import type { Ctx } from '#context';
import { findLivingKey, updateLastUsed } from './agent-key-store.ts';
import { bearerToken } from './rules.ts';

/** How exact "last used" is; a write per request would cost more than it tells. */
const lastUsedExactMs = 60_000;

/** The agent behind a key; undefined for whatever does not open the door, without saying why (decision 59). */
export async function authenticateAgent(
  ctx: Ctx,
  header: string | undefined,
  address: string,
): Promise<AgentActor | undefined> {
  const key = bearerToken(header);
  if (!key?.startsWith('svc_agent_')) return undefined;
  const found = await findLivingKey(ctx.db, ctx.vault.fingerprints(key));
  if (found === undefined) return undefined;
  const now = ctx.clock.now();
  if (now.getTime() - (found.last_used_at?.getTime() ?? 0) > lastUsedExactMs)
    await updateLastUsed(ctx.db, found.id, now);
  return { kind: 'agent', address, principalId: found.principal_id, keyId: found.id };
}
