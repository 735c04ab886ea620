import { afterEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { holdShards, type ShardLocks } from './shard-locks.ts';

const harness = useHarness();
const holders: ShardLocks[] = [];
const released: number[][] = [];
const lockClass = 77;
let mayHold = true;

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.stop()));
  released.splice(0);
});

function hold(
  release: (shards: readonly number[]) => Promise<readonly number[]> = async (shards) => shards,
): ShardLocks {
  const { config, log, metrics } = harness.current.ctx;
  const holder = holdShards({
    url: config.databaseUrl,
    name: 'test',
    lockClass,
    shards: 8,
    mayHold: () => mayHold,
    release,
    log,
    metrics,
  });
  holders.push(holder);
  return holder;
}

const sizes = () => holders.map((holder) => holder.held().size);

const query = (text: string) => harness.current.ctx.db.pool.query(text);

const sever = () =>
  query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'test-shards' and datname = current_database()`);

describe('shard locks', () => {
  it("one process holds all shards, several hold equal parts, and a leaving one's shards go to the others; no shard has two holders", async () => {
    const one = hold();
    await until('all', () => one.held().size === 8);
    const two = hold();
    const three = hold();
    await until('parts', () => sizes().reduce((sum, size) => sum + size, 0) === 8 && Math.max(...sizes()) === 3);
    const all = [one, two, three].flatMap((holder) => [...holder.held()]);
    expect(new Set(all).size).toBe(8);
    expect(one.held().has(-1) || one.isHeld(-1)).toBe(false);
    await three.stop();
    expect(three.held().size).toBe(0);
    await until('halves', () => one.held().size === 4 && two.held().size === 4);
  });

  it('a process gives up a shard after its work in progress has ended, and begins no new work for it', async () => {
    let busy = true;
    const one = hold(async (shards) => {
      released.push([...shards]);
      return busy ? [] : shards;
    });
    await until('all', () => one.held().size === 8);
    const two = hold();
    await until('asked', () => released.length > 1);
    expect([one.held().size, two.held().size]).toEqual([4, 0]);
    busy = false;
    await until('handed over', () => two.held().size === 4);
  });

  it('a process that may not take part leaves its shards to the others, and takes part again later', async () => {
    const one = hold();
    await until('all', () => one.held().size === 8);
    const { epoch } = one;
    mayHold = false;
    await until('none', () => one.held().size === 0);
    mayHold = true;
    await until('all again', () => one.held().size === 8);
    expect(one.epoch).toBeGreaterThan(epoch);
  });

  it('a process holds nothing from the moment its connection is lost, and takes free shards again', async () => {
    const one = hold();
    await until('all', () => one.held().size === 8);
    await sever();
    await until('lost', () => one.held().size === 0);
    expect([0, 1, 2, 3, 4, 5, 6, 7].filter((shard) => one.isHeld(shard))).toEqual([]);
    await until('all again', () => one.held().size === 8);
  });
});
