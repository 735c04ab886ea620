import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { maintainHistory } from './maintain-history.ts';

const harness = useHarness();

const partitions = async (): Promise<string[]> => {
  const { rows } = await harness.current.ctx.db.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('webhooks.delivery_history'::regclass, 'webhooks.attempts'::regclass) order by 1`,
  );
  return rows.map((row) => row.name);
};

describe('the partitions of the delivery history', () => {
  it('history partitions are created a week ahead, and creating them twice changes nothing', async () => {
    await maintainHistory(harness.current.ctx);
    const made = await partitions();
    await maintainHistory(harness.current.ctx);
    expect(made).toHaveLength(2 * (1 + 8));
    expect(made).toContain('delivery_history_20261115');
    expect(made).toContain('attempts_20261122');
    expect(await partitions()).toEqual(made);
  });

  it('history partitions are dropped after a month, two days at a time', async () => {
    // Long past, because the database's clock must agree.
    harness.current.clock.advance(-1826 * 86_400);
    await maintainHistory(harness.current.ctx);
    harness.current.clock.advance(40 * 86_400);
    await maintainHistory(harness.current.ctx);
    const left = await partitions();
    expect(left.filter((name) => /^attempts_202111(15|16|17)$/.test(name))).toEqual(['attempts_20211117']);
    expect(left).toContain('attempts_20211225');
  });
});
