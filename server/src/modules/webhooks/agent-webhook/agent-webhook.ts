import assert from 'node:assert/strict';
import { requireAgent } from '#actor';
import type { Ctx, Tx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { newId } from '#lib/tokens/ids';
import { agentEventTypes } from '../events/rules.ts';
import { lockNames, sql, transact, typed, type Db, type TxDb } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { cancelEndpointDeliveries } from '../delivery/finish-deliveries.ts';
import { refusalOfUrl, secretAad } from '../rules.ts';

/** A suspended or unverified agent does not get its pending deliveries, even if it is reactivated later. */
export async function cancelAgentDeliveries(ctx: Ctx, principalId: string): Promise<void> {
  const endpoint = await findAgentEndpoint(ctx.db, principalId);
  if (endpoint !== undefined) await cancelEndpointDeliveries(ctx, endpoint.id);
}

/** Whether there was one to remove; its pending deliveries are canceled. */
export async function deleteAgentWebhook(ctx: Ctx, notify: NotifyAgent): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  const deleted = await transact(ctx, async (tx) => {
    const row = await deleteAgentEndpoint(tx.db, principalId);
    if (row !== undefined) await notify(tx, principalId, 'webhook removed');
    return row;
  });
  if (deleted !== undefined) await cancelEndpointDeliveries(ctx, deleted.id);
  return deleted !== undefined;
}

/** The agent's webhook, without the secret. */
export async function findAgentWebhook(ctx: Ctx, principalId: string): Promise<AgentWebhookView | undefined> {
  const row = await findAgentEndpoint(ctx.db, principalId);
  return row && toAgentWebhook(row);
}

/** Notifies the agent's operator, in the transaction of the change. */
export type NotifyAgent = (tx: Tx, principalId: string, what: 'webhook set' | 'webhook removed') => Promise<void>;

/** Sets the one address of an agent, each time with a new secret, which is shown in this response only. */
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

type AgentWebhookView = {
  readonly url: string;
  readonly events: string[];
  readonly created_at: string;
  readonly updated_at: string;
};

const toAgentWebhook = (row: { url: string; created_at: Date; updated_at: Date }): AgentWebhookView => ({
  url: row.url,
  events: [...agentEventTypes],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const findAgentEndpoint = (db: Db, principalId: string) =>
  db.find(
    typed(
      sql
        .selectFrom('webhooks.endpoints')
        .select(['id', 'url', 'created_at', 'updated_at'])
        .where('account_id', '=', principalId)
        .where('audience', '=', 'agent'),
    ),
  );

type AgentEndpoint = {
  readonly id: string;
  readonly principalId: string;
  readonly url: string;
  readonly encryptedSecret: Buffer;
  readonly livemode: boolean;
  readonly now: Date;
};

/** Sets address and secret; the time of the first setting stays. */
const upsertAgentEndpoint = (db: TxDb, { id, principalId, url, encryptedSecret, livemode, now }: AgentEndpoint) =>
  db.find(
    typed(
      sql
        .insertInto('webhooks.endpoints')
        .values({
          id,
          account_id: principalId,
          audience: 'agent',
          url,
          livemode,
          payload: 'thin',
          event_types: [],
          status: 'enabled',
          secret_kind: 'agent',
          encrypted_secret: encryptedSecret,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'id'])
            .doUpdateSet({ url, encrypted_secret: encryptedSecret, updated_at: now }),
        )
        .returning(['url', 'created_at', 'updated_at']),
    ),
  );

const deleteAgentEndpoint = (db: TxDb, principalId: string) =>
  db.find(
    typed(
      sql
        .deleteFrom('webhooks.endpoints')
        .where('account_id', '=', principalId)
        .where('audience', '=', 'agent')
        .returning('id'),
    ),
  );
