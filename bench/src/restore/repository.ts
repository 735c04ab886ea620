// A repository of pgBackRest with the configuration of deploy/, in a folder of the run.
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { binaries, postgresUser, type Cluster, type ClusterOrigin } from '#bench/service/cluster';
import { repositoryRoot } from '#bench/service/service';

export type Repository = {
  /** Settings of a server that archives here. */
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  createStanza(cluster: Cluster): void;
  backup(cluster: Cluster): void;
  /** What a new server begins with: the backup, and the log up to a restore point or to its end. */
  restore(target: string | undefined): ClusterOrigin;
  /** The daily check of deploy/, against the live database. */
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
        // Nothing is written meanwhile.
        GRACE: '0',
      };
      execFileSync('bash', [checkScript], { ...as, env: { ...as.env, ...settings } });
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A restore before this one has begun a timeline that may not lead to the target. */
const toTarget = (target: string | undefined): string[] =>
  target === undefined
    ? ['--type=default']
    : ['--type=name', `--target=${target}`, '--target-timeline=current', '--target-action=promote'];

/** Folders of the run, and what tells pgBackRest and every server of the run to use them. */
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
    // Protects nothing but the files of one run.
    PGBACKREST_REPO1_CIPHER_PASS: 'a passphrase for drills only',
  };
  return { directory, env, checkScript };
}
