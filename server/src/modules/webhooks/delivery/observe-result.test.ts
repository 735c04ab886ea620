import { expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { givenTestAgent } from '#testing/sandbox/agent-sandbox';
import { useHarness } from '#test/harness';
import type { EndpointInForce } from '../endpoint-store.ts';
import { webhookMetrics } from '../metrics.ts';
import { endpointMeasures } from '../workers.ts';
import { observeResult } from './attempt-delivery.ts';
import { deliveryTerms, type LaneResult } from './rules.ts';

// Anyone can have failing sandbox endpoints, so they raise no alarms.

const harness = useHarness();

it('an abandoned delivery is counted for a live endpoint, and not for a test endpoint', async () => {
  const { ctx } = harness.current;
  const counted = async () => (await ctx.metrics.of(webhookMetrics).deliveriesExhausted.get()).values[0]?.value ?? 0;
  const givenUp = (livemode: boolean) =>
    ({
      lane: 'live',
      row: {
        delivery: {
          event_type: 'intake.received',
          attempt: deliveryTerms.retryDelaysS.length + 1,
          event_id: 'evt_1',
          due_at: ctx.clock.now(),
        },
        endpoint: { livemode } as EndpointInForce,
      },
      outcome: { kind: 'posted', at: ctx.clock.now(), outcome: { cause: 'http_status', durationMs: 1 } },
    }) as unknown as LaneResult;
  const before = await counted();
  observeResult(ctx, givenUp(false));
  expect(await counted()).toBe(before);
  observeResult(ctx, givenUp(true));
  expect(await counted()).toBe(before + 1);
});

it('attempts at test endpoints are counted in a separate queue, and delays are measured for live ones', async () => {
  const { ctx } = harness.current;
  const attempt = (livemode: boolean, cause: 'acknowledged' | 'http_status') =>
    ({
      lane: 'live',
      row: {
        delivery: { event_type: 'intake.received', attempt: 1, event_id: 'evt_1', due_at: ctx.clock.now() },
        endpoint: { livemode } as EndpointInForce,
      },
      outcome: { kind: 'posted', at: ctx.clock.now(), outcome: { cause, status: 204, durationMs: 9_000 } },
    }) as unknown as LaneResult;
  const counted = async () => {
    const finished = (await ctx.metrics.workFinished.get()).values;
    const of = (queue: string, outcome: string) =>
      finished.find(({ labels }) => labels.queue === queue && labels.outcome === outcome)?.value ?? 0;
    const seconds = (await ctx.metrics.of(webhookMetrics).deliverySeconds.get()).values;
    return {
      live: [of('webhooks.live', 'succeeded'), of('webhooks.live', 'failed')],
      test: [of('test-webhooks.live', 'succeeded'), of('test-webhooks.live', 'failed')],
      measured: seconds.find(({ metricName }) => metricName?.endsWith('_count') === true)?.value ?? 0,
    };
  };
  const { live, test, measured } = await counted();
  const more = ([succeeded = 0, failed = 0]: number[]) => [succeeded + 1, failed + 1];
  for (const cause of ['acknowledged', 'http_status'] as const) observeResult(ctx, attempt(false, cause));
  expect(await counted()).toEqual({ live, test: more(test), measured });
  for (const cause of ['acknowledged', 'http_status'] as const) observeResult(ctx, attempt(true, cause));
  expect(await counted()).toEqual({ live: more(live), test: more(test), measured: measured + 1 });
});

it('failing live endpoints are counted, and test endpoints are not', async () => {
  const { ctx, owner, call, clock } = harness.current;
  const failing = async () => {
    for (const measure of endpointMeasures(ctx)) await measure.run(1);
    const { values } = await ctx.metrics.of(webhookMetrics).endpointsFailing.get();
    return values.find(({ labels }) => labels.audience === 'agent')?.value;
  };
  const givenFailing = async (prefix: string, { key, principalId }: { key: string; principalId: string }) => {
    const body = { url: 'https://receiver.example.com/hook' };
    expect((await call('PUT', `${prefix}/api/agent/v1/me/webhook`, { token: key, body })).status).toBeLessThan(300);
    await owner.pool.query('update webhooks.endpoints set failing_since = $2 where account_id = $1', [
      principalId,
      clock.now(),
    ]);
  };
  await givenFailing('/sandbox', await givenTestAgent(harness.current));
  expect(await failing()).toBe(0);
  await givenFailing('', await givenAgent(harness.current));
  expect(await failing()).toBe(1);
});
