import assert from 'node:assert/strict';
import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { toView, type AgentWebhookView } from './find-agent-webhook.ts';
import { refusalOfUrl } from './rules.ts';
import { upsertAgentEndpoint } from './store.ts';

/** Sets the one address of an agent; each time with a new secret, which is shown here and nowhere else. */
export async function setAgentWebhook(ctx: Ctx, url: string): Promise<AgentWebhookView & { secret: string }> {
  const { principalId } = requireAgent(ctx.actor);
  const refusal = refusalOfUrl(url);
  if (refusal !== undefined) throw validationFailed([{ path: 'url', message: refusal }]);
  const secret = `whsec_agent_${randomBase62(40)}`;
  const now = ctx.clock.now();
  const row = await transact(ctx, (tx) =>
    upsertAgentEndpoint(tx.db, {
      principal_id: principalId,
      url,
      sealed_secret: tx.vault.seal(secret, `webhooks.agent_endpoints/${principalId}`),
      created_at: now,
      updated_at: now,
    }),
  );
  assert(row !== undefined, 'an upsert returns its row');
  return { ...toView(row), secret };
}
