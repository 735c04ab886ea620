import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { deleteOld } from '#test/database/delete-old';
import { useHarness } from '#test/harness';
import { consumeAllowance, hasAllowance } from './rules.ts';

const harness = useHarness();
const none = useHarness({ prelimAnonPerDay: 0 });

let lastAddress = 0;
let address: string;
beforeEach(() => {
  lastAddress += 1;
  address = `198.51.100.${lastAddress}`;
});

const take = (from = address) => transact(harness.current.ctx, (tx) => consumeAllowance(tx, from));
const has = (from = address) => hasAllowance(harness.current.ctx, from);

async function takeMany(count: number, from = address): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (let turn = 0; turn < count; turn += 1) taken.push(await take(from));
  return taken;
}

describe('an anonymous caller', () => {
  it('an anonymous caller has 25 reads, and not a 26th', async () => {
    expect(await takeMany(25)).toEqual(Array.from({ length: 25 }, () => true));
    expect([await has(), await take(), await has()]).toEqual([false, false, false]);
  });

  it('an anonymous caller has exactly 25 of 50 concurrent reads', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => take()));
    expect(taken.filter(Boolean)).toHaveLength(25);
  });

  it('an anonymous caller has its reads back 24 hours after each', async () => {
    await takeMany(20);
    harness.current.clock.advance(3600);
    await takeMany(5);
    expect(await take()).toBe(false);
    harness.current.clock.advance(23 * 3600 - 1);
    expect(await take()).toBe(false);
    harness.current.clock.advance(1);
    expect((await takeMany(21)).filter(Boolean)).toHaveLength(20);
  });

  it('an anonymous caller does not use up a read that is rolled back', async () => {
    const failed = transact(harness.current.ctx, async (tx) => {
      await consumeAllowance(tx, address);
      throw new Error('not today');
    });
    await expect(failed).rejects.toThrow('not today');
    expect((await takeMany(26)).filter(Boolean)).toHaveLength(25);
  });

  it('an anonymous caller is a whole /64, shared with no other', async () => {
    await takeMany(25, '2001:db8:1:2::1');
    expect([await has('2001:db8:1:2:ffff::9'), await has('2001:db8:1:3::1'), await has()]).toEqual([false, true, true]);
  });

  it('an anonymous caller is stored as a fingerprint only', async () => {
    await take();
    const text = "select encode(caller, 'escape') as caller from market.anonymous_reads";
    const rows = await harness.current.ctx.db.many<{ caller: string }>({ text, values: [] });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ caller }) => caller.includes('198.51'))).toEqual([]);
  });

  it('an anonymous caller has no reads where the setting disables them', async () => {
    const { ctx } = none.current;
    expect(await transact(ctx, (tx) => consumeAllowance(tx, address))).toBe(false);
    expect(await hasAllowance(ctx, address)).toBe(false);
  });
});

describe('reads that no longer count', () => {
  it('expired reads are deleted, a limited number at a time, and a second run changes nothing', async () => {
    const { ctx, clock } = harness.current;
    const purge = (limit?: number) => deleteOld(ctx, 'market.anonymous_reads', limit);
    clock.advance(48 * 3600);
    while ((await purge()) > 0);
    await takeMany(3);
    clock.advance(12 * 3600);
    await take();
    clock.advance(12 * 3600);
    expect([await purge(2), await purge(), await purge()]).toEqual([2, 1, 0]);
    expect((await takeMany(25)).filter(Boolean)).toHaveLength(24);
  });
});
