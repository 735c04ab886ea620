// The service before the disaster: what it wrote, what its readers saw, what it sent, and what was backed up.
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStack } from '#bench/instrument';
import { submit } from '#bench/intakes/request';
import {
  type Cluster,
  type ClusterOrigin,
  binaries,
  postgresUser,
  startCluster,
  withClient,
} from '#bench/service/cluster';
import type { MailSink } from '#bench/service/mail-sink';
import { repositoryRoot } from '#bench/service/service';
import type { Institution } from '#bench/service/stage';
import { until } from '#bench/until';
import { type Reader, type Settings, newReader, readOn, startSite } from './site.ts';

type Repository = {
  /** Settings of a server that archives to this repository. */
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  createStanza(cluster: Cluster): void;
  backup(cluster: Cluster): void;
  /** The data of a new server: the backup, and the log up to a restore point or to its end. */
  restore(target: string | undefined): ClusterOrigin;
  /** The daily backup check in deploy/, against the live database. */
  check(databaseUrl: string): void;
  remove(): void;
};

export function createRepository(): Repository {
  const { directory, env, checkScript } = layOut();
  const as: ExecFileSyncOptions = {
    ...postgresUser(),
    cwd: directory,
    stdio: 'inherit',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
  };
  const run = (args: readonly string[]) => execFileSync('pgbackrest', args, as);
  const at = (data: string) => `--pg1-path=${data}`;
  const reach = (cluster: Cluster) => [
    at(join(cluster.directory, 'data')),
    `--pg1-port=${cluster.port}`,
    `--pg1-socket-path=${cluster.directory}`,
  ];
  return {
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: 'pgbackrest --pg1-path="$PWD" archive-push %p',
      archive_timeout: '60',
    },
    env,
    createStanza: (cluster) => run([...reach(cluster), 'stanza-create']),
    backup: (cluster) => run([...reach(cluster), '--type=full', 'backup']),
    restore: (target) => ({ env, fill: (data) => run([at(data), ...toTarget(target), 'restore']) }),
    check(databaseUrl) {
      const settings = {
        PG_BIN: binaries,
        SCRATCH_DIR: directory,
        DATABASE_URL: databaseUrl,
        DATABASE_NAME: new URL(databaseUrl).pathname.slice(1),
        // The run writes nothing meanwhile.
        GRACE: '0',
      };
      execFileSync('bash', [checkScript], { ...as, env: { ...as.env, ...settings } });
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** An earlier restore has begun a timeline that may not lead to the target. */
const toTarget = (target: string | undefined): string[] =>
  target === undefined
    ? ['--type=default']
    : ['--type=name', `--target=${target}`, '--target-timeline=current', '--target-action=promote'];

/** The run's folders, and the settings that make pgBackRest and every server of the run use them. */
function layOut() {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-backup-'));
  const [repository, log, lock, config, checkScript] = [
    'repository',
    'log',
    'lock',
    'pgbackrest.conf',
    'check-restore',
  ].map((name) => join(directory, name)) as [string, string, string, string, string];
  for (const folder of [repository, log, lock]) mkdirSync(folder);
  for (const file of [config, checkScript])
    copyFileSync(join(repositoryRoot, 'deploy/pgbackrest', basename(file)), file);
  const owner = postgresUser();
  if (owner !== undefined)
    for (const path of [directory, repository, log, lock, config, checkScript]) chownSync(path, owner.uid, owner.gid);
  const env = {
    PGBACKREST_CONFIG: config,
    PGBACKREST_STANZA: 'makewhole',
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_LOG_PATH: log,
    PGBACKREST_LOCK_PATH: lock,
    // Protects only the files of one run.
    PGBACKREST_REPO1_CIPHER_PASS: 'a passphrase for drills only',
  };
  return { directory, env, checkScript };
}

export type Readers = { readonly ahead: Reader; readonly behind: Reader };

export type HomeStage = {
  readonly closing: RunStack;
  readonly repository: Repository;
  readonly institution: Institution;
  readonly settings: Settings;
  readonly mail: MailSink;
  /** The number of events at each step. */
  readonly events: number;
  /** With a standby and the daily check of the backup. */
  readonly full: boolean;
};

export const owners = 3;

/** Runs the service until its server and all its data are lost. */
export async function live(stage: HomeStage, home: Cluster) {
  const { institution, settings, closing, events: count, full } = stage;
  const site = await startSite(closing, home, settings);
  const readers: Readers = { ahead: newReader(), behind: newReader() };
  const follow = () => readOn({ port: site.port, key: institution.key }, readers.ahead);
  await site.publish(institution.id, count);
  await follow();
  await readOn({ port: site.port, key: institution.key }, readers.behind, 1);
  for (let turn = 0; turn < owners; turn += 1)
    await submit(`http://127.0.0.1:${site.port}`, `owner-${turn}@example.com`);
  await restorePoint(home, 'first');
  await site.startWorker();
  await mailsArrive(stage.mail, owners);
  await site.publish(institution.id, count);
  await follow();
  const dumpFile = join(home.directory, 'dump');
  execFileSync(join(binaries, 'pg_dump'), ['-Fc', '-f', dumpFile, site.databaseUrl]);
  const standby = full ? await startStandby(closing, home) : undefined;
  await restorePoint(home, 'second');
  await site.publish(institution.id, count);
  await follow();
  await archiveAll(home);
  const databaseMb = await measureMb(site.databaseUrl);
  if (full) stage.repository.check(site.databaseUrl);
  await site.close();
  if (standby !== undefined) await promote(home, standby);
  const moved = join(closing.folder('dump'), 'dump');
  execFileSync('mv', [dumpFile, moved]);
  await home.remove();
  return { readers, standby, dumpFile: moved, databaseMb };
}

/** A standby that has everything, as a synchronous one has. */
async function startStandby(closing: RunStack, home: Cluster): Promise<Cluster> {
  const from = ['-h', '127.0.0.1', '-p', String(home.port), '-U', 'postgres', '-c', 'fast', '-R'];
  const fill: ClusterOrigin['fill'] = (data, as) =>
    execFileSync(join(binaries, 'pg_basebackup'), ['-D', data, ...from], { ...as, stdio: 'ignore' });
  return closing.adopt(await startCluster({}, { fill }), (one) => one.remove());
}

/** Waits until the standby has everything that clients were told, as a synchronous one always has. */
async function promote(home: Cluster, standby: Cluster): Promise<void> {
  const at = await withClient(home.url('postgres'), async (client) => {
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
    return rows[0]?.at ?? '';
  });
  await withClient(standby.url('postgres'), async (client) => {
    const reached = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached';
    while ((await client.query<{ reached: boolean }>(reached, [at])).rows[0]?.reached !== true) await pause(30);
    await client.query('select pg_promote()');
  });
}

const restorePoint = (home: Cluster, name: string) =>
  withClient(home.url('postgres'), (client) => client.query('select pg_create_restore_point($1)', [name]));

/** Data that is not archived is lost in a disaster; another instrument measures how much that is. */
export const archiveAll = (home: Cluster): Promise<void> =>
  withClient(home.url('postgres'), async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    for (;;) {
      const { rows: archived } = await client.query<{ name: string | null }>(
        'select last_archived_wal as name from pg_stat_archiver',
      );
      if ((archived[0]?.name ?? '') >= (rows[0]?.name ?? '')) return;
      await pause(50);
    }
  });

const measureMb = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mb: number }>(
      'select (pg_database_size(current_database()) / 1e6)::float8 as mb',
    );
    return Math.round(rows[0]?.mb ?? 0);
  });

export const countMails = ({ received }: MailSink): number =>
  [...received.values()].flatMap((messages) => [...messages.values()]).reduce((sum, times) => sum + times, 0);

export async function mailsArrive(mail: MailSink, count: number): Promise<void> {
  await until(`${count} mails`, () => countMails(mail) >= count, { limitMs: 60_000, everyMs: 50 });
}
