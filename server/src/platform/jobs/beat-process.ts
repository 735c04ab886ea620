import type { Vault } from '#platform/crypto';
import { newestMigration, prepared, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { findKnownKeys, isNotMigrated } from './agree-on-key.ts';
import type { Loop } from './claimed-rows.ts';
import { decideWritingKey } from './key-rules.ts';
import { runSweep } from './sweeper.ts';

type Deps = { readonly db: Database; readonly vault: Vault; readonly log: Logger; readonly metrics: Metrics };

const beatEveryMs = 10_000;

const beat = prepared<[name: string, newestMigration: string, keys: readonly string[], writesWith: string], never>(
  'jobs.beat-process',
  `with gone as (delete from platform.processes where beat_at < now() - interval '1 day'),
     used as (insert into platform.data_keys (id) values ($4) on conflict (id) do update set last_written_at = now())
   insert into platform.processes (name, newest_migration, keys, writes_with) values ($1, $2, $3::text[], $4)
   on conflict (name) do update set beat_at = now(), writes_with = excluded.writes_with`,
);

const forget = prepared<[name: string], never>('jobs.forget-process', 'delete from platform.processes where name = $1');

/** Otherwise the row of a stopped process would count for another minute. */
export const forgetProcess = async (db: Database, name: string): Promise<void> => {
  await db.many(forget(name));
};

/** Reports that this process runs, its version and its keys, and selects the key to write with. */
export async function reportProcess(name: string, { db, vault, log }: Deps): Promise<void> {
  const keys = vault.keys.filter((key) => !key.compares).map(({ id }) => id);
  const newest = newestMigration();
  const report = (writesWith: string) => db.many(beat(name, newest, keys, writesWith));
  const choose = async () => {
    const known = await findKnownKeys({ db, vault }, name);
    return (known && decideWritingKey(known)) ?? vault.writingKey();
  };
  const choice = await choose();
  await report(choice);
  // A process that lacks this key may have started since; either it has read our report, or it is in this list.
  const confirmed = await choose();
  if (confirmed !== choice) await report(confirmed);
  vault.writeWith(confirmed);
  const [first] = keys;
  if (confirmed !== first) log.warn({ key: first, writesWith: confirmed }, 'keys.front-waits');
}

/** Reports that this process runs until it stops. */
export function beatProcess(name: string, deps: Deps): Loop {
  const run = () =>
    reportProcess(name, deps).then(
      () => 0,
      (error: unknown) => {
        if (isNotMigrated(error)) return 0;
        throw error;
      },
    );
  const loop = runSweep({ name: 'jobs.beat-process', everyMs: beatEveryMs, run }, deps);
  return {
    async stop() {
      await loop.stop();
      await forgetProcess(deps.db, name).catch(() => undefined);
    },
  };
}
