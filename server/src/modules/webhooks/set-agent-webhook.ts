import assert from 'node:assert/strict';
import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { newId } from '#lib/ids';
import { lockNames, transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { findAgentEndpoint, upsertAgentEndpoint } from './endpoint-store.ts';
import { toView, type AgentWebhookView } from './find-agent-webhook.ts';
import { refusalOfUrl, secretRow } from './rules.ts';

/** Sets the one address of an agent; each time with a new secret, which is shown here and nowhere else. */
export async function setAgentWebhook(ctx: Ctx, url: string): Promise<AgentWebhookView & { secret: string }> {
  const { principalId } = requireAgent(ctx.actor);
  const refusal = refusalOfUrl(url);
  if (refusal !== undefined) throw validationFailed([{ path: 'url', message: refusal }]);
  const secret = `whsec_agent_${randomBase62(40)}`;
  const row = await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/agent/${principalId}`]);
    const now = tx.clock.now();
    const existing = await findAgentEndpoint(tx.db, principalId);
    const id = existing?.id ?? newId('whe', now);
    return upsertAgentEndpoint(tx.db, {
      id,
      principalId,
      url,
      sealedSecret: tx.vault.seal(secret, secretRow(id)),
      now,
    });
  });
  assert(row !== undefined, 'an upsert returns its row');
  return { ...toView(row), secret };
}
