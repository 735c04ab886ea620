import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { readMarket } from '../reads/read-market.ts';
import { getSnapshot, recomputeSnapshot, storeSnapshot } from '../snapshots/snapshots.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { momentsOf, storedDays, todaysWindow, windowDays } from '../market/window-rules.ts';
import { purgeListings } from './import-listings.ts';

const harness = useHarness();
beforeEach(() => givenEmptyMarket(harness.current.ctx));

const sweep = (limit = 500) => purgeListings(harness.current.ctx, limit);
const left = async (): Promise<string[]> => {
  const text = 'select source_id from market.listings order by source_id';
  const rows = await harness.current.ctx.db.many<{ source_id: string }>({ text, values: [] });
  return rows.map((row) => row.source_id);
};
const seen = (daysAgo: number, seconds = 0) => addSeconds(addDays(harness.current.clock.now(), -daysAgo), seconds);
/** The beginning of the first day that a read of today looks back to. */
const oldest = () => momentsOf(todaysWindow(harness.current.clock.now())).from;
const past = async (): Promise<string[]> => {
  const text = 'select source_id from market.past_listings order by source_id, first_seen_at';
  const rows = await harness.current.ctx.db.many<{ source_id: string }>({ text, values: [] });
  return rows.map((row) => row.source_id);
};
const old = (count: number, daysAgo: number) =>
  Array.from({ length: count }, (_, index) => ({ sourceId: `old-${index}`, lastSeenAt: seen(daysAgo) }));

describe('listings that were not seen for longer than a search looks back', () => {
  it('expired listings are removed from the search to the second, a limited number at a time, the oldest first', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, [
      ...old(5, 60),
      { sourceId: 'just-old', lastSeenAt: addSeconds(oldest(), -1) },
      { sourceId: 'just-fresh', lastSeenAt: oldest() },
      { sourceId: 'branded', branded: true, lastSeenAt: seen(90) },
      { sourceId: 'without-price', price: 0, lastSeenAt: seen(90) },
    ]);
    expect(await sweep(2)).toBe(2);
    expect(await left()).toEqual(['just-fresh', 'just-old', 'old-0', 'old-1', 'old-2', 'old-3', 'old-4']);
    expect([await sweep(3), await sweep(), await sweep(), await left()]).toEqual([3, 3, 0, ['just-fresh']]);
    // Listings without a price were never searched, and are not kept.
    expect(await past()).toEqual(['branded', 'just-old', 'old-0', 'old-1', 'old-2', 'old-3', 'old-4']);
  });

  it('expired listings are kept as past ones for as long as a loss may lie back, and then deleted', async () => {
    const { ctx, clock } = harness.current;
    await givenListings(ctx, [
      { sourceId: 'first', lastSeenAt: seen(60) },
      { sourceId: 'second', lastSeenAt: seen(50) },
    ]);
    expect([await sweep(), await left(), await past()]).toEqual([2, [], ['first', 'second']]);
    clock.advance((storedDays - 60) * 86_400);
    expect([await sweep(), await past()]).toEqual([1, ['second']]);
    clock.advance(10 * 86_400);
    expect([await sweep(), await past(), await sweep()]).toEqual([1, [], 0]);
  });

  it('expired listings are only those that no search would have found: reads stay the same', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, [
      ...old(20, windowDays),
      ...old(12, 44).map((one) => ({ ...one, sourceId: `new-${one.sourceId}` })),
    ]);
    const before = await readMarket(ctx, sampleSubject({ odometer: 50_000 }));
    expect(await sweep()).toBe(20);
    expect(before?.figures.sampleSize).toBe(12);
    // So that the market is searched again.
    await ctx.db.many({ text: 'update market.models set version = default', values: [] });
    expect(await readMarket(ctx, sampleSubject({ odometer: 50_000 }))).toEqual(before);
  });

  it('expired listings leave the snapshots that were made from them unchanged', async () => {
    const { ctx, clock } = harness.current;
    await givenListings(
      ctx,
      old(14, 1).map((one, index) => ({ ...one, price: 20_000 + index * 100, miles: 40_000 + index * 2000 })),
    );
    const read = await readMarket(ctx, sampleSubject({ odometer: 50_000 }));
    const id = await transact(ctx, async (tx) => (read === undefined ? undefined : storeSnapshot(tx, read)));
    const staff = { ...ctx, actor: { kind: 'staff', staffId: 'stf', role: 'caller', credentialId: 'stk' } } as const;
    const before = await getSnapshot(staff, id ?? '');
    clock.advance(windowDays * 86_400);
    expect([await sweep(), await left()]).toEqual([14, []]);
    await harness.current.owner.many({ text: 'truncate market.past_listings', values: [] });
    expect(await getSnapshot(staff, id ?? '')).toEqual(before);
    const { stored, computed } = await recomputeSnapshot(ctx, id ?? '');
    expect(computed).toEqual(stored);
    expect(computed).toEqual(read?.figures);
  });

  it('expired listings are not deleted while an import renews them', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, old(3, 60));
    await ctx.db.inTransaction(async (tx) => {
      const text = `update market.listings set last_seen_at = $1 where source_id = 'old-1'`;
      await tx.many({ text, values: [seen(0)] });
      expect(await sweep()).toBe(2);
    });
    expect([await sweep(), await left()]).toEqual([0, ['old-1']]);
  });

  it('expired listings are restored when an import meets their removal', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, old(3, 60));
    const { importing } = await ctx.db.inTransaction(async (tx) => {
      await tx.many({ text: 'delete from market.listings', values: [] });
      const importing = givenListings(ctx, old(3, 0));
      await untilBlocked(ctx.db, 1);
      return { importing };
    });
    await importing;
    expect([await sweep(), await left()]).toEqual([0, ['old-0', 'old-1', 'old-2']]);
  });

  it('expired listings are found by an index, however many there are', async () => {
    const { ctx } = harness.current;
    const plan = await ctx.db.inTransaction(async (tx) => {
      tx.write({ text: 'set local enable_seqscan = off', values: [] });
      const text = `explain select ctid from market.listings where last_seen_at < now() order by last_seen_at limit 500`;
      const plan = await tx.many<{ 'QUERY PLAN': string }>({ text, values: [] });
      return [
        ...plan,
        ...(await tx.many<{ 'QUERY PLAN': string }>({ text: text.replace('.listings', '.past_listings'), values: [] })),
      ];
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('listings_age');
    expect(lines).toContain('past_listings_age');
  });
});
