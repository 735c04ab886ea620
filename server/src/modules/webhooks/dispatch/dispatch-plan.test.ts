import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { finishDeliveries } from '../delivery/finish-deliveries.ts';
import { findFresh, listPendingQueues, readDue, readSnapshot } from './store.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '1' });

const shards = Array.from({ length: 64 }, (_, shard) => shard);

it('the dispatcher finds, reads and records only by index, even with plans made for an empty table', async () => {
  const { ctx } = harness.current;
  const { db } = ctx;
  const now = ctx.clock.now();
  const places = Array.from({ length: 10 }, (_, n) => ({
    endpointId: `whe_${n}`,
    lane: 'live' as const,
    due: new Date(0),
    id: '',
  }));
  const since = await readSnapshot(db);
  const record = async (rows: Awaited<ReturnType<typeof readDue>>) => {
    const outcome = { kind: 'canceled' as const, at: now, cause: 'the endpoint is gone' };
    const deliveries = rows.flatMap((read) => read.rows);
    await finishDeliveries(
      ctx,
      deliveries.map((delivery) => ({ row: { delivery, endpoint: undefined }, outcome })),
    );
    return deliveries.length;
  };
  const turn = async () => {
    const fresh = await findFresh(db, shards, since);
    const pending = await listPendingQueues(db, shards);
    const read = await readDue(db, places, { now, most: 5 });
    return [fresh.queues.length, pending.length, await record(read)];
  };
  // The state after a quiet night: statistics of an empty table, and generic plans, which PostgreSQL keeps from the sixth execution on.
  await harness.current.owner.pool.query('vacuum analyze webhooks.deliveries');
  for (let count = 0; count < 10; count += 1) await turn();
  await db.pool.query(
    `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, due_at, created_at)
     select 'dlv_' || n, 'inst_a', 'whe_' || n % 10, 'evt_' || n, 'referral.created', '{}', $1, $1
     from generate_series(1, 2000) as n`,
    [now],
  );
  const readWhole = async () => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ scans: number; read: number }>(
      `select seq_scan::int as scans, (seq_tup_read + idx_tup_fetch)::int as read
       from pg_stat_user_tables where relid = 'webhooks.deliveries'::regclass`,
    );
    return rows[0] ?? { scans: 0, read: 0 };
  };
  const before = await readWhole();
  expect(await turn()).toEqual([10, 10, 50]);
  const after = await readWhole();
  expect(after.scans).toBe(before.scans);
  // Found: all 2,000 once. Listed, read and recorded: no more than a few for each queue and row.
  expect(after.read - before.read).toBeLessThan(2_300);
});
