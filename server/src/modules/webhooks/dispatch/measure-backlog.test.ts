import { expect, it } from 'vitest';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { listEndpointsInForce } from '../endpoint-store.ts';
import { webhookMetrics } from '../metrics.ts';
import type { Dispatcher } from './dispatcher.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { findLongestWait } from './find-longest-wait.ts';
import { measureBacklog } from './measure-backlog.ts';
import { readDue } from './store.ts';

// Anyone can have a hanging sandbox endpoint, so neither an alarm nor the status page reports it.

const harness = useHarness();

type Agent = { readonly key: string; readonly principalId: string };

/** The endpoint of an agent with two deliveries that have been due for ten minutes, one of them under way. */
async function givenHanging(prefix: '' | '/sandbox', { key: token, principalId }: Agent): Promise<EndpointQueue> {
  const { call, ctx, clock } = harness.current;
  const body = { url: 'https://receiver.example.com/hook' };
  expect((await call('PUT', `${prefix}/api/agent/v1/me/webhook`, { token, body })).status).toBeLessThan(300);
  for (let turn = 0; turn < 2; turn += 1)
    if (prefix === '') expect((await submit(harness.current, minimalIntake(), { token })).status).toBe(201);
    else await givenTestIntake(harness.current, {}, { token });
  const found = await ctx.db.find<{ id: string; due: Date }>({
    text: 'select endpoint_id as id, min(due_at) as due from webhooks.deliveries where account_id = $1 group by 1',
    values: [principalId],
  });
  if (found === undefined) throw new Error('nothing is due');
  clock.advance(600);
  const now = clock.now();
  const queue = new EndpointQueue(found.id, 0);
  [queue.endpoint] = await listEndpointsInForce(ctx.db, [found.id]);
  queue.note('live', found.due);
  const from = { endpointId: found.id, lane: 'live' as const, due: new Date(0), id: '' };
  const [read] = await readDue(ctx.db, [from], { now, most: 10 });
  if (read === undefined) throw new Error('nothing was read');
  queue.add('live', { ...read, now, isOver: () => false });
  expect(queue.begin('live')).toBeDefined();
  return queue;
}

it('the backlog measures waiting deliveries of live endpoints, not those of test endpoints', async () => {
  const { ctx } = harness.current;
  const measured = async (...queues: EndpointQueue[]) => {
    await measureBacklog(ctx, { queues } as unknown as Dispatcher);
    const { endpointsBehind, endpointMostBehind } = ctx.metrics.of(webhookMetrics);
    const [behind, most] = await Promise.all([endpointsBehind.get(), endpointMostBehind.get()]);
    return { behind: behind.values[0]?.value, most: most.values[0]?.value, waitS: await findLongestWait(ctx) };
  };
  const test = await givenHanging('/sandbox', await givenTestAgent(harness.current));
  expect(await measured(test)).toEqual({ behind: 0, most: 0, waitS: 0 });
  const live = await givenHanging('', await givenAgent(harness.current));
  const { waitS, ...figures } = await measured(test, live);
  expect(figures).toEqual({ behind: 1, most: 2 });
  expect(waitS).toBeGreaterThanOrEqual(600);
});
