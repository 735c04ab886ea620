// A database with as many synthetic listings as a large deployment has, filled by COPY; indexes are created afterwards.
import {
  listingsCopy,
  pastListingsCopy,
  recordModels,
} from '@makewhole/server/src/modules/market/listings/listing-store.ts';
import { makeListings } from '@makewhole/server/src/modules/market/synthetic/rules.ts';
import { createDatabase } from '@makewhole/server/src/platform/db/index.ts';
import { addDays } from '@makewhole/server/src/lib/time/dates.ts';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { migrate } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { toCopyLine } from '@makewhole/server/src/modules/market/listings/to-copy-line.ts';

export type MarketStage = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly rows: number;
  readonly sizes: readonly TableSize[];
};

type TableSize = { readonly name: string; readonly mb: number };

/** A machine that serves ten million listings has them in memory: a quarter of it for the database, as is usual. */
const settings = { shared_buffers: '3GB' };

const listings = { smoke: 20_000, quick: 1_000_000, full: 10_000_000 };

/** Past listings for each one that is listed: those of 105 days more, when every one is seen for 45. */
const pastTimes = 2;

export async function setMarketStage(closing: RunStack, size: Size): Promise<MarketStage> {
  const rows = listings[size];
  const cluster = closing.adopt(await startCluster(settings), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const startedAt = performance.now();
  await fillListings(databaseUrl, rows);
  console.log(
    `${rows} synthetic listings and ${rows * pastTimes} past ones made in ${round((performance.now() - startedAt) / 1000, 0)} s`,
  );
  const sizes = await measureSizes(databaseUrl);
  for (const { name, mb } of sizes) console.log(`${name}: ${mb} MB`);
  return { cluster, databaseUrl, rows, sizes };
}

async function fillListings(databaseUrl: string, rows: number): Promise<void> {
  const db = createDatabase({ url: new Secret(databaseUrl), applicationName: 'bench-market', poolSize: 1 });
  try {
    await db.inBulk(async (session) => {
      const run = (text: string) => session.run<{ name: string; definition: string }>({ text, values: [] });
      await run('set synchronous_commit = off');
      await run(`set maintenance_work_mem = '1GB'`);
      const indexes = await run(
        `select indexname as name, indexdef as definition from pg_indexes
         where schemaname = 'market' and tablename in ('listings', 'past_listings') and indexname !~ '_pkey$'`,
      );
      for (const { name } of indexes) await run(`drop index market.${name}`);
      await run('alter table market.listings drop constraint listings_pkey');
      await run('alter table market.past_listings drop constraint past_listings_pkey');
      const now = new Date();
      for (const piece of copyPieces(rows, { seed: 1, now })) await session.copy(listingsCopy, piece);
      for (let time = 0; time < pastTimes; time += 1) {
        const then = { seed: 2 + time, now: addDays(now, -45 * (1 + time)) };
        for (const piece of copyPieces(rows, then)) await session.copy(pastListingsCopy, piece);
      }
      await run('alter table market.listings add primary key (source, source_id)');
      await run('alter table market.past_listings add primary key (source, source_id, first_seen_at)');
      for (const { definition } of indexes) await run(definition);
      await session.run(recordModels);
      await run('vacuum analyze market.listings, market.past_listings');
      await run('checkpoint');
    });
  } finally {
    await db.close();
  }
}

const pieceLength = 4_194_304;

function* copyPieces(rows: number, made: { readonly seed: number; readonly now: Date }): Generator<string> {
  let piece = '';
  for (const listing of makeListings({ ...made, rows })) {
    piece += toCopyLine(listing);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function measureSizes(databaseUrl: string): Promise<TableSize[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select tablename as name, pg_relation_size(('market.' || tablename)::regclass) as bytes from pg_tables
       where schemaname = 'market' and tablename in ('listings', 'past_listings')
       union all select indexname, pg_relation_size(('market.' || indexname)::regclass) from pg_indexes
       where schemaname = 'market' and tablename in ('listings', 'past_listings')`,
    );
    return rows.map(({ name, bytes }) => ({ name, mb: round(Number(bytes) / 2 ** 20, 0) }));
  });
}
