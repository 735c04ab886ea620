import { describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { callStaff, deliver, deserted, givenSubscribedEndpoint, unknownId, useDelivering } from '../testing.ts';
import { endpointMeasures } from '../workers.ts';

const given = useDelivering();

const answer = (status: number) =>
  given.current.receiver.answer((_request, response) => response.writeHead(status).end());

describe('the health of an endpoint', () => {
  it('an endpoint is untried before the first delivery', async () => {
    const { id, health } = await givenSubscribedEndpoint(given.current);
    expect(await health()).toEqual({
      object: 'gap.webhook_endpoint_health',
      endpoint_id: id,
      state: 'untried',
      summary: 'Nothing has been acknowledged by this endpoint yet.',
      slow: false,
      failing_since: null,
      warned_at: null,
      certificate_ends_at: null,
      last_success: null,
      last_failure: null,
      pending: { due: 0, scheduled: 0, next_attempt_at: null },
      last_24_hours: { succeeded: 0, failed: 0 },
    });
  });

  it('health shows the last success, the last failure with its cause, and the counts of the last 24 hours', async () => {
    const { harness } = given.current;
    const { publish, change, health, listed } = await givenSubscribedEndpoint(given.current);
    await publish(3);
    await deliver(harness);
    const answered = harness.clock.now();
    expect(await health()).toMatchObject({
      state: 'answering',
      last_success: { at: answered.toISOString(), status: 204, cause: 'acknowledged' },
      last_failure: null,
      last_24_hours: { succeeded: 3, failed: 0 },
    });
    harness.clock.advance(23 * 3600);
    const failed = harness.clock.now();
    answer(503);
    await publish(2);
    await deliver(harness);
    expect(await health()).toMatchObject({
      state: 'failing',
      summary: 'No delivery has been acknowledged since 2026-11-16 11:00 UTC. Last cause: answered 503.',
      failing_since: failed.toISOString(),
      last_success: { at: answered.toISOString() },
      last_failure: { at: failed.toISOString(), status: 503, cause: 'answered 503', duration_ms: expect.any(Number) },
      pending: { due: 0, scheduled: 2, next_attempt_at: expect.any(String) },
      last_24_hours: { succeeded: 3, failed: 2 },
    });
    harness.clock.advance(3600);
    await change({ url: `https://${deserted}/` });
    expect(await health()).toMatchObject({ state: 'answering', failing_since: null, last_24_hours: { succeeded: 0 } });
    await deliver(harness);
    const { last_failure: last, failing_since: since } = await health();
    expect(last).toMatchObject({ status: null, cause: 'the connection was refused' });
    expect(since).toBe(harness.clock.now().toISOString());
    expect((await listed()).map(({ id }) => id)).toContain(last.delivery_id);
  });

  it('health counts due and scheduled deliveries', async () => {
    const { harness } = given.current;
    const { publish, health } = await givenSubscribedEndpoint(given.current);
    await publish(20);
    const due = harness.clock.now().toISOString();
    expect((await health()).pending).toEqual({ due: 20, scheduled: 0, next_attempt_at: due });
    answer(500);
    await deliver(harness);
    expect((await health()).pending).toEqual({ due: 0, scheduled: 20, next_attempt_at: expect.any(String) });
    harness.clock.advance(75);
    expect((await health()).pending).toMatchObject({ due: 20, scheduled: 0 });
  });

  it('health is counted in the metrics, without an id', async () => {
    const { harness } = given.current;
    const { publish, change } = await givenSubscribedEndpoint(given.current);
    const failing = async () => {
      for (const measure of endpointMeasures(harness.ctx)) await measure.run(500);
      const text = await harness.ctx.metrics.registry.metrics();
      return Number(/^makewhole_endpoints_failing\{audience="partner"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await failing();
    answer(500);
    await publish();
    await deliver(harness);
    expect(await failing()).toBe(before + 1);
    await change({ status: 'disabled' });
    expect(await failing()).toBe(before);
  });

  it('a disabled endpoint is reported as such, and starts without a history when it is enabled again', async () => {
    const { harness } = given.current;
    const { publish, change, health } = await givenSubscribedEndpoint(given.current);
    answer(500);
    await publish();
    await deliver(harness);
    await change({ status: 'disabled' });
    harness.clock.advance(3600);
    await deliver(harness);
    const disabled = await health();
    expect([disabled.state, disabled.failing_since]).toEqual(['disabled', expect.any(String)]);
    // Skipped deliveries were not sent, and so did not fail.
    expect(disabled.last_24_hours).toEqual({ succeeded: 0, failed: 1 });
    await change({ status: 'enabled' });
    expect(await health()).toMatchObject({ state: 'untried', failing_since: null });
  });

  it('an endpoint stays failing when its address does not change', async () => {
    const { harness } = given.current;
    const { endpoint, publish, change, health } = await givenSubscribedEndpoint(given.current);
    answer(500);
    await publish();
    await deliver(harness);
    const { failing_since: since } = await health();
    await change({ url: endpoint.url, status: 'enabled', event_types: [] });
    expect((await health()).failing_since).toBe(since);
  });

  it('a slow endpoint is reported as slow', async () => {
    const { id, health, publish } = await givenSubscribedEndpoint(given.current);
    await publish();
    await deliver(given.current.harness);
    await given.current.harness.ctx.db.pool.query('update webhooks.endpoints set slow = true where id = $1', [id]);
    expect(await health()).toMatchObject({ slow: true, summary: expect.stringContaining('more than two seconds') });
  });

  it('health needs an existing endpoint of an institution', async () => {
    const { id, remove } = await givenSubscribedEndpoint(given.current);
    await remove();
    const { principalId } = await givenAgent(given.current.harness);
    for (const gone of [id, unknownId('whe'), principalId]) {
      const { status, body } = await callStaff(given.current, `GET /webhook-endpoints/${gone}/health`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });
});
