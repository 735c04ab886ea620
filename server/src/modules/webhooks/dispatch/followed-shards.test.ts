import { describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { useDelivering, useDispatchers } from '../testing.ts';
import { releaseShards, takeShards } from './store.ts';

const given = useDelivering();
const { startDelivering, givenTold, isEmpty, query, countAtOnce, stopLast } = useDispatchers(given);

const owners = () =>
  query<{ owner: string; count: number }>(
    'select owner, count(*)::int from webhooks.shards where released_at is null group by owner',
  );

describe('processes that come and go', () => {
  it('processes share the shards, and hand them over in order', async () => {
    startDelivering(1);
    await until('one has all', async () => (await owners())[0]?.count === 64);
    const [second] = startDelivering(1);
    await until('both have half', async () => (await owners()).map(({ count }) => count).join() === '32,32');
    const told = await givenTold('/shared', 50);
    await until('all recorded', () => isEmpty(told.id));
    await stopLast();
    expect((await owners()).map(({ owner }) => owner)).not.toContain(second?.worker);
    // Left in order, so no process waits for attempts that may still be running.
    const began = performance.now();
    await until('one has all again', async () => (await owners())[0]?.count === 64);
    const more = await givenTold('/shared', 50);
    await until('all recorded', () => isEmpty(more.id));
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(new Set(told.made()).size).toBe(100);
    expect(told.made()).toHaveLength(100);
  });

  it('processes wait until the attempts of one that did not leave in order have ended', async () => {
    await query(`insert into webhooks.shards (id, owner, taken_at) select n, 'killed', now() from generate_series(0, 63) as n
      on conflict (id) do update set owner = 'killed', released_at = null`);
    const told = await givenTold('/crashed', 3);
    const began = performance.now();
    startDelivering(1);
    await until('all recorded', () => isEmpty(told.id));
    expect(performance.now() - began).toBeGreaterThan(10_000);
    expect(told.received()).toHaveLength(3);
  });

  it('processes that take a shard during its waiting time wait for the rest of it, even after an orderly handover', async () => {
    await query(`insert into webhooks.shards (id, owner, taken_at) select n, 'killed', now() from generate_series(0, 63) as n
      on conflict (id) do update set owner = 'killed', released_at = null, rest_until = null`);
    const { ctx } = given.current.harness;
    const owner = (worker: string) => ({ worker, now: ctx.clock.now(), restMs: 14_500 });
    const rests = async (worker: string) => (await takeShards(ctx.db, [7], owner(worker)))[0]?.rest_ms ?? 0;
    expect(await rests('first')).toBeGreaterThan(14_000);
    expect(await rests('first')).toBeGreaterThan(13_000);
    await releaseShards(ctx.db, [7], owner('first'));
    expect(await rests('second')).toBeGreaterThan(13_000);
    await query(`update webhooks.shards set rest_until = now(), released_at = now()`);
    expect(await rests('third')).toBe(0);
    await query('delete from webhooks.shards');
    expect(await rests('new')).toBe(0);
  });

  it('processes that lose their lock connection lose their shards and finish running attempts, none lost and none twice', async () => {
    const { receiver } = given.current;
    const hold = gate();
    let held = 0;
    receiver.answer((_request, response) => {
      held += 1;
      void (held <= 2 ? hold.opened : Promise.resolve()).then(() => response.writeHead(204).end());
    });
    const told = await givenTold('/severed', 30);
    startDelivering(1);
    await until('two are under way', () => told.received().length === 2);
    const sever = () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'webhooks.dispatch-shards' and datname = current_database()`);
    await sever();
    await until('the locks are held again', async () => {
      const rows =
        await query(`select from pg_locks where locktype = 'advisory' and classid = 2003332451 and objid < 64 and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())`);
      return rows.length === 64;
    });
    hold.open();
    await until('all recorded', () => isEmpty(told.id));
    expect(told.received()).toHaveLength(30);
    expect(new Set(told.made()).size).toBe(30);
  });
});

describe('a database that is away', () => {
  it('a database outage loses nothing: results stay in memory until it is back', async () => {
    const told = await givenTold('/away', 40);
    const seen = countAtOnce(5);
    startDelivering(1);
    const severAll = () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database() and application_name like 'deliverer%'`);
    for (let turn = 0; turn < 5; turn += 1) {
      await told.publish(20);
      await severAll();
    }
    await until('all recorded', () => isEmpty(told.id));
    expect(new Set(told.made()).size).toBe(140);
    expect(seen.most).toBeLessThanOrEqual(8);
  });
});
