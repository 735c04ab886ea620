import { beforeEach, expect, it } from 'vitest';
import { addDays } from '#lib/time/dates';
import { preparedStatements } from '#platform/db';
import { useHarness } from '#test/harness';
import { listingsMax } from '../market/comparable-rules.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { readMarket } from './read-market.ts';
import './search-store.ts';

const harness = useHarness();

beforeEach(() => givenEmptyMarket(harness.current.ctx));

const searches = [...preparedStatements].filter(([name]) => /^market\.(nearest|latest)-listings/.test(name));

// Two thousand models of twenty years: so few of each by the statistics that reading all years of a model looks cheap.
const fill = (
  table: string,
) => `insert into market.${table} (source, source_id, year, make, model, make_key, model_key, trim_key,
    price, branded, lat, lon, first_seen_at, last_seen_at)
  select 'test', n::text, 2000 + n % 20, 'm', 'm', 'make' || n % 40, 'model' || n % 2000, 'ex', 20000, n % 50 = 0,
    25 + n % 24, -120 + n % 50, now(), now() from generate_series(1, 20000) n`;

it('a search reads each row of cells of each year by index, for current and past listings', async () => {
  const { pool } = harness.current.owner;
  const client = await pool.connect();
  try {
    for (const table of ['listings', 'past_listings']) await client.query(fill(table));
    await client.query('analyze market.listings, market.past_listings');
    await client.query('set plan_cache_mode = force_generic_plan');
    const looked: Record<string, number> = {};
    for (const [name, text] of searches) {
      await client.query(`prepare searched as ${text}`);
      const count = Math.max(...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute searched(${Array.from({ length: count }, () => 'null').join(', ')})`,
      );
      await client.query('deallocate searched');
      const plan = rows.map((row) => row['QUERY PLAN']);
      looked[name] = plan.filter((line) => /Index Cond: .*year = y\.year.*floor/.test(line)).length;
    }
    expect(Object.keys(looked)).toHaveLength(16);
    expect(looked).toEqual(Object.fromEntries(searches.map(([name]) => [name, name.endsWith('-then') ? 2 : 1])));
  } finally {
    await client.query('truncate market.listings, market.past_listings');
    client.release();
  }
});

it.each([
  [listingsMax, 0],
  [listingsMax - 1, 1],
])('where %d of a state were seen in the last 15 days, %d earlier ones count', async (lately, before) => {
  const { ctx } = harness.current;
  const seen = (count: number, daysAgo: number, price: number) =>
    Array.from({ length: count }, () => ({ lastSeenAt: addDays(ctx.clock.now(), -daysAgo), price }));
  await givenListings(ctx, [...seen(lately, 14, 20_000), ...seen(9, 15, 21_000)]);
  const found = await readMarket(ctx, sampleSubject({ zip: undefined, state: 'TX' }));
  expect(found?.figures.sampleSize).toBe(listingsMax);
  expect(found?.comparables.filter(({ price }) => price === 21_000)).toHaveLength(before);
});
