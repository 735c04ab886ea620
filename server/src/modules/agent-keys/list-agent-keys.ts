import type { Ctx } from '#context';
import { listLivingKeys } from './store.ts';

type AgentKeyView = {
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

/** The valid keys by their prefixes; never a key. */
export async function listAgentKeys(ctx: Ctx, principalId: string): Promise<AgentKeyView[]> {
  const rows = await listLivingKeys(ctx.db, principalId);
  return rows.map((row) => ({
    prefix: row.prefix,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}
