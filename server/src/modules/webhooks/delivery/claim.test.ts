import { afterEach, describe, expect, it } from 'vitest';
import { createService, type Service } from '#app/composition';
import { transact } from '#platform/db';
import { runClaimedRows, type Loop } from '#platform/jobs';
import { gate, until } from '#test/until';
import type { DeliveryOutcome, DeliveryWork } from './rules.ts';
import { updateHealth } from '../endpoint-store.ts';
import {
  deliver,
  deliveriesOf,
  givenEndpoint,
  givenInstitution,
  publishEvents,
  partnerEvent,
  useDelivering,
} from '../testing.ts';
import { deliveryQueues, deliverySweeps } from '../workers.ts';

const given = useDelivering();

const running: { loops: Loop[]; services: Service[] } = { loops: [], services: [] };

/** Delivering processes: each with its own pool and its own connections to receivers. */
function startDelivering(count: number): void {
  const { harness } = given.current;
  for (let index = 0; index < count; index += 1) {
    const service = createService(`deliverer-${index}`, harness.config, { clock: harness.clock });
    running.services.push(service);
    const { worker } = service;
    const { log, metrics } = service.ctx;
    running.loops.push(...deliveryQueues(service.ctx).map((queue) => runClaimedRows(queue, { worker, log, metrics })));
  }
}

afterEach(async () => {
  await Promise.all(running.loops.splice(0).map((loop) => loop.stop()));
  await Promise.all(running.services.splice(0).map((service) => service.close()));
});

/** An institution with one endpoint under this path and so many events. */
async function givenTold(path: string, count: number) {
  const { harness, receiver } = given.current;
  const institution = await givenInstitution(given.current);
  const { id } = await givenEndpoint(given.current, institution, { url: `https://${receiver.host}${path}` });
  await publishEvents(harness, ...Array.from({ length: count }, () => partnerEvent(institution)));
  return { id, institution, received: () => receiver.received.filter((request) => request.path === path) };
}

const statesIn = async (endpointId: string) => {
  const text = 'select state, count(*)::int from webhooks.deliveries where endpoint_id = $1 group by state';
  const { rows } = await given.current.harness.ctx.db.pool.query<{ state: string; count: number }>(text, [endpointId]);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

describe('the cap of an endpoint', () => {
  it('holds over three processes: never more than 8 attempts at once, and each delivery made once', async () => {
    const { receiver } = given.current;
    let now = 0;
    let most = 0;
    receiver.answer((_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.writeHead(204).end();
      }, 30);
    });
    const { id, received } = await givenTold('/capped', 200);
    startDelivering(3);
    await until('all delivered', () => received().length === 200, 25_000);
    await until('all finished', async () => Object.keys(await statesIn(id)).length === 0);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(4);
    expect(new Set(received().map(({ headers }) => headers['x-service-delivery'])).size).toBe(200);
  });

  it('parks the rest, so that an endpoint that hangs delays no other, not even at the same host', async () => {
    const { receiver } = given.current;
    const hold = gate();
    receiver.answer((request, response) => {
      const held = request.url === '/hanging' ? hold.opened : Promise.resolve();
      void held.then(() => response.writeHead(204).end());
    });
    const hanging = await givenTold('/hanging', 100);
    startDelivering(1);
    await until('the cap is reached', () => hanging.received().length === 8);
    await until('the rest is parked', async () => (await statesIn(hanging.id))['parked'] === 92);
    expect(await statesIn(hanging.id)).toEqual({ claimed: 8, parked: 92 });
    const began = performance.now();
    const free = await givenTold('/free', 50);
    await until('the other one is told', () => free.received().length === 50);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(hanging.received()).toHaveLength(8);
    hold.open();
    await until('the rest follows', () => hanging.received().length === 100, 20_000);
    await until('all finished', async () => Object.keys(await statesIn(hanging.id)).length === 0);
    expect(new Set(hanging.received().map(({ headers }) => headers['x-service-delivery'])).size).toBe(100);
  });

  it('counts both lanes: a resend waits, and does not delay live events', async () => {
    const { harness } = given.current;
    const { id } = await givenTold('/lanes', 20);
    const [live, , replay] = deliveryQueues(harness.ctx);
    const claimed = (await live?.claim('one', 100)) ?? [];
    expect(claimed).toHaveLength(8);
    const { rows } = await harness.ctx.db.pool.query(
      "select id from webhooks.deliveries where state = 'parked' limit 1",
    );
    await harness.call('POST', `/api/staff/v1/deliveries/${rows[0].id}/resend`, { token: given.current.token });
    expect(await replay?.claim('two', 100)).toEqual([]);
    expect(await statesIn(id)).toEqual({ claimed: 8, parked: 13 });
    await live?.release('one', claimed);
    await unpark();
    await deliver(harness);
    await unpark();
    await deliver(harness);
    expect(await statesIn(id)).toEqual({});
  });
});

/** The sweep for endpoints whose worker died before it could unpark deliveries. */
async function unpark(): Promise<void> {
  for (const sweep of deliverySweeps(given.current.harness.ctx)) {
    if (sweep.name === 'webhooks.unpark') await sweep.run(100);
  }
}

const live = () => {
  const [queue] = deliveryQueues(given.current.harness.ctx);
  if (queue === undefined) throw new Error('there is no live queue');
  return queue;
};

const endLeases = () =>
  given.current.harness.ctx.db.pool.query(
    `update webhooks.deliveries set lease_until = now() - interval '1 second' where state = 'claimed'`,
  );

async function run(work: readonly DeliveryWork[]): Promise<{ row: DeliveryWork; outcome: DeliveryOutcome }[]> {
  return Promise.all(work.map(async (row) => ({ row, outcome: await live().run(row) })));
}

