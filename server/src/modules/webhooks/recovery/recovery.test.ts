import { describe, expect, it } from 'vitest';
import { continueRecovery } from './recovery.ts';
import {
  callStaff,
  deliver,
  deliverUntilExhausted,
  dying,
  givenSubscribedEndpoint,
  unknownId,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

const call = (route: string, ...body: readonly [] | readonly [unknown]) => callStaff(given.current, route, ...body);

/** An endpoint that was disabled during this many events, and is enabled again. */
async function givenMissed(count: number) {
  const { harness } = given.current;
  const told = await givenSubscribedEndpoint(given.current);
  const since = harness.clock.now().toISOString();
  await told.change({ status: 'disabled' });
  const perSecond = Math.ceil(count / 10);
  for (let left = count; left > 0; left -= perSecond) {
    await told.publish(Math.min(left, perSecond));
    harness.clock.advance(1);
  }
  await told.change({ status: 'enabled' });
  return {
    ...told,
    since,
    recover: (body: object = {}) => call(`POST /webhook-endpoints/${told.id}/recover`, { since, ...body }),
    progress: async () => (await call(`GET /webhook-endpoints/${told.id}/recover`)).body,
  };
}

const eventsOf = (requests: readonly { body: string }[]) => requests.map(({ body }) => JSON.parse(body).id as string);

/** Batches of the sweep until there is nothing left to do. */
async function recoverAll(limit: number): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    if ((await continueRecovery(given.current.harness.ctx, limit)) === 0) return turns;
  }
}

