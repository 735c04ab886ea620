import assert from 'node:assert/strict';
import { requireAgent } from '#actor';
import type { Ctx, Tx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { newId } from '#lib/tokens/ids';
import { lockNames, transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { findAgentEndpoint, upsertAgentEndpoint } from './store.ts';
import { toAgentWebhook, type AgentWebhookView } from './to-agent-webhook.ts';
import { refusalOfUrl, secretAad } from '../rules.ts';

/** Tells the agent's operator, in the transaction of the change. */
export type NotifyAgent = (tx: Tx, principalId: string, what: 'webhook set' | 'webhook removed') => Promise<void>;

/** Sets the one address of an agent; each time with a new secret, which is shown in this response only. */
export async function setAgentWebhook(
  ctx: Ctx,
  url: string,
  notify: NotifyAgent,
): Promise<AgentWebhookView & { secret: string }> {
  const { principalId, livemode } = requireAgent(ctx.actor);
  const refusal = refusalOfUrl(url, ctx.config);
  if (refusal !== undefined) throw validationFailed([{ path: 'url', message: refusal }]);
  const secret = `whsec_agent_${randomBase62(40)}`;
  const row = await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/agent/${principalId}`]);
    const now = tx.clock.now();
    const existing = await findAgentEndpoint(tx.db, principalId);
    const id = existing?.id ?? newId('whe', now);
    const stored = await upsertAgentEndpoint(tx.db, {
      id,
      principalId,
      url,
      livemode,
      encryptedSecret: tx.vault.encrypt(secret, secretAad(id)),
      now,
    });
    await notify(tx, principalId, 'webhook set');
    return stored;
  });
  assert(row !== undefined, 'an upsert returns its row');
  return { ...toAgentWebhook(row), secret };
}
