import { newestMigration, prepared, sqlState, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import type { Loop } from './claimed-rows.ts';
import { runSweep } from './sweeper.ts';

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

const beatEveryMs = 10_000;

const beat = prepared<[name: string, newestMigration: string], never>(
  'jobs.beat-process',
  `with gone as (delete from platform.processes where beat_at < now() - interval '1 day')
   insert into platform.processes (name, newest_migration) values ($1, $2)
   on conflict (name) do update set beat_at = now()`,
);

const forget = prepared<[name: string], never>('jobs.forget-process', 'delete from platform.processes where name = $1');

/** Reports that this process runs, and of which version it is, until it stops. */
export function beatProcess(name: string, { db, log, metrics }: Deps): Loop {
  const newest = newestMigration();
  const run = () =>
    db.many(beat(name, newest)).then(
      () => 0,
      (error: unknown) => {
        // It was started before the database was migrated, and says so at /readyz.
        if (sqlState(error) === '42P01') return 0;
        throw error;
      },
    );
  const loop = runSweep({ name: 'jobs.beat-process', everyMs: beatEveryMs, run }, { log, metrics });
  return {
    async stop() {
      await loop.stop();
      // Without it, the row counts for a minute more.
      await db.many(forget(name)).catch(() => undefined);
    },
  };
}
