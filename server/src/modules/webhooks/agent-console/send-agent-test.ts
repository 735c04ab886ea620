import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { agentEventTypes } from '#modules/events';
import { insertTest } from '../delivery/store.ts';
import { noWebhook } from '../errors.ts';
import { testsPerMinute } from '../health/rules.ts';
import { newTestEventId, testIntakeId } from '../rules.ts';
import { findCheckedEndpoint } from './store.ts';

type AgentEventType = (typeof agentEventTypes)[number];

/**
 * A delivery in the exact form of an event of this type, without an event: signed, logged, tried once. It is about an
 * intake that does not exist; the contract's envelope has no member that could say so.
 */
export async function sendAgentTest(ctx: Ctx, type: AgentEventType): Promise<{ deliveryId: string }> {
  const { principalId: accountId } = requireAgent(ctx.actor);
  const endpoint = await findCheckedEndpoint(ctx.db, accountId);
  if (endpoint === undefined) throw noWebhook();
  // By the agent: a webhook that is removed and set again is another endpoint.
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