describe('a claim', () => {
  it('belongs to one worker until its lease ends, and then to any other', async () => {
    const { id } = await givenTold('/leased', 3);
    expect(await live().claim('one', 100)).toHaveLength(3);
    expect(await live().claim('two', 100)).toEqual([]);
    expect(await live().reap()).toBe(0);
    await endLeases();
    expect(await live().reap()).toBe(3);
    expect(await statesIn(id)).toEqual({ waiting: 3 });
    const again = await live().claim('two', 100);
    expect(again.map(({ delivery }) => delivery.attempt)).toEqual([2, 2, 2]);
    await live().finish('two', await run(again));
    expect(await statesIn(id)).toEqual({});
  });

  it('that was lost changes nothing when its worker returns, before or after the other has finished', async () => {
    const { receiver } = given.current;
    const { id } = await givenTold('/fenced', 1);
    const lost = await live().claim('one', 100);
    receiver.answer((_request, response) => response.writeHead(500).end());
    const stale = await run(lost);
    await endLeases();
    await live().reap();
    await live().finish('one', stale);
    expect(await statesIn(id)).toEqual({ waiting: 1 });
    const taken = await live().claim('two', 100);
    await live().finish('one', stale);
    await live().release('one', lost);
    expect(await statesIn(id)).toEqual({ claimed: 1 });
    receiver.answer((_request, response) => response.writeHead(204).end());
    await live().finish('two', await run(taken));
    await live().finish('one', stale);
    const [delivery] = await deliveriesOf(given.current, { endpoint_id: id });
    expect(delivery?.state).toBe('succeeded');
    expect(delivery?.attempts.map(({ number, status }) => [number, status])).toEqual([[2, 204]]);
  });

  it('that the same worker makes again is not finished by its earlier attempt', async () => {
    const { receiver } = given.current;
    const { id } = await givenTold('/again', 1);
    const first = await run(await live().claim('one', 100));
    await endLeases();
    await live().reap();
    receiver.answer((_request, response) => response.writeHead(500).end());
    const second = await run(await live().claim('one', 100));
    await live().finish('one', first);
    expect(await statesIn(id)).toEqual({ claimed: 1 });
    await live().finish('one', second);
    const [delivery] = await deliveriesOf(given.current, { endpoint_id: id });
    expect([delivery?.state, delivery?.attempts.map(({ number }) => number)]).toEqual(['pending', [2]]);
  });

  it('released unused costs no attempt', async () => {
    const { id } = await givenTold('/released', 2);
    const claimed = await live().claim('one', 100);
    await live().release('one', claimed);
    expect(await statesIn(id)).toEqual({ waiting: 2 });
    const again = await live().claim('one', 100);
    expect(again.map(({ delivery }) => delivery.attempt)).toEqual([1, 1]);
    await live().finish('one', await run(again));
  });

  it('of a delivery whose endpoint was deleted meanwhile has no effect', async () => {
    const { harness, token } = given.current;
    const { id, institution } = await givenTold('/deleted', 1);
    const results = await run(await live().claim('one', 100));
    const path = `/api/staff/v1/institutions/${institution}/webhook-endpoints/${id}`;
    await harness.call('DELETE', path, { token });
    await live().finish('one', results);
    const [delivery] = await deliveriesOf(given.current, { endpoint_id: id });
    expect([delivery?.state, delivery?.attempts]).toEqual(['canceled', []]);
  });
});

describe('an endpoint that is deleted while a batch of it is being finished', () => {
  it('waits for nothing that the batch has locked, so neither blocks the other; the rest is canceled when it is due', async () => {
    const { harness, token } = given.current;
    const { id, institution } = await givenTold('/crossing', 3);
    // A batch locks its deliveries before the row of their endpoint.
    const batch = await harness.ctx.db.pool.connect();
    try {
      await batch.query('begin');
      await batch.query('select from webhooks.deliveries where endpoint_id = $1 order by id limit 2 for update', [id]);
      const path = `/api/staff/v1/institutions/${institution}/webhook-endpoints/${id}`;
      expect((await harness.call('DELETE', path, { token })).status).toBe(200);
      const { rowCount } = await batch.query('select from webhooks.endpoints where id = $1 for no key update', [id]);
      expect(rowCount).toBe(0);
      await batch.query('commit');
    } finally {
      batch.release();
    }
    expect(await statesIn(id)).toEqual({ waiting: 2 });
    await deliver(harness);
    const states = (await deliveriesOf(given.current, { endpoint_id: id })).map(({ state }) => state);
    expect(states).toEqual(['canceled', 'canceled', 'canceled']);
    expect(given.current.receiver.received).toEqual([]);
  });
});

describe('batches that end at the same endpoints at the same time', () => {
  it('do not deadlock', async () => {
    const { harness } = given.current;
    const institution = await givenInstitution(given.current);
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await givenEndpoint(given.current, institution)).id);
    const note = (order: readonly string[], succeeded: boolean) =>
      transact(harness.ctx, async (tx) => {
        const rows = order.map((id) => ({ id, succeeded, slow: !succeeded, exhausted: false }));
        updateHealth(tx.db, rows, harness.clock.now());
      });
    for (let turn = 0; turn < 100; turn += 1) {
      const succeeded = turn % 2 === 1;
      await Promise.all([note(ids, succeeded), note(ids.toReversed(), succeeded)]);
    }
    const failing = 'select id from webhooks.endpoints where account_id = $1 and failing_since is not null';
    expect((await harness.ctx.db.pool.query(failing, [institution])).rows).toEqual([]);
  });
});
