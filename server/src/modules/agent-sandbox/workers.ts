import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { purgeTestAgents } from './retention/retention.ts';
import { purgeTestIntakes } from './retention/purge-test-intakes.ts';

type ListHeldIds = (ctx: Ctx) => Promise<readonly string[]>;

/** `listHeldIds` says what a legal hold is on. */
export function agentSandboxSweeps(ctx: Ctx, listHeldIds: ListHeldIds): Sweep[] {
  const purges = { intakes: purgeTestIntakes, agents: purgeTestAgents };
  return Object.entries(purges).map(([what, purge]) => ({
    name: `agent-sandbox.purge-${what}`,
    everyMs: 600_000,
    run: async (limit) => purge(ctx, { limit, except: await listHeldIds(ctx) }),
  }));
}
