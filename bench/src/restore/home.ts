// The service before the disaster: what it wrote, what its readers saw, what it sent, and what was saved of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import type { Institution } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { binaries, startCluster, withClient, type Cluster, type ClusterOrigin } from '#bench/service/cluster';
import type { MailSink } from '#bench/service/mail-sink';
import { newReader, readOn, type Reader } from './readers.ts';
import type { Repository } from './repository.ts';
import { startSite, type Settings, type Site } from './site.ts';

export type Readers = { readonly ahead: Reader; readonly behind: Reader };

export type HomeStage = {
  readonly closing: RunStack;
  readonly repository: Repository;
  readonly institution: Institution;
  readonly settings: Settings;
  readonly mail: MailSink;
  /** How many at each step. */
  readonly events: number;
  /** With a standby and the daily check of the backup. */
  readonly full: boolean;
};

export const owners = 3;

/** The service as it runs, until its server is gone with everything on it. */
export async function live(stage: HomeStage, home: Cluster) {
  const { institution, settings, closing, events: count, full } = stage;
  const site = await startSite(home, settings);
  const readers: Readers = { ahead: newReader(), behind: newReader() };
  const follow = () => readOn({ port: site.port, key: institution.key }, readers.ahead);
  await site.publish(institution.id, count);
  await follow();
  await readOn({ port: site.port, key: institution.key }, readers.behind, 1);
  await submit(site);
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
  const moved = join(mkdtempSync(join(tmpdir(), 'makewhole-drill-')), 'dump');
  execFileSync('mv', [dumpFile, moved]);
  closing.defer(() => rmSync(join(moved, '..'), { recursive: true, force: true }));
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

/** Only once the standby has all that the clients were told, as a synchronous one always has. */
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

/** What is not archived is not there after a disaster; how much that is, is measured elsewhere. */
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

export const measureMb = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mb: number }>(
      'select (pg_database_size(current_database()) / 1e6)::float8 as mb',
    );
    return Math.round(rows[0]?.mb ?? 0);
  });

async function submit(site: Site): Promise<void> {
  for (let turn = 0; turn < owners; turn += 1) {
    const answer = await fetch(`http://127.0.0.1:${site.port}${intakesPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(intakeBody(`owner-${turn}@example.com`)),
    });
    if (answer.status !== 201) throw new Error(`an intake was answered ${answer.status}`);
  }
}

export const countMails = ({ received }: MailSink): number =>
  [...received.values()].flatMap((messages) => [...messages.values()]).reduce((sum, times) => sum + times, 0);

export async function mailsArrive(mail: MailSink, count: number): Promise<void> {
  for (const deadline = performance.now() + 60_000; countMails(mail) < count; await pause(50))
    if (performance.now() > deadline) throw new Error(`${countMails(mail)} of ${count} mails arrived`);
}
