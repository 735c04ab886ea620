import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listEvents } from '../events/list-events.ts';
import { partnerEventTypes } from '../events/rules.ts';
import { givenAgent } from '#testing/agents';
import {
  attemptDue,
  createEndpointOf,
  callStaff,
  deliver,
  givenSubscribedEndpoint,
  serviceSignature,
  unknownId,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

const refuse = () => given.current.receiver.answer((_request, response) => response.writeHead(500).end());

describe('a test event', () => {
  it('a test event is a real delivery, signed with the current secret and logged [P-HOOK-001, P-HOOK-003, P-HOOK-004, P-HOOK-007]', async () => {
    const { harness } = given.current;
    const { id, institution, endpoint, test, listed, received } = await givenSubscribedEndpoint(given.current);
    const { status, body } = await test();
    const at = harness.clock.now().toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^dlv_[0-9A-Za-z]{24}$/),
      account_id: expect.stringMatching(/^inst_/),
      event_id: expect.stringMatching(/^evt_[0-9A-Za-z]{24}$/),
      endpoint_id: id,
      type: 'endpoint.test',
      state: 'pending',
      attempts: [],
      next_attempt_at: at,
      created_at: at,
    });
    await deliver(harness);
    const [request] = received();
    expect(received()).toHaveLength(1);
    // As text, because its members have an order.
    const data = `{"webhook_endpoint":{"id":"${id}","object":"gap.webhook_endpoint"}}`;
    expect(request?.body).toBe(
      `{"id":"${body.event_id}","object":"event","type":"endpoint.test","api_version":"1.1","created_at":"${at}",` +
        `"livemode":true,"account":{"id":"${institution}"},"data":${data}}`,
    );
    expect(request?.headers).toMatchObject({
      'x-service-event': 'endpoint.test',
      'x-service-delivery': body.id,
      'webhook-id': body.event_id,
      'user-agent': 'Service-Webhooks/1.0',
    });
    const key = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64');
    const { t, v1 } = request === undefined ? { t: '', v1: '' } : serviceSignature(request);
    expect(v1).toBe(createHmac('sha256', key).update(`${t}.${request?.body}`).digest('hex'));
    const duration_ms = expect.any(Number);
    expect(await listed()).toEqual([
      {
        ...body,
        state: 'succeeded',
        next_attempt_at: null,
        attempts: [{ number: 1, at, status: 204, cause: 'acknowledged', duration_ms }],
      },
    ]);
  });

  it.each([
    ['a test endpoint says livemode false', { livemode: false }, { livemode: false, api_version: '1.1' }],
    ['a full-payload endpoint has its form', { payload: 'full', secret_kind: 'gap' }, { livemode: true }],
    ['an endpoint that selected other types gets it too', { event_types: ['referral.closed'] }, { livemode: true }],
  ])('to %s', async (_name, endpoint, members) => {
    const { test, received } = await givenSubscribedEndpoint(given.current, { endpoint });
    await test();
    await deliver(given.current.harness);
    const [body] = received().map((request) => JSON.parse(request.body));
    expect(body).toMatchObject({ type: 'endpoint.test', ...members });
    expect('account' in body).toBe(!('payload' in endpoint));
  });

  it('a test event is in no log and no list of types, and cannot be selected [P-EVENT-014]', async () => {
    const { harness } = given.current;
    const { institution, test, publish } = await givenSubscribedEndpoint(given.current);
    await test();
    await publish();
    await deliver(harness);
    const { rows } = await harness.ctx.db.pool.query('select type from events.events where account_id = $1', [
      institution,
    ]);
    expect(rows).toEqual([{ type: 'referral.created' }]);
    const page = await listEvents(harness.ctx, {
      accountId: institution,
      livemode: true,
      type: 'endpoint.test',
      createdFrom: undefined,
      createdTo: undefined,
      order: 'asc',
      after: undefined,
      limit: 100,
    });
    expect(page.events).toEqual([]);
    expect(partnerEventTypes).not.toContain('endpoint.test');
    const wanted = { url: 'https://hooks.example.com/', livemode: true, event_types: ['endpoint.test'] };
    expect((await createEndpointOf(given.current, institution, wanted)).status).toBe(400);
  });

  it('a test event is tried once, and ends when that fails', async () => {
    const { harness } = given.current;
    const { test, listed, received } = await givenSubscribedEndpoint(given.current);
    refuse();
    await test();
    for (let turn = 0; turn < 3; turn += 1) {
      await deliver(harness);
      harness.clock.advance(86_400);
    }
    expect(received()).toHaveLength(1);
    const [delivery] = await listed();
    expect([delivery?.state, delivery?.next_attempt_at]).toEqual(['exhausted', null]);
    expect(delivery?.attempts.map(({ cause }) => cause)).toEqual(['answered 500']);
  });

  it('a failed test event does not mark the endpoint as failing and is not recovered, and a successful one clears the mark', async () => {
    const { harness, receiver } = given.current;
    const { id, test, publish, health } = await givenSubscribedEndpoint(given.current);
    const since = harness.clock.now().toISOString();
    refuse();
    await test();
    await deliver(harness);
    expect(await health()).toMatchObject({ state: 'untried', failing_since: null, last_24_hours: { failed: 1 } });
    const marks = 'select failing_since, exhausted_since from webhooks.endpoints where id = $1';
    const { rows } = await harness.ctx.db.pool.query(marks, [id]);
    expect(rows).toEqual([{ failing_since: null, exhausted_since: null }]);
    const dryRun = { since, dry_run: true };
    harness.clock.advance(1);
    expect((await callStaff(given.current, `POST /webhook-endpoints/${id}/recover`, dryRun)).body.total).toBe(0);
    await publish();
    await deliver(harness);
    expect((await health()).state).toBe('failing');
    receiver.answer((_request, response) => response.writeHead(204).end());
    await test();
    await deliver(harness);
    expect(await health()).toMatchObject({ state: 'answering', failing_since: null });
  });

  it('a test event can be sent repeatedly, each as a separate delivery, up to ten a minute', async () => {
    const { harness } = given.current;
    const { test, received } = await givenSubscribedEndpoint(given.current);
    const answers = await Promise.all(Array.from({ length: 12 }, () => test()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 2 }, () => 429),
    ]);
    await deliver(harness);
    await deliver(harness);
    expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(10);
  });

  it('a test event is refused for a disabled endpoint, and skipped if it is disabled in the meantime', async () => {
    const { harness } = given.current;
    const { test, change, listed, received } = await givenSubscribedEndpoint(given.current);
    await test();
    await change({ status: 'disabled' });
    const refused = await test();
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
    await deliver(harness);
    expect([received(), (await listed()).map(({ state }) => state)]).toEqual([[], ['skipped']]);
  });

  it('a test event is not sent when the endpoint is deleted in the meantime, and needs an existing one', async () => {
    const { harness } = given.current;
    const { id, test, remove, listed, received } = await givenSubscribedEndpoint(given.current);
    await test();
    const { finish } = await attemptDue(harness, id);
    await remove();
    await finish();
    expect([received().length, (await listed()).map(({ state }) => state)]).toEqual([1, ['canceled']]);
    for (const gone of [id, unknownId('whe'), 'x']) {
      const { status, body } = await callStaff(given.current, `POST /webhook-endpoints/${gone}/test`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  it('a test event obeys the egress guard: a non-public address gets nothing', async () => {
    const { harness } = given.current;
    const { id, test, listed } = await givenSubscribedEndpoint(given.current);
    const move = 'update webhooks.endpoints set url = $2 where id = $1';
    await harness.ctx.db.pool.query(move, [id, 'https://169.254.169.254/']);
    await test();
    await deliver(harness);
    expect((await listed())[0]?.attempts).toMatchObject([
      { status: null, cause: 'the address must name a public host' },
    ]);
  });

  it('test events are sent here by the team only', async () => {
    const { harness } = given.current;
    const { id } = await givenSubscribedEndpoint(given.current);
    const { key } = await givenAgent(harness);
    for (const credential of [{}, { token: key }]) {
      const path = `/api/staff/v1/webhook-endpoints/${id}`;
      expect((await harness.call('POST', `${path}/test`, credential)).status).toBe(401);
      expect((await harness.call('GET', `${path}/health`, credential)).status).toBe(401);
    }
  });
});
