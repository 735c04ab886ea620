import { afterAll, beforeAll } from 'vitest';
import type { Secret } from '#platform/config';
import { createDatabase, type Database, type Db } from '#platform/db';
import { until } from '#test/until';
import { cloneDatabase } from './databases.ts';

type OwnDatabase = { readonly db: Database; readonly url: Secret };

/** A migrated database for one test file, with a pool. */
export function useDatabase(poolSize = 4): { readonly current: OwnDatabase } {
  let own: OwnDatabase | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const database = await cloneDatabase();
    drop = () => database.drop();
    own = {
      url: database.url,
      db: createDatabase({ url: database.url, applicationName: 'makewhole-test', poolSize }),
    };
  });
  afterAll(async () => {
    await own?.db.close();
    await drop?.();
  });
  return {
    get current() {
      if (own === undefined) throw new Error('the database is not made yet');
      return own;
    },
  };
}

/** Resolves when this many connections of the database wait for a lock. */
export function untilBlocked(db: Db, count: number): Promise<true> {
  return until(`${count} connections to wait for a lock`, async () => {
    const text = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await db.many({ text, values: [] })).length === count;
  });
}
