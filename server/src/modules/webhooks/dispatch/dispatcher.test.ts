import { describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { callStaff, deliveriesOf, useDelivering, useDispatchers } from '../testing.ts';

const given = useDelivering();
const { startDelivering, givenTold, isEmpty, query, countAtOnce } = useDispatchers(given);

describe('the cap of an endpoint', () => {
  it('the cap holds over three processes: never more than 8 concurrent attempts, and each delivery made once', async () => {
    const seen = countAtOnce(30);
    const { id, made } = await givenTold('/capped', 200);
    startDelivering(3);
    await until('all delivered', () => made().length === 200);
    await until('all recorded', () => isEmpty(id));
    expect(seen.most).toBeLessThanOrEqual(8);
    expect(seen.most).toBeGreaterThan(4);
    expect(new Set(made()).size).toBe(200);
  });

  it('the cap is 2 until an endpoint has responded, so one that hangs takes two and delays no other at the same host', async () => {
    const { receiver } = given.current;
    const hold = gate();
    receiver.answer((request, response) => {
      const held = request.url === '/hanging' ? hold.opened : Promise.resolve();
      void held.then(() => response.writeHead(204).end());
    });
    const hanging = await givenTold('/hanging', 100);
    startDelivering(1);
    await until('the first are under way', () => hanging.received().length === 2);
    const free = await givenTold('/free', 50);
    await until('the other one is told', () => free.received().length === 50);
    // The hanging attempts have not been abandoned in the meantime.
    expect(hanging.received()).toHaveLength(2);
    hold.open();
    await until('the rest follows', () => hanging.received().length === 100);
    await until('all recorded', () => isEmpty(hanging.id));
    expect(new Set(hanging.made()).size).toBe(100);
  });

  it('the cap is shared with resent deliveries, which get half of it, so that live events do not wait', async () => {
    const { harness, receiver } = given.current;
    const told = await givenTold('/replayed', 40);
    startDelivering(1);
    await until('all delivered', () => isEmpty(told.id));
    for (const { id } of await deliveriesOf(given.current, { endpoint_id: told.id }))
      await harness.call('POST', `/api/staff/v1/deliveries/${id}/resend`, { token: given.current.token });
    await until('all resent', () => isEmpty(told.id));
    expect(told.received()).toHaveLength(80);
    // All forty are resent together, to a receiver that holds its requests.
    const hold = gate();
    receiver.answer((_request, response) => void hold.opened.then(() => response.writeHead(204).end()));
    await query(
      `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, lane, due_at, created_at)
       select id || 'r', account_id, endpoint_id, event_id, event_type, '{}', 'replay', $2, $2
       from webhooks.delivery_history where endpoint_id = $1`,
      [told.id, harness.clock.now()],
    );
    await until('half of the cap is taken', () => told.received().length === 84);
    await told.publish(4);
    await until('live events go out beside them', () => told.received().length === 88);
    const live = told
      .received()
      .slice(-4)
      .map(({ headers }) => String(headers['x-service-delivery']));
    expect(live.filter((id) => id.endsWith('r'))).toEqual([]);
    hold.open();
    await until('all recorded', () => isEmpty(told.id));
  });
});

describe('reading due deliveries', () => {
  it('everything that commits is found in any order, even after a long open transaction', async () => {
    const { harness } = given.current;
    const told = await givenTold('/late', 0);
    startDelivering(1);
    const insert = `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, due_at, created_at)
      values ($1, $2, $3, 'evt_late', 'referral.created', '{}', $4, $4)`;
    const late = await harness.ctx.db.pool.connect();
    try {
      await late.query('begin');
      await late.query(insert, ['dlv_late', told.institution, told.id, harness.clock.now()]);
      for (let turn = 1; turn <= 20; turn += 1) {
        await told.publish(1);
        await until('the next one', () => told.received().length === turn);
      }
      expect(told.made()).not.toContain('dlv_late');
      await late.query('commit');
    } finally {
      late.release();
    }
    await until('the late one', () => told.made().includes('dlv_late'));
    await until('all recorded', () => isEmpty(told.id));
    expect(told.made()).toHaveLength(21);
  });

  it('rows of a restored database, with other transaction numbers, and rows of the previous version are found', async () => {
    const told = await givenTold('/restored', 3);
    const [ahead, without] = await query<{ id: string }>('select id from webhooks.deliveries where endpoint_id = $1', [
      told.id,
    ]);
    await query(`update webhooks.deliveries set transaction_id = '9999999999' where id = $1`, [ahead?.id]);
    await query(`update webhooks.deliveries set transaction_id = null, lane = 'slow' where id = $1`, [without?.id]);
    startDelivering(1);
    await until('all recorded', () => isEmpty(told.id));
    await told.publish(2);
    await until('all recorded', () => isEmpty(told.id));
    expect(new Set(told.made()).size).toBe(5);
    expect(told.made()).toHaveLength(5);
  });

  it('deliveries are made in the order they are due', async () => {
    const { harness, receiver } = given.current;
    const hold = gate();
    receiver.answer((_request, response) => void hold.opened.then(() => response.writeHead(500).end()));
    const told = await givenTold('/ordered', 1);
    for (let turn = 0; turn < 150; turn += 1) {
      harness.clock.advance(0.01);
      await told.publish(1);
    }
    startDelivering(1);
    await until('the first', () => told.received().length === 2);
    hold.open();
    await until('all', () => told.received().length === 151);
    const rows = await query<{ id: string }>(
      'select id from webhooks.deliveries where endpoint_id = $1 order by created_at',
      [told.id],
    );
    const place = new Map(rows.map(({ id }, index) => [id, index]));
    const places = told.made().map((id) => place.get(String(id)) ?? -1);
    // One attempt at a time after two failures; before that, two may overtake each other.
    for (const [index, at] of places.entries()) expect(Math.abs(at - index)).toBeLessThanOrEqual(2);
  });

  it('retries are made at their time', async () => {
    const { harness, receiver } = given.current;
    receiver.answer((_request, response) => response.writeHead(500).end());
    const told = await givenTold('/retried', 3);
    startDelivering(1);
    await until(
      'attempted',
      async () => (await query('select from webhooks.attempts where endpoint_id = $1', [told.id])).length === 3,
    );
    receiver.answer((_request, response) => response.writeHead(204).end());
    harness.clock.advance(75);
    await until('all recorded', () => isEmpty(told.id));
    const states = (await deliveriesOf(given.current, { endpoint_id: told.id })).map(({ state, attempts }) => [
      state,
      attempts.map(({ number, status }) => [number, status]),
    ]);
    expect(states).toEqual(
      Array.from({ length: 3 }, () => [
        'succeeded',
        [
          [1, 500],
          [2, 204],
        ],
      ]),
    );
  });

  it('a delivery has no effect on an endpoint that was just changed or deleted', async () => {
    const { receiver } = given.current;
    const told = await givenTold('/before', 1);
    startDelivering(1);
    await until('the first', () => isEmpty(told.id));
    const own = `/institutions/${told.institution}/webhook-endpoints/${told.id}`;
    await callStaff(given.current, `PATCH ${own}`, { url: `https://${receiver.host}/after` });
    // After this time the endpoint is read again.
    await until('the endpoint is read again', async () => {
      await told.publish(1);
      await until('the next', () => isEmpty(told.id));
      return receiver.received.some(({ path }) => path === '/after');
    });
    const before = told.received().length;
    await callStaff(given.current, `DELETE ${own}`);
    await told.publish(3);
    expect(await isEmpty(told.id)).toBe(true);
    expect(told.received()).toHaveLength(before);
  });
});
