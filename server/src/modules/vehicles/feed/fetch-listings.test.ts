import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { feedListing, useFeedHarness, type MarketcheckMood } from '#test/doubles/marketcheck';
import { useHarness } from '#test/harness';
import { readMarket } from '../reads/read-market.ts';
import { storeSnapshot } from '../snapshots/snapshots.ts';
import { givenListings, sampleSubject } from '../market/testing.ts';
import { fetchListings, fetchWanted } from './feed.ts';

const parts = useFeedHarness();
const without = useHarness();

beforeEach(async () => {
  const { harness, feed } = parts.current;
  feed.behave('answer');
  feed.offer([]);
  await harness.owner.many({ text: 'truncate market.listings, market.models, market.feed_requests', values: [] });
});

const offer = (count: number, changes: object = {}) =>
  parts.current.feed.offer(Array.from({ length: count }, (_, index) => feedListing(index, changes)));
const lastSearch = () => parts.current.feed.searches.at(-1);
const fetchOne = (changes: Parameters<typeof sampleSubject>[0] = {}, vin?: string) =>
  fetchListings(parts.current.harness.ctx, { subject: sampleSubject(changes), ...(vin === undefined ? {} : { vin }) });

describe('the feed', () => {
  it('the feed is queried by year, make, model and trim around the ZIP, and its listings are stored and found', async () => {
    offer(13);
    expect(await fetchOne({ trim: 'EX', zip: '78701-0001' })).toEqual({ found: 13, created: 13, updated: 0, bad: 0 });
    expect(lastSearch()).toEqual({
      car_type: 'used',
      country: 'us',
      ymmt: '2019|Honda|Accord|EX',
      zip: '78701',
      radius: '100',
      sort_by: 'distance',
      sort_order: 'asc',
      rows: '50',
      start: '0',
    });
    const found = await readMarket(parts.current.harness.ctx, sampleSubject());
    expect(found?.figures.sampleSize).toBe(13);
    expect(found?.comparables[0]).toMatchObject({
      source: 'marketcheck',
      trim: 'EX',
      state: 'TX',
      dealer: 'Synthetic Motors',
      lastSeenAt: new Date(1_794_600_000_000).toISOString(),
    });
  });

  it('the feed is queried for the same build first where the VIN is known, then for the model', async () => {
    const { feed } = parts.current;
    offer(2);
    const before = feed.searches.length;
    await fetchOne({}, '1hgcv1f30ka012345');
    expect(feed.searches.slice(before)).toMatchObject([{ taxonomy_vins: '1HGCV1F3KA', start: '0' }]);
    feed.behave('no builds');
    await fetchOne({}, '1HGCV1F30KA012345');
    expect(feed.searches.slice(before + 1)).toMatchObject([
      { taxonomy_vins: '1HGCV1F3KA' },
      { ymmt: '2019|Honda|Accord' },
    ]);
  });

  it('the feed is queried for a state where no ZIP is known, and not at all where neither is', async () => {
    const { feed } = parts.current;
    await fetchOne({ zip: undefined, state: 'tx' });
    expect(lastSearch()).toMatchObject({ state: 'TX' });
    const before = feed.searches.length;
    expect(await fetchOne({ zip: undefined })).toMatchObject({ found: 0 });
    expect(feed.searches.length).toBe(before);
  });

  it('the feed is read page by page, four at most, and no faster than five times a second', async () => {
    const { feed } = parts.current;
    offer(300);
    const before = feed.times.length;
    const startedAt = performance.now();
    expect(await fetchOne()).toMatchObject({ found: 300, created: 200 });
    expect(feed.searches.slice(before).map(({ start }) => start)).toEqual(['0', '50', '100', '150']);
    // The fourth starts three intervals after the first; how long each takes does not matter.
    expect((feed.times.at(-1) ?? 0) - startedAt).toBeGreaterThan(590);
  });

  it("the feed's invalid listings are counted and left out, and titles that are not clean are branded", async () => {
    const { harness, feed } = parts.current;
    const odd = [null, 7, {}, feedListing(1, { price: null }), feedListing(2, { build: 'x' })];
    feed.offer([...odd, feedListing(3, { carfax_clean_title: false }), feedListing(4)]);
    expect(await fetchOne()).toEqual({ found: 7, created: 2, updated: 0, bad: 5 });
    expect((await readMarket(harness.ctx, sampleSubject()))?.figures.sampleSize).toBe(1);
  });

  it.each<[MarketcheckMood, string]>([
    ['wrong key', 'unavailable'],
    ['too many', 'unavailable'],
    ['broken', 'unavailable'],
    ['cut off', 'unavailable'],
    ['refuse', 'refused'],
    ['not json', 'malformed'],
    ['not a page', 'malformed'],
    ['too much', 'malformed'],
  ])('the feed in the mood "%s" is %s, and nothing is stored', async (mood, kind) => {
    offer(3);
    parts.current.feed.behave(mood);
    const failed = fetchOne();
    await expect(failed).rejects.toMatchObject({ name: 'GatewayError', kind });
    await expect(failed).rejects.not.toThrow('synthetic-marketcheck-key');
    expect((await readMarket(parts.current.harness.ctx, sampleSubject()))?.figures.sampleSize).toBe(0);
  });

  it('a silent feed is not awaited longer than ten seconds', async () => {
    parts.current.feed.behave('silent');
    const startedAt = performance.now();
    await expect(fetchOne()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('the feed does not exist where no key is set', async () => {
    const failed = fetchListings(without.current.ctx, { subject: sampleSubject() });
    await expect(failed).rejects.toMatchObject({ code: 'feed_not_configured' });
  });
});

describe('a read with few listings', () => {
  async function readAndKeep(ctx = parts.current.harness.ctx, changes: Parameters<typeof sampleSubject>[0] = {}) {
    const read = (await readMarket(ctx, sampleSubject(changes)))!;
    await transact(ctx, async (tx) => storeSnapshot(tx, read));
    return read.figures.sampleSize;
  }
  const sweep = () => fetchWanted(parts.current.harness.ctx, 500);

  it('a read with few listings makes the next sweep query the feed once, so that the next read finds more', async () => {
    const { feed } = parts.current;
    offer(20);
    expect([await readAndKeep(), await readAndKeep()]).toEqual([0, 0]);
    const before = feed.searches.length;
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(feed.searches.length).toBe(before + 1);
    expect(await readAndKeep()).toBe(20);
  });

  it('a read with few listings does not query the feed again within a day, however little it has', async () => {
    const { harness } = parts.current;
    await readAndKeep();
    await sweep();
    await readAndKeep();
    expect(await sweep()).toBe(0);
    harness.clock.advance(24 * 3600);
    await sweep();
    await readAndKeep();
    expect(await sweep()).toBe(1);
  });

  it('a read with few listings queries the feed again an hour after an outage, and not after a refusal', async () => {
    const { harness, feed } = parts.current;
    feed.behave('broken');
    await readAndKeep();
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    harness.clock.advance(3600);
    feed.behave('refuse');
    expect(await sweep()).toBe(1);
    harness.clock.advance(3600);
    expect(await sweep()).toBe(0);
    const lines = harness.logLines.filter((line) => line.includes('market.feed-failed'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join('')).not.toContain('synthetic-marketcheck-key');
  });

  it('a query that the feed failed to answer for six hours is dropped for a day', async () => {
    const { harness, feed } = parts.current;
    feed.behave('broken');
    await readAndKeep();
    const asked = [];
    for (let hour = 0; hour < 8; hour += 1) {
      asked.push(await sweep());
      harness.clock.advance(3600);
    }
    expect(asked).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('feed queries stay within the day’s budget, and continue the day after', async () => {
    const { harness, feed } = parts.current;
    harness.clock.advance(86_400);
    const day = harness.clock.now().toISOString().slice(0, 10);
    const text = `insert into platform.daily_budgets values ('market.feed', $1, 500) on conflict (name, day) do update set spent = 500`;
    await harness.ctx.db.many({ text, values: [day] });
    await readAndKeep();
    const before = feed.searches.length;
    expect([await sweep(), feed.searches.length]).toEqual([0, before]);
    harness.clock.advance(86_400);
    expect(await sweep()).toBe(1);
  });

  it('a query is deleted when the budget has not reached it for a week, so that the backlog stays bounded', async () => {
    const { harness, feed } = parts.current;
    const before = feed.searches.length;
    await readAndKeep();
    harness.clock.advance(7 * 86_400 - 1);
    const day = harness.clock.now().toISOString().slice(0, 10);
    const text = `insert into platform.daily_budgets values ('market.feed', $1, 500) on conflict (name, day) do update set spent = 500`;
    await harness.ctx.db.many({ text, values: [day] });
    const waiting = async () =>
      (await harness.ctx.db.many({ text: 'select from market.feed_requests where answered_at is null', values: [] }))
        .length;
    await sweep();
    expect(await waiting()).toBe(1);
    harness.clock.advance(1);
    await sweep();
    expect([await waiting(), feed.searches.length]).toEqual([0, before]);
  });

  it('a read with enough listings, or without a feed, queries nothing', async () => {
    const { ctx } = parts.current.harness;
    await givenListings(
      ctx,
      Array.from({ length: 12 }, () => ({})),
    );
    expect(await readAndKeep()).toBe(12);
    expect(await sweep()).toBe(0);
    await readAndKeep(without.current.ctx);
    expect(await fetchWanted(without.current.ctx, 500)).toBe(0);
    const text = 'select count(*)::int as count from market.feed_requests';
    expect(await without.current.ctx.db.find({ text, values: [] })).toEqual({ count: 0 });
  });
});