describe('recovering what an endpoint missed', () => {
  it('a recovery is counted first, and a dry run changes nothing', async () => {
    const { recover, listed, id } = await givenMissed(7);
    const counted = await recover({ dry_run: true });
    expect([counted.status, counted.body]).toEqual([
      200,
      { object: 'gap.recovery', id: null, status: 'dry_run', total: 7, recovered: 0 },
    ]);
    await recoverAll(100);
    expect(await listed({ state: 'pending' })).toEqual([]);
    const none = await call(`GET /webhook-endpoints/${id}/recover`);
    expect([none.status, none.body.detail]).toEqual([404, 'Nothing was ever recovered at this endpoint.']);
  });

  it('a recovery continues batch by batch, shows its progress, and resumes after a crash: 1,200 deliveries', async () => {
    const { harness } = given.current;
    const { recover, progress, listed, received } = await givenMissed(1200);
    const missed = new Set((await listed({ state: 'skipped' })).map(({ event_id }) => event_id));
    const { body } = await recover();
    const started = { object: 'gap.recovery', id: expect.stringMatching(/^rcv_/), status: 'running', total: 1200 };
    expect(body).toEqual({ ...started, recovered: 0 });
    for (const recovered of [100, 200, 300]) {
      await continueRecovery(harness.ctx, 100);
      expect(await progress()).toEqual({ ...started, recovered });
      await expect(continueRecovery(dying(harness.ctx), 100)).rejects.toThrow('killed');
      expect(await progress()).toEqual({ ...started, recovered });
    }
    await deliver(harness);
    expect(received()).toHaveLength(300);
    expect(await recoverAll(100)).toBe(11);
    await deliver(harness);
    expect(await progress()).toEqual({ ...started, status: 'done', recovered: 1200 });
    const told = eventsOf(received());
    expect([told.length, new Set(told)]).toEqual([1200, missed]);
    expect(new Set(received().map(({ headers }) => headers['x-service-delivery'])).size).toBe(1200);
  });

  it('a recovery may be processed by several workers together, and nothing is sent twice', async () => {
    const { harness } = given.current;
    const { recover, progress, received } = await givenMissed(300);
    await recover();
    await Promise.all([recoverAll(20), recoverAll(20), recoverAll(20)]);
    await recoverAll(20);
    await deliver(harness);
    expect(await progress()).toMatchObject({ status: 'done', total: 300, recovered: 300 });
    expect([received().length, new Set(eventsOf(received())).size]).toEqual([300, 300]);
  });

  it('a recovery leaves out deliveries that have since arrived or are in progress', async () => {
    const { harness } = given.current;
    const { recover, listed, received } = await givenMissed(20);
    const skipped = await listed();
    for (const { id } of skipped.slice(0, 4)) await call(`POST /deliveries/${id}/resend`);
    await deliver(harness);
    for (const { id } of skipped.slice(4, 7)) await call(`POST /deliveries/${id}/resend`);
    expect((await recover({ dry_run: true })).body.total).toBe(13);
    await recover();
    await recoverAll(5);
    await deliver(harness);
    expect((await recover({ dry_run: true })).body.total).toBe(0);
    expect([received().length, new Set(eventsOf(received())).size]).toEqual([20, 20]);
  });

  it('a recovery resends an event once, however often it failed', async () => {
    const { harness, receiver } = given.current;
    const { recover, listed, received, change } = await givenMissed(3);
    receiver.answer((_request, response) => response.writeHead(500).end());
    for (const { id } of await listed()) await call(`POST /deliveries/${id}/resend`);
    await deliverUntilExhausted(harness);
    expect((await listed()).map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'exhausted'),
      ...Array.from({ length: 3 }, () => 'skipped'),
    ]);
    receiver.answer((_request, response) => response.writeHead(204).end());
    receiver.received.length = 0;
    await change({ status: 'enabled' });
    expect((await recover()).body.total).toBe(3);
    await recoverAll(2);
    await deliver(harness);
    expect([received().length, new Set(eventsOf(received())).size]).toEqual([3, 3]);
  });

  it('a recovery covers the requested states and times', async () => {
    const { harness } = given.current;
    const { recover, since } = await givenMissed(10);
    const after = (seconds: number) => new Date(Date.parse(since) + seconds * 1000).toISOString();
    const total = async (body: object) => (await recover({ dry_run: true, ...body })).body.total;
    expect(await total({})).toBe(10);
    expect(await total({ since: after(4) })).toBe(6);
    expect(await total({ until: after(4) })).toBe(4);
    expect(await total({ since: after(2), until: after(3) })).toBe(1);
    expect(await total({ states: ['exhausted'] })).toBe(0);
    expect(await total({ states: ['exhausted', 'skipped', 'canceled'] })).toBe(10);
    expect(await total({ until: new Date(harness.clock.now().getTime() + 86_400_000).toISOString() })).toBe(10);
  });

  it('a recovery ends at an endpoint that is disabled again, even if its end lies in the future', async () => {
    const { harness } = given.current;
    const { recover, progress, received, change, listed } = await givenMissed(5);
    await change({ status: 'disabled' });
    await recover({ until: new Date(harness.clock.now().getTime() + 86_400_000).toISOString() });
    for (let turn = 0; turn < 20; turn += 1) {
      harness.clock.advance(1);
      await continueRecovery(harness.ctx, 2);
      await deliver(harness);
    }
    expect(await progress()).toMatchObject({ status: 'done', total: 5, recovered: 5 });
    expect([received(), (await listed()).length]).toEqual([[], 10]);
  });

  it('a recovery lists its deliveries among the newest', async () => {
    const { harness } = given.current;
    const { recover, listed } = await givenMissed(3);
    const old = new Set((await listed()).map(({ id }) => id));
    harness.clock.advance(86_400);
    await recover();
    await recoverAll(100);
    const newest = (await listed()).slice(0, 3);
    expect(newest.map(({ id, state }) => [old.has(id), state])).toEqual(newest.map(() => [false, 'pending']));
    for (const { id, created_at } of newest) {
      expect([id, created_at]).toEqual([
        expect.stringMatching(/^dlv_[0-9A-Za-z]{24}$/),
        harness.clock.now().toISOString(),
      ]);
    }
    await deliver(harness);
  });

  it('a recovery needs valid times and states, and an existing endpoint', async () => {
    const { recover, id } = await givenMissed(1);
    for (const body of [
      { since: 'yesterday' },
      { until: 1 },
      { states: [] },
      { states: ['succeeded'] },
      { all: true },
    ]) {
      expect([body, (await recover(body)).status]).toEqual([body, 400]);
    }
    expect((await call(`POST /webhook-endpoints/${id}/recover`, {})).status).toBe(400);
    const since = '2026-11-15T00:00:00.000Z';
    expect((await call(`POST /webhook-endpoints/${unknownId('whe')}/recover`, { since })).status).toBe(404);
    expect((await call(`GET /webhook-endpoints/${unknownId('whe')}/recover`)).status).toBe(404);
  });
});
