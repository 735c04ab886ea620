// Whether partners that follow the event log miss an event when the database is promoted, moved or restored, and
// whether
// the service sends anything before an operator has checked it.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Check, conclude, printTable } from '#bench/report';
import { type Cluster, binaries, startCluster, withClient } from '#bench/service/cluster';
import { startMailSink } from '#bench/service/mail-sink';
import { freePort, migrate, repositoryRoot, requirePrograms } from '#bench/service/service';
import { makeInstitution } from '#bench/service/stage';
import {
  type HomeStage,
  type Readers,
  archiveAll,
  countMails,
  createRepository,
  live,
  mailsArrive,
  owners,
} from './home.ts';
import { type Site, copyReader, countRepeats, databaseName, readOn, startSite } from './site.ts';

/** The log's epoch is not increased, as in the previous version. */
const faults = ['unnoticed'] as const;
type Fault = (typeof faults)[number];

type DrillOptions = { readonly size: Size; readonly inject: Fault | undefined };

const eventsOf: Readonly<Record<Size, number>> = { smoke: 20, quick: 60, full: 1_000 };
/** Longer than a worker that is not paused takes to send a message. */
const watchMs = 3_000;

/** The result for the readers of one database copy. */
type Outcome = { skipped: number; repeated: number; /** Seen earlier, but no longer in the log. */ lost: number };

type Stage = HomeStage & { readonly options: DrillOptions };

async function restoreAndFollow(closing: RunStack, options: DrillOptions): Promise<boolean> {
  requirePrograms({ pgbackrest: 'pgbackrest', psql: 'postgresql-client-15' });
  const repository = closing.adopt(createRepository(), (one) => one.remove());
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const settings = { BLOB_DIR: closing.folder('blobs'), SMTP_URL: mail.url };

  const { settings: archiving, env } = repository;
  const home = closing.adopt(await startCluster(archiving, { env }), (one) => one.remove());
  const databaseUrl = await home.createDatabase(databaseName);
  await migrate(databaseUrl);
  const institution = await makeInstitution(databaseUrl);
  repository.createStanza(home);
  const backupMs = timed(() => repository.backup(home));

  const full = options.size !== 'smoke';
  const stage = { closing, options, repository, institution, settings, mail, events: eventsOf[options.size], full };
  const before = await live(stage, home);
  const { readers } = before;
  const outcomes: Record<string, Outcome> = {};
  if (before.standby !== undefined) outcomes['promotion'] = (await tryCopy(stage, before.standby, readers)).outcome;
  outcomes['dump'] = (await tryDump(stage, before.dumpFile, readers)).outcome;
  const first = await tryRestore(stage, { target: 'first', command: true }, readers);
  outcomes['first'] = first.outcome;
  if (options.size !== 'smoke') {
    // No operator reports this restore, and the events that its readers saw since the first restore do not exist.
    const second = await tryRestore(stage, { target: 'second', command: false }, first.readers);
    outcomes['second'] = second.outcome;
  }
  return tell(options, outcomes, { ...first.sent, ...first.times, backupMs, databaseMb: before.databaseMb });
}

const tryCopy = async (stage: Stage, cluster: Cluster, readers: Readers) => {
  const site = await startSite(stage.closing, cluster, stage.settings);
  try {
    return await goOn(stage, site, readers);
  } finally {
    await site.close();
  }
};

async function tryDump(stage: Stage, file: string, readers: Readers) {
  const cluster = stage.closing.adopt(await startCluster(), (one) => one.remove());
  const url = await cluster.createDatabase(databaseName);
  // Roles belong to a server and are not part of a dump.
  const roles = join(repositoryRoot, 'deploy/postgres/roles.sql');
  execFileSync('psql', ['-q', '-d', url, '-v', 'owner=postgres', '-f', roles], { stdio: 'inherit' });
  execFileSync(join(binaries, 'pg_restore'), ['-d', url, file], { stdio: 'inherit' });
  const tried = await tryCopy(stage, cluster, readers);
  await cluster.remove();
  return tried;
}

type Restore = { readonly target: string; readonly command: boolean };

