import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { claimDeliveries } from './store.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '1' });

it('claims through indexes alone, also when the plan was made for an empty queue', async () => {
  const { db, clock } = harness.current.ctx;
  const now = clock.now();
  const claim = () => claimDeliveries(db, { worker: 'worker-a', lane: 'live', now, batch: 50, cap: 8 });
  // What a quiet night leaves behind: statistics of an empty table, and a generic plan, which PostgreSQL keeps from the
  // sixth execution on.
  await db.pool.query('vacuum analyze webhooks.deliveries');
  for (let turn = 0; turn < 10; turn += 1) await claim();
  await db.pool.query(
    `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, due_at, created_at)
     select 'dlv_' || n, 'inst_a', 'whe_' || n % 10, 'evt_' || n, 'referral.created', '{}', 'waiting', 'live', $1, $1
     from generate_series(1, 2000) as n`,
    [now],
  );
  const wholeReads = async () => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ seq_scan: string }>(
      `select seq_scan from pg_stat_user_tables where relid = 'webhooks.deliveries'::regclass`,
    );
    return rows[0]?.seq_scan;
  };
  const before = await wholeReads();
  expect(await claim()).toHaveLength(50);
  expect(await claim()).toHaveLength(30);
  expect(await wholeReads()).toBe(before);
});
