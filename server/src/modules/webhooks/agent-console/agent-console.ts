import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { agentEventTypes } from '../events/rules.ts';
import { prepared, sql, typed, type Db } from '#platform/db';
import { insertTest } from '../delivery/store.ts';
import { noWebhook } from '../errors.ts';
import { testsPerMinute, toHealth, type CheckedEndpoint } from '../health/rules.ts';
import { getHealthFacts } from '../health/store.ts';
import { newTestEventId, testIntakeId } from '../rules.ts';

/** The agent's webhook and its health; undefined when none is set. */
export async function findWebhookHealth(ctx: Ctx) {
  const row = await findCheckedEndpoint(ctx.db, requireAgent(ctx.actor).principalId);
  if (row === undefined) return undefined;
  const now = ctx.clock.now();
  const facts = await getHealthFacts(ctx.db, row.id, { since: addHours(now, -24), now });
  return {
    url: row.url,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...toHealth(row, facts),
  };
}

/** Whether the operator is emailed when the webhook fails; on by default. */
export async function hasMailOnFailure(ctx: Ctx): Promise<boolean> {
  return (await findSettings(ctx.db, requireAgent(ctx.actor).principalId))?.mail_on_failure ?? true;
}

type AgentEventType = (typeof agentEventTypes)[number];

/**
 * A delivery in the exact form of an event of this type, without an event: signed, logged, tried once. It is about an
 * intake that does not exist, because the contract's envelope has no member for a test.
 */
export async function sendAgentTest(ctx: Ctx, type: AgentEventType): Promise<{ deliveryId: string }> {
  const { principalId: accountId } = requireAgent(ctx.actor);
  const endpoint = await findCheckedEndpoint(ctx.db, accountId);
  if (endpoint === undefined) throw noWebhook();
  // Limited by agent, because a webhook that is removed and set again is another endpoint.
  await ctx.limits.consume(testsPerMinute, accountId);
  const now = ctx.clock.now();
  const [id, eventId] = [newId('dlv', now), newTestEventId(now)];
  const data = { intake_id: testIntakeId, status: type.slice('intake.'.length) };
  const body = JSON.stringify({ id: eventId, object: 'event', type, created_at: now.toISOString(), data });
  const made = await insertTest(ctx.db, { id, accountId, endpointId: endpoint.id, eventId, type, body, now });
  // It was removed at this very moment.
  if (made === undefined) throw noWebhook();
  return { deliveryId: id };
}

export async function setMailOnFailure(ctx: Ctx, mailOnFailure: boolean): Promise<void> {
  const { principalId: accountId } = requireAgent(ctx.actor);
  await upsertSettings(ctx.db, { accountId, mailOnFailure, now: ctx.clock.now() });
}

type AgentEndpoint = CheckedEndpoint & {
  readonly id: string;
  readonly url: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

const ofAgent = prepared<[accountId: string], AgentEndpoint>(
  'webhooks.find-agent-endpoint',
  `select id, url, status, failing_since, slow, warned_at, certificate_ends_at, created_at, updated_at
   from webhooks.endpoints where account_id = $1 and audience = 'agent'`,
);

const findCheckedEndpoint = (db: Db, accountId: string) => db.find(ofAgent(accountId));

const findSettings = (db: Db, accountId: string) =>
  db.find(
    typed(sql.selectFrom('webhooks.agent_settings').select('mail_on_failure').where('account_id', '=', accountId)),
  );

type Settings = { readonly accountId: string; readonly mailOnFailure: boolean; readonly now: Date };

const upsertSettings = (db: Db, { accountId, mailOnFailure, now }: Settings) =>
  db.find(
    typed(
      sql
        .insertInto('webhooks.agent_settings')
        .values({ account_id: accountId, mail_on_failure: mailOnFailure, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ mail_on_failure: mailOnFailure, updated_at: now }),
        )
        .returning('mail_on_failure'),
    ),
  );