async function tryRestore(stage: Stage, { target, command }: Restore, readers: Readers) {
  const { repository, closing, settings } = stage;
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  const cluster = closing.adopt(await startCluster(repository.settings, repository.restore(target)), (one) =>
    one.remove(),
  );
  const site = await startSite(closing, cluster, settings);
  const readyMs = since();
  const sent = command ? await resumeAfter(stage, site) : {};
  const times = { readyMs, checkedMs: since() };
  const tried = await goOn(stage, site, readers);
  await archiveAll(cluster);
  await site.close();
  await cluster.remove();
  return { ...tried, sent, times };
}

/** The operator's steps: report the restore, check the service, and resume the workers. */
async function resumeAfter({ mail, settings }: Stage, site: Site) {
  writeFileSync(join(settings['BLOB_DIR'] ?? '', 'left-behind.pdf'), 'uploaded after the restore point');
  const sentBefore = countMails(mail);
  const restored = await site.run('recovery', 'begin');
  await site.startWorker();
  await pause(watchMs);
  const whilePaused = countMails(mail) - sentBefore;
  await site.run('recovery', 'finish');
  await mailsArrive(mail, sentBefore + owners);
  return {
    restoredOk: restored['ok'] === true ? 1 : 0,
    objectsWithoutDocument: (restored['objects_without_document'] as readonly string[]).length,
    mailsWhilePaused: whilePaused,
    mailsTwice: countMails(mail) - sentBefore,
  };
}

/** Publishes new events; the readers continue from their cursors. */
async function goOn({ institution, options }: Stage, site: Site, were: Readers) {
  if (options.inject === 'unnoticed')
    await withClient(site.databaseUrl, (client) =>
      client.query(
        'update events.log_epochs set history = events.history() where era = (select max(era) from events.log_epochs)',
      ),
    );
  const readers = { ahead: copyReader(were.ahead), behind: copyReader(were.behind) };
  await site.publish(institution.id, eventsOf[options.size]);
  const stored = await listStored(site.databaseUrl, institution.id);
  const outcome = { skipped: 0, repeated: 0, lost: 0 };
  for (const name of ['ahead', 'behind'] as const) {
    const reader = readers[name];
    const earlier = countRepeats(reader);
    await readOn({ port: site.port, key: institution.key }, reader);
    outcome.skipped += stored.filter((id) => !reader.seen.has(id)).length;
    outcome.repeated += countRepeats(reader) - earlier;
  }
  const there = new Set(stored);
  outcome.lost = [...were.ahead.seen.keys()].filter((id) => !there.has(id)).length;
  return { outcome, readers };
}

const listStored = (databaseUrl: string, accountId: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from events.events where account_id = $1', [
      accountId,
    ]);
    return rows.map(({ id }) => id);
  });

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return Math.round(performance.now() - startedAt);
}

function tell(
  { size, inject }: DrillOptions,
  outcomes: Readonly<Record<string, Outcome>>,
  rest: Readonly<Record<string, number>>,
): boolean {
  printTable(Object.entries(outcomes).map(([way, one]) => ({ way, ...one })));
  const figures = { recovery: 'restore', size, inject: inject ?? null, events: eventsOf[size], ...outcomes, ...rest };
  const skipped = Object.values(outcomes).reduce((sum, one) => sum + one.skipped, 0);
  if (inject !== undefined) return conclude(figures, [{ name: 'skipped, as injected', value: skipped, atLeast: 1 }]);
  const checks: Check[] = [
    { name: 'skipped', value: skipped, atMost: 0 },
    { name: 'repeated after a promotion', value: outcomes['promotion']?.repeated ?? 0, atMost: 0 },
    { name: 'lost by a promotion', value: outcomes['promotion']?.lost ?? 0, atMost: 0 },
    { name: 'repeated after a dump', value: outcomes['dump']?.repeated ?? NaN, atMost: 0 },
    { name: 'repeated after a restore', value: outcomes['first']?.repeated ?? NaN, atMost: 0 },
    { name: 'restored in order', value: rest['restoredOk'] ?? NaN, atLeast: 1 },
    { name: 'objects without a document found', value: rest['objectsWithoutDocument'] ?? NaN, atLeast: 1, atMost: 1 },
    { name: 'mails while paused', value: rest['mailsWhilePaused'] ?? NaN, atMost: 0 },
  ];
  return conclude(figures, checks);
}

export const instrument: Instrument<Fault> = {
  faults,
  run: restoreAndFollow,
};
