import { describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { callStaff, deliveriesOf, useDelivering, useDispatchers } from '../testing.ts';

const given = useDelivering();
const { startDelivering, givenTold, isEmpty, query, countAtOnce } = useDispatchers(given);

describe('the cap of an endpoint', () => {
  it('holds over three processes: never more than 8 attempts at once, and each delivery made once', async () => {
    const seen = countAtOnce(30);
    const { id, made } = await givenTold('/capped', 200);
    startDelivering(3);
    await until('all delivered', () => made().length === 200);
    await until('all recorded', () => isEmpty(id));
    expect(seen.most).toBeLessThanOrEqual(8);
    expect(seen.most).toBeGreaterThan(4);
    expect(new Set(made()).size).toBe(200);
  });

  it('is 2 until an endpoint has answered: one that hangs takes two, and delays no other at the same host', async () => {
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
    // Those that hang have not been given up meanwhile.
    expect(hanging.received()).toHaveLength(2);
    hold.open();
    await until('the rest follows', () => hanging.received().length === 100);
    await until('all recorded', () => isEmpty(hanging.id));
    expect(new Set(hanging.made()).size).toBe(100);
  });

  it('is shared with what is resent, which gets half of it, so that live events do not wait', async () => {
    const { harness, receiver } = given.current;
    const told = await givenTold('/replayed', 40);
    startDelivering(1);
    await until('all delivered', () => isEmpty(told.id));
    for (const { id } of await deliveriesOf(given.current, { endpoint_id: told.id }))
      await harness.call('POST', `/api/staff/v1/deliveries/${id}/resend`, { token: given.current.token });
    await until('all resent', () => isEmpty(told.id));
    expect(told.received()).toHaveLength(80);
    // All forty once more, all at once, at a receiver that holds what it gets.
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

describe('what is found', () => {
  it('is everything that commits, in whichever order: a transaction that was open for long is not passed over', async () => {
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

  it('is also what a restored database holds, whose transactions have other numbers, and what the version before wrote', async () => {
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

  it('is made in the order it is due', async () => {
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

  it('includes retries at their time', async () => {
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

  it('has no effect on an endpoint that was changed or deleted a moment ago', async () => {
    const { receiver } = given.current;
    const told = await givenTold('/before', 1);
    startDelivering(1);
    await until('the first', () => isEmpty(told.id));
    const own = `/institutions/${told.institution}/webhook-endpoints/${told.id}`;
    await callStaff(given.current, `PATCH ${own}`, { url: `https://${receiver.host}/after` });
    // Older than this, what is known of an endpoint is read again.
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
