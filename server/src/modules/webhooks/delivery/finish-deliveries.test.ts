import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { updateHealth } from '../endpoint-store.ts';
import {
  attemptDue,
  deliver,
  deliveriesOf,
  givenEndpoint,
  givenInstitution,
  givenSubscribedEndpoint,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

const answer = (status: number) =>
  given.current.receiver.answer((_request, response) => response.writeHead(status).end());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await given.current.harness.ctx.db.pool.query<Row>(text, values)).rows;

const attemptsOf = async (endpointId: string) => {
  const [delivery] = await deliveriesOf(given.current, { endpoint_id: endpointId });
  return [delivery?.state, delivery?.attempts.map(({ number, status }) => [number, status])];
};

describe('two processes that attempt one delivery', () => {
  it('two processes that attempt one delivery record one attempt, and the second has no effect', async () => {
    const { harness } = given.current;
    const { id, publish } = await givenSubscribedEndpoint(given.current);
    await publish();
    answer(500);
    const stale = await attemptDue(harness, id);
    const other = await attemptDue(harness, id);
    await other.finish();
    expect(await attemptsOf(id)).toEqual(['pending', [[1, 500]]]);
    // It still waits as the other process left it, so it must be read again.
    const due = stale.results[0]?.row.delivery;
    expect(await stale.finish()).toEqual(new Map([[due?.id, due?.due_at]]));
    expect(await attemptsOf(id)).toEqual(['pending', [[1, 500]]]);
    harness.clock.advance(75);
    answer(204);
    await (await attemptDue(harness, id)).finish();
    await stale.finish();
    expect(await attemptsOf(id)).toEqual([
      'succeeded',
      [
        [1, 500],
        [2, 204],
      ],
    ]);
    const kept = await query('select from webhooks.delivery_history where endpoint_id = $1', [id]);
    expect(kept).toHaveLength(1);
  });

  it('an attempt for an endpoint that was deleted in the meantime has no effect', async () => {
    const { harness } = given.current;
    const { id, publish, remove } = await givenSubscribedEndpoint(given.current);
    await publish();
    const attempted = await attemptDue(harness, id);
    await remove();
    await attempted.finish();
    expect(await attemptsOf(id)).toEqual(['canceled', []]);
  });
});

describe('the text of a delivery', () => {
  it('the text is stored only with its event, and is the same in the history, when resent, and after a day', async () => {
    const { harness, token } = given.current;
    const { id, publish, received, listed } = await givenSubscribedEndpoint(given.current);
    await publish();
    await deliver(harness);
    const body = received()[0]?.body;
    const [kept] = await query<{ body: string | null }>(
      'select body from webhooks.delivery_history where endpoint_id = $1',
      [id],
    );
    expect(kept?.body).toBeNull();
    const [delivery] = await listed();
    const detail = () => harness.call('GET', `/api/staff/v1/deliveries/${delivery?.id}`, { token });
    expect((await detail()).body.body).toBe(String(body));
    await harness.call('POST', `/api/staff/v1/deliveries/${delivery?.id}/resend`, { token });
    // The event is dropped a day before deliveries that end today, so its text is stored here as well.
    harness.clock.advance(86_400);
    await deliver(harness);
    expect(received().map((request) => String(request.body))).toEqual([String(body), String(body)]);
    const texts = await query<{ body: string | null }>(
      'select body from webhooks.delivery_history where endpoint_id = $1 order by finished_at',
      [id],
    );
    expect(texts.map((row) => row.body)).toEqual([null, String(body)]);
  });

  it('a delivery whose text expired with its event cannot be shown or resent', async () => {
    const { harness, token } = given.current;
    const { id, publish, listed } = await givenSubscribedEndpoint(given.current);
    await publish();
    await deliver(harness);
    await query(
      'delete from events.events where id in (select event_id from webhooks.delivery_history where endpoint_id = $1)',
      [id],
    );
    const [delivery] = await listed();
    const path = `/api/staff/v1/deliveries/${delivery?.id}`;
    expect((await harness.call('GET', path, { token })).status).toBe(404);
    expect((await harness.call('POST', `${path}/resend`, { token })).status).toBe(404);
  });
});

describe('an endpoint that is deleted while a batch of it is being recorded', () => {
  it('deleting an endpoint while a batch is recorded does not block on it, and the rest is canceled when it is due', async () => {
    const { harness, receiver, token } = given.current;
    const { id, institution, publish } = await givenSubscribedEndpoint(given.current);
    await publish(3);
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
    expect(await query('select from webhooks.deliveries where endpoint_id = $1', [id])).toHaveLength(2);
    await deliver(harness);
    const states = (await deliveriesOf(given.current, { endpoint_id: id })).map(({ state }) => state);
    expect(states).toEqual(['canceled', 'canceled', 'canceled']);
    expect(receiver.received).toEqual([]);
  });
});

describe('batches that end at the same endpoints at the same time', () => {
  it('batches that end at the same endpoints at the same time do not deadlock', async () => {
    const { harness } = given.current;
    const institution = await givenInstitution(given.current);
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await givenEndpoint(given.current, institution)).id);
    const note = (order: readonly string[], succeeded: boolean) =>
      transact(harness.ctx, async (tx) => {
        const rows = order.map((id) => ({
          id,
          succeeded,
          slow: !succeeded,
          exhausted: false,
          certificate_ends_at: null,
          url: null,
        }));
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
