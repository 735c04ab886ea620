import { describe, expect, it } from 'vitest';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import {
  callStaff,
  deliver,
  deliveriesOf,
  deliverUntilExhausted,
  deserted,
  givenSubscribedEndpoint,
  unknownId,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

const call = (route: string, ...body: readonly [] | readonly [unknown]) => callStaff(given.current, route, ...body);

describe('the list of deliveries', () => {
  it('the list shows each delivery with its state and all its attempts', async () => {
    const { harness, receiver } = given.current;
    const { id, publish, listed, change } = await givenSubscribedEndpoint(given.current);
    const began = harness.clock.now();
    await publish();
    expect(await listed()).toEqual([
      {
        id: expect.stringMatching(/^dlv_[0-9A-Za-z]{24}$/),
        event_id: expect.stringMatching(/^evt_[0-9A-Za-z]{24}$/),
        endpoint_id: id,
        account_id: expect.stringMatching(/^inst_/),
        type: 'referral.created',
        state: 'pending',
        attempts: [],
        next_attempt_at: began.toISOString(),
        created_at: began.toISOString(),
      },
    ]);
    receiver.answer((_request, response) => response.writeHead(503).end('not today'));
    await deliver(harness);
    harness.clock.advance(72);
    await change({ url: `https://${deserted}/` });
    await deliver(harness);
    harness.clock.advance(360);
    await change({ url: `https://${receiver.host}/` });
    receiver.answer((_request, response) => response.writeHead(200).end());
    await deliver(harness);
    const [delivery] = await listed();
    const at = (seconds: number) => new Date(began.getTime() + seconds * 1000).toISOString();
    const duration_ms = expect.any(Number);
    expect([delivery?.state, delivery?.next_attempt_at]).toEqual(['succeeded', null]);
    expect(delivery?.attempts).toEqual([
      { number: 1, at: at(0), status: 503, cause: 'answered 503', duration_ms },
      { number: 2, at: at(72), status: null, cause: 'the connection was refused', duration_ms },
      { number: 3, at: at(432), status: 200, cause: 'acknowledged', duration_ms },
    ]);
  });

  it('the list has the address, the time of each step and the beginning of the answer of each attempt', async () => {
    const { harness, receiver } = given.current;
    const { publish, listed } = await givenSubscribedEndpoint(given.current);
    receiver.answer((_request, response) => response.writeHead(200).end(`thanks ${'x'.repeat(20_000)}`));
    await publish();
    await deliver(harness);
    const [delivery] = await listed();
    const { rows } = await harness.ctx.db.pool.query('select * from webhooks.delivery_history where id = $1', [
      delivery?.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].address).toBe('127.0.0.1');
    expect(Object.keys(rows[0].timings).toSorted()).toEqual(['connect', 'dns', 'firstByte', 'tls']);
    expect([rows[0].answer.length, rows[0].answer.slice(0, 8)]).toEqual([16_384, 'thanks x']);
  });

  it('the list is paged, newest first, and misses and repeats none', async () => {
    const { harness } = given.current;
    const { id, publish } = await givenSubscribedEndpoint(given.current);
    await publish(20);
    await deliver(harness);
    harness.clock.advance(1);
    await publish(17);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await call(`GET /deliveries?endpoint_id=${id}&limit=10${after}`);
      seen.push(...body.data.map((delivery: { id: string }) => delivery.id));
      sizes.push(body.data.length);
      expect(body).toMatchObject({ object: 'list', has_more: body.next_cursor !== null });
      cursor = body.next_cursor;
    }
    expect(sizes).toEqual([10, 10, 10, 7]);
    expect([seen.length, new Set(seen).size]).toEqual([37, 37]);
    expect(seen).toEqual(seen.toSorted().toReversed());
    const { body } = await call(`GET /deliveries?endpoint_id=${id}`);
    expect(body.data).toHaveLength(25);
  });

  it('the list of all endpoints or of one state is paged too, and an invalid cursor finds nothing', async () => {
    const { harness, receiver } = given.current;
    const one = await givenSubscribedEndpoint(given.current);
    receiver.answer((_request, response) => response.writeHead(500).end());
    await one.publish(6);
    await deliverUntilExhausted(harness);
    const pages = async (query: string) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Awaited<ReturnType<typeof call>> = await call(
          `GET /deliveries?limit=4${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      }
      return seen;
    };
    const lost = (await one.listed({ state: 'exhausted' })).map(({ id }) => id);
    expect(lost).toHaveLength(6);
    const all = await pages('');
    expect([all.length, all]).toEqual([new Set(all).size, all.toSorted().toReversed()]);
    expect(all).toEqual(expect.arrayContaining(lost));
    expect(await pages(`&endpoint_id=${one.id}&state=exhausted`)).toEqual(lost);
    expect(await pages('&state=exhausted')).toEqual(expect.arrayContaining(lost));
    expect(await pages(`&event_id=${unknownId('dlv')}`)).toEqual([]);
    for (const cursor of ['!', '0', 'dlv_', `dlv_${'z'.repeat(24)}`]) {
      expect((await call(`GET /deliveries?endpoint_id=${one.id}&cursor=${cursor}`)).status).toBe(200);
    }
  });

  it('the list is filtered by endpoint, event and state', async () => {
    const { harness } = given.current;
    const [one, other] = [await givenSubscribedEndpoint(given.current), await givenSubscribedEndpoint(given.current)];
    await one.publish(2);
    await other.publish(1);
    await deliver(harness);
    await one.publish(3);
    expect([await one.listed(), await other.listed()].map((list) => list.length)).toEqual([5, 1]);
    expect(await one.listed({ state: 'pending' })).toHaveLength(3);
    const done = await one.listed({ state: 'succeeded' });
    expect(done).toHaveLength(2);
    const event_id = done[0]?.event_id ?? '';
    expect(await deliveriesOf(given.current, { event_id })).toEqual([done[0]]);
    expect(await other.listed({ event_id })).toEqual([]);
    for (const query of ['state=waiting', 'limit=0', 'limit=101', 'limit=ten', 'cursor=', 'page=2']) {
      expect([query, (await call(`GET /deliveries?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe('deliveries of agents of the sandbox', () => {
  it("sandbox agents' deliveries are listed by account, endpoint or event, and not in the overall list", async () => {
    const { harness } = given.current;
    const { key, principalId } = await givenTestAgent(harness);
    const body = { url: 'https://receiver.example.com/hook' };
    await harness.call('PUT', '/sandbox/api/agent/v1/me/webhook', { token: key, body });
    await givenTestIntake(harness, {}, { token: key });
    const ids = async (query: string) =>
      (await call(`GET /deliveries?${query}`)).body.data.map(({ id }: { id: string }) => id);
    const [delivery] = await deliveriesOf(given.current, { account_id: principalId });
    if (delivery === undefined) throw new Error('nothing was published');
    const { id, endpoint_id: endpoint, event_id: event, type } = delivery;
    expect(await ids(`endpoint_id=${endpoint}`)).toEqual([id]);
    expect(await ids(`event_id=${event}`)).toEqual([id]);
    for (const query of ['limit=100', `limit=100&type=${type}`, 'limit=100&state=pending'])
      expect([query, await ids(query)]).toEqual([query, expect.not.arrayContaining([id])]);
    const other = await givenSubscribedEndpoint(given.current);
    await other.publish();
    const [listed] = await other.listed();
    expect(await ids('limit=100')).toContain(listed?.id);
  });
});

describe('resending a delivery', () => {
  it('a resent delivery is a new delivery of the same event with its own schedule', async () => {
    const { harness } = given.current;
    const { publish, listed, received } = await givenSubscribedEndpoint(given.current);
    await publish();
    await deliver(harness);
    const [first] = await listed();
    harness.clock.advance(3600);
    const { status, body } = await call(`POST /deliveries/${first?.id}/resend`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...first,
      id: expect.stringMatching(/^dlv_[0-9A-Za-z]{24}$/),
      state: 'pending',
      attempts: [],
      next_attempt_at: harness.clock.now().toISOString(),
      created_at: harness.clock.now().toISOString(),
    });
    expect(body.id).not.toBe(first?.id);
    await deliver(harness);
    const [original, again] = received();
    expect(again?.body).toBe(original?.body);
    expect(again?.headers['webhook-id']).toBe(original?.headers['webhook-id']);
    expect([original, again].map((request) => request?.headers['x-service-delivery'])).toEqual([first?.id, body.id]);
    expect((await listed()).map(({ id, state }) => [id, state])).toEqual([
      [body.id, 'succeeded'],
      [first?.id, 'succeeded'],
    ]);
  });

  it('resending an exhausted delivery starts the seven attempts again', async () => {
    const { harness, receiver } = given.current;
    const { publish, listed, received } = await givenSubscribedEndpoint(given.current);
    receiver.answer((_request, response) => response.writeHead(500).end());
    await publish();
    await deliverUntilExhausted(harness);
    const [first] = await listed();
    expect([first?.state, received().length]).toEqual(['exhausted', 7]);
    const { body } = await call(`POST /deliveries/${first?.id}/resend`);
    await deliverUntilExhausted(harness);
    const [second] = await listed();
    expect([second?.id, second?.state, second?.attempts.length]).toEqual([body.id, 'exhausted', 7]);
    expect(received()).toHaveLength(14);
  });

  it('resending needs the delivery and its endpoint', async () => {
    const { publish, listed, remove } = await givenSubscribedEndpoint(given.current);
    expect((await call(`POST /deliveries/${unknownId('dlv')}/resend`)).status).toBe(404);
    await publish();
    const [delivery] = await listed();
    await remove();
    const { status, body } = await call(`POST /deliveries/${delivery?.id}/resend`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('an endpoint that changes while deliveries wait', () => {
  it("a disabled endpoint's new and waiting deliveries are skipped, stored and not sent", async () => {
    const { harness } = given.current;
    const { publish, listed, received, change } = await givenSubscribedEndpoint(given.current);
    await publish();
    await change({ status: 'disabled' });
    harness.clock.advance(1);
    await publish();
    await deliver(harness);
    expect(received()).toEqual([]);
    expect((await listed()).map(({ state, attempts }) => [state, attempts.map(({ cause }) => cause)])).toEqual([
      ['skipped', []],
      ['skipped', ['the endpoint is disabled']],
    ]);
    await change({ status: 'enabled' });
    await publish();
    await deliver(harness);
    expect(received()).toHaveLength(1);
  });

  it("a deleted endpoint's waiting deliveries are canceled, and nothing more is sent", async () => {
    const { harness, receiver } = given.current;
    const { publish, listed, received, remove } = await givenSubscribedEndpoint(given.current);
    receiver.answer((_request, response) => response.writeHead(500).end());
    await publish(3);
    await deliver(harness);
    await publish(2);
    await remove();
    harness.clock.advance(7 * 86_400);
    await deliver(harness);
    await publish();
    await deliver(harness);
    expect(received()).toHaveLength(3);
    const states = (await listed()).map(({ state, next_attempt_at }) => [state, next_attempt_at]);
    expect(states).toEqual(Array.from({ length: 5 }, () => ['canceled', null]));
  });

  it("a moved endpoint's next attempt goes to the new address", async () => {
    const { harness, receiver } = given.current;
    const { publish, listed, received, change } = await givenSubscribedEndpoint(given.current);
    await publish();
    const path = `/${crypto.randomUUID()}`;
    await change({ url: `https://${receiver.host}${path}` });
    await deliver(harness);
    expect([received(), receiver.received.filter((request) => request.path === path).length]).toEqual([[], 1]);
    expect((await listed())[0]?.state).toBe('succeeded');
  });

  it('an attempt at an address that has become forbidden fails before anything is sent', async () => {
    const { harness } = given.current;
    const { id, publish, listed, received } = await givenSubscribedEndpoint(given.current);
    await publish();
    const move = 'update webhooks.endpoints set url = $2 where id = $1';
    for (const url of ['https://127.0.0.1/', `https://${given.current.receiver.host}:8443/`, 'http://a.example.com/']) {
      await harness.ctx.db.pool.query(move, [id, url]);
      await deliver(harness);
      harness.clock.advance(7 * 3600);
    }
    const [delivery] = await listed();
    expect(delivery?.attempts.map(({ cause }) => cause)).toEqual([
      'the address must name a public host',
      'the address must be on port 443',
      'the address must begin with https://',
    ]);
    expect([delivery?.state, received()]).toEqual(['pending', []]);
  });
});
