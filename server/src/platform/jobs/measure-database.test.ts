import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, Secret } from '#platform/config';
import { createDatabase, type Database } from '#platform/db';
import { createTelemetry, type Metrics } from '#platform/telemetry';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { measureDatabase } from './measure-database.ts';

let database: TestDatabase;
let db: Database;
const role = `watched_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase({ url: database.url, applicationName: 'measured', poolSize: 2 });
});
afterAll(async () => {
  await db.pool.query(`drop role if exists ${role}`);
  await db.close();
  await database.drop();
});

const config = readConfig(
  { DATABASE_URL: 'postgres://', DATA_KEY: 'a key for tests only with 32 characters or more', LOG_LEVEL: 'silent' },
  'worker',
);
const newMetrics = (): Metrics => createTelemetry('makewhole-test', config).metrics;

const served = async (metrics: Metrics): Promise<Map<string, number>> => {
  const lines = (await metrics.registry.metrics()).matchAll(/^(makewhole_db_[^ ]+) (\S+)$/gm);
  // Counters of the pools begin at 0 in each process.
  return new Map(
    [...lines].filter(([, name]) => !name?.endsWith('_total')).map(([, name = '', value]) => [name, Number(value)]),
  );
};

describe("the database server's metrics", () => {
  it('standbys, waiting commits, WAL, size and age of transactions are measured', async () => {
    const metrics = newMetrics();
    expect(await served(metrics)).toEqual(new Map());
    const open = await db.pool.connect();
    try {
      await open.query('begin');
      await open.query('select pg_sleep(0.05)');
      await measureDatabase({ db, metrics });
    } finally {
      await open.query('rollback');
      open.release();
    }
    const figures = await served(metrics);
    expect(figures.get('makewhole_db_monitored')).toBe(1);
    expect(figures.get('makewhole_db_synchronous_wanted')).toBe(0);
    expect(figures.get('makewhole_db_standbys{kind="synchronous"}')).toBe(0);
    expect(figures.get('makewhole_db_commits_waiting')).toBe(0);
    expect(figures.get('makewhole_db_commit_wait_seconds')).toBe(0);
    expect(figures.get('makewhole_db_slot_retained_bytes')).toBe(0);
    expect(figures.get('makewhole_db_wal_bytes')).toBeGreaterThanOrEqual(16 * 1024 * 1024);
    expect(figures.get('makewhole_db_size_bytes')).toBeGreaterThan(1_000_000);
    expect(figures.get('makewhole_db_oldest_transaction_seconds')).toBeGreaterThanOrEqual(0.05);
    expect(figures.get('makewhole_db_transaction_id_age')).toBeGreaterThan(0);
    // Nothing is archived in tests; 0 would look like an archive that has just been written.
    expect([...figures.keys()].filter((name) => name.includes('archive'))).toEqual([]);
  });

  it('a metric is absent where the role may not see it, and all are absent while the server is unreachable', async () => {
    const metrics = newMetrics();
    await measureDatabase({ db, metrics });
    await db.pool.query(`create role ${role} login`);
    const url = new URL(database.url.reveal());
    url.username = role;
    const lesser = createDatabase({ url: new Secret(url.href), applicationName: 'lesser', poolSize: 1 });
    await measureDatabase({ db: lesser, metrics });
    const figures = await served(metrics);
    expect(figures.get('makewhole_db_monitored')).toBe(0);
    expect([...figures.keys()].toSorted()).toEqual([
      'makewhole_db_monitored',
      'makewhole_db_size_bytes',
      'makewhole_db_synchronous_wanted',
      'makewhole_db_transaction_id_age',
    ]);
    await lesser.close();
    await expect(measureDatabase({ db: lesser, metrics })).rejects.toThrow('after calling end');
    expect(await served(metrics)).toEqual(new Map());
  });

  it('the age of the archive is measured where there is one, and whether it fails', async () => {
    // Whether a server archives is decided when it starts, so functions that are found first make this one report an archive.
    await db.pool.query(`create function public.current_setting(name text) returns text language sql as
      $$ select case name when 'archive_mode' then 'on' else pg_catalog.current_setting(name) end $$`);
    await db.pool
      .query(`create view public.pg_stat_archiver as select now() - interval '61 seconds' as last_archived_time,
      now() as last_failed_time, now() as stats_reset`);
    const url = new URL(database.url.reveal());
    url.searchParams.set('options', '-c search_path=public,pg_catalog');
    const archiving = createDatabase({ url: new Secret(url.href), applicationName: 'archiving', poolSize: 1 });
    const metrics = newMetrics();
    await measureDatabase({ db: archiving, metrics });
    await archiving.close();
    const figures = await served(metrics);
    expect(figures.get('makewhole_db_archive_age_seconds')).toBeGreaterThanOrEqual(61);
    expect(figures.get('makewhole_db_archive_failing')).toBe(1);
  });
});
