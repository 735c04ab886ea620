// A machine that is gone with everything on it, without a standby: how much was not archived yet (RPO), and how long it
// takes from the repository to a ready api (RTO) with a database of some gigabytes. The rows are synthetic.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { requirePrograms } from '#bench/service/programs';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import { migrate } from '#bench/service/service';
import type { Size } from '#bench/size';
import { measureMb } from './home.ts';
import { createRepository } from './repository.ts';
import { databaseName, startSite } from './site.ts';

const sizes: Readonly<Record<Size, { megabytes: number; watchS: number }>> = {
  smoke: { megabytes: 20, watchS: 3 },
  quick: { megabytes: 500, watchS: 130 },
  full: { megabytes: 10_000, watchS: 130 },
};

/** What `archive_timeout` promises, and the way of a segment into the repository on a busy machine. */
const lossAtMostS = 60 + 15;
const writeEveryMs = 100;

type Written = { readonly id: number; readonly at: number; readonly wal: string };

export async function drillDisaster(closing: RunStack, size: Size): Promise<boolean> {
  requirePrograms({ pgbackrest: 'pgbackrest' });
  const { megabytes, watchS } = sizes[size];
  const repository = closing.adopt(createRepository(), (one) => one.remove());
  const blobs = mkdtempSync(join(tmpdir(), 'makewhole-drill-blobs-'));
  closing.defer(() => rmSync(blobs, { recursive: true, force: true }));
  const { settings, env } = repository;
  const { archive_command: archive = '', ...others } = settings;
  const home = closing.adopt(await startCluster(others, { env }), (one) => one.remove());
  // What is written before the backup is in the backup.
  await archiveBy(home, ':');
  const databaseUrl = await home.createDatabase(databaseName);
  await migrate(databaseUrl);
  await fill(databaseUrl, megabytes);
  await archiveBy(home, archive);
  repository.createStanza(home);
  const [backupMs] = await timed(async () => repository.backup(home));
  const databaseMb = await measureMb(databaseUrl);

  const { written, worstLossS } = await writeFor(databaseUrl, watchS);
  const disasterAt = Date.now();
  await home.remove();

  const [copyMs, restored] = await timed(async () =>
    closing.adopt(await startCluster(settings, repository.restore(undefined)), (one) => one.remove()),
  );
  const [readyMs, site] = await timed(() => startSite(restored, { BLOB_DIR: blobs }));
  const [saidMs] = await timed(() => site.run('restored'));
  const last = await newest(site.databaseUrl);
  await site.close();
  const kept = written.findIndex(({ id }) => id === last);
  const lost = written.length - 1 - kept;
  const lostS = Math.round((disasterAt - (written[Math.max(kept, 0)]?.at ?? Number.NaN)) / 100) / 10;
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  const rtoS = seconds(copyMs + readyMs);
  printTable(
    ['step', 'seconds'],
    [
      ['full backup', seconds(backupMs)],
      ['from the repository until it takes connections', seconds(copyMs)],
      ['replayed, and an api is ready', seconds(readyMs)],
      ['makewhole restored', seconds(saidMs)],
    ],
  );
  const figures = { drill: 'disaster', size, databaseMb, backupS: seconds(backupMs), rtoS, rows: written.length };
  return conclude({ ...figures, lost, lostS, worstLossS }, [
    { name: 'seconds lost by this disaster', value: lostS, atMost: lossAtMostS },
    { name: 'seconds that a disaster would have lost at the worst moment', value: worstLossS, atMost: lossAtMostS },
  ]);
}

const archiveBy = (home: Cluster, command: string): Promise<unknown> =>
  withClient(home.url('postgres'), async (client) => {
    await client.query(`alter system set archive_command = ${client.escapeLiteral(command)}`);
    await client.query('select pg_reload_conf()');
  });

/** Rows of about a kilobyte that repeat themselves as the text of cases does. */
const fill = (databaseUrl: string, megabytes: number): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('create table public.filler (id bigint primary key, body text not null)');
    await client.query('create table public.written (id bigint primary key, at timestamptz not null)');
    const perStep = 100_000;
    for (let first = 0; first < megabytes * 1000; first += perStep)
      await client.query(
        `insert into public.filler select n, repeat((select string_agg(md5(n::text || part), ' ') from generate_series(1, 7) part), 4)
         from generate_series($1::bigint + 1, $2::bigint) n`,
        [first, Math.min(first + perStep, megabytes * 1000)],
      );
    await client.query('checkpoint');
  });

/** Writes a row every so often, and looks how much would be lost if the machine were gone now. */
async function writeFor(databaseUrl: string, watchS: number) {
  const written: Written[] = [];
  let worstLossS = 0;
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const until = Date.now() + watchS * 1000;
  for (let id = 0; Date.now() < until; id += 1) {
    await client.query('insert into public.written values ($1, now())', [id]);
    const { rows } = await client.query<{ wal: string; archived: string | null }>(
      `select pg_walfile_name(pg_current_wal_flush_lsn()) as wal, (select last_archived_wal from pg_stat_archiver) as archived`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the server said nothing about its log');
    written.push({ id, at: Date.now(), wal: row.wal });
    const kept = written.findLast(({ wal }) => wal <= (row.archived ?? ''));
    worstLossS = Math.max(worstLossS, (Date.now() - (kept?.at ?? written[0]?.at ?? 0)) / 1000);
    await pause(writeEveryMs);
  }
  await client.end();
  return { written, worstLossS: Math.round(worstLossS * 10) / 10 };
}

const newest = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string | null }>('select max(id) as id from public.written');
    return Number(rows[0]?.id ?? Number.NaN);
  });

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now();
  const result = await work();
  return [Math.round(performance.now() - startedAt), result];
}
