// The largest table is changed in every way that our rules permit, by our own runner, while somebody has left a transaction
// open that has read it: how long a read or a write of anybody else waited at most.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { migrate as runMigrations } from '@makewhole/server/src/platform/db/index.ts';
import { percentile, round } from '#bench/numbers/statistics';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import { migrate } from '#bench/service/service';
import type { Size } from '#bench/size';
import { Load, type Turn } from './load.ts';

/** Bugs to see that a run finds them: a statement that keeps its place in the queue for a lock. */
export const plants = ['no-lock-timeout'] as const;

type Options = {
  readonly size: Size;
  readonly rows: number | undefined;
  readonly plant: (typeof plants)[number] | undefined;
};

const sizes = {
  smoke: { rows: 20_000, openMs: 1_500 },
  quick: { rows: 500_000, openMs: 15_000 },
  full: { rows: 10_000_000, openMs: 60_000 },
};

/** What a caller may notice at most (decision 0062). */
const longestWaitMs = 500;
const clients = 3;
/** Rows of one statement while the table is filled. */
const batch = 250_000;

const table = 'intakes.intakes';

/** One of each kind, as it would be written; `tools/lint-migrations.ts` permits them. */
export const files: Readonly<Record<string, string>> = {
  '9001-add-column': `alter table ${table} add column drill_note text;`,
  '9002-add-column-with-default': `alter table ${table} add column drill_level bigint default 0;`,
  '9003-index': `-- concurrently
drop index concurrently if exists intakes.intakes_drill_level;
create index concurrently intakes_drill_level on ${table} (drill_level, id);`,
  '9004-check-not-valid': `alter table ${table} add constraint intakes_drill_level_set check (drill_level is not null) not valid;`,
  '9005-check-valid': `alter table ${table} validate constraint intakes_drill_level_set;`,
  '9006-contract-not-null': `alter table ${table} alter column drill_level set not null;`,
  '9007-contract-drop-column': `alter table ${table} drop column drill_note;`,
};

export async function drillMigrations(closing: RunStack, { size, rows, plant }: Options): Promise<boolean> {
  const { openMs } = sizes[size];
  const count = rows ?? sizes[size].rows;
  // Every wait for a lock that is longer than this is in the server's log, with its length when it ends.
  const cluster = await startCluster({ log_lock_waits: 'on', deadlock_timeout: '50ms' });
  closing.adopt(cluster, (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  await fill(databaseUrl, count);

  const directory = mkdtempSync(join(tmpdir(), 'makewhole-migrations-'));
  closing.defer(() => rmSync(directory, { recursive: true, force: true }));
  const changes: Change[] = [];
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(directory, `${name}.sql`), text);
    const run =
      plant === undefined
        ? () => runMigrations(new Secret(databaseUrl), { directory })
        : () => withClient(databaseUrl, (client) => client.query(text));
    changes.push(await change({ cluster, databaseUrl, name, rows: count, openMs, run }));
    // One outage is enough to see it.
    if (plant !== undefined) break;
  }
  printTable(
    ['file', 'took s', 'tries', 'statements', 'p99 ms', 'longest ms', 'longest wait for a lock, ms'],
    changes.map((one) => [one.name, one.seconds, one.tries, one.statements, one.p99Ms, one.longestMs, one.lockMs]),
  );
  const longest = (of: (one: Change) => number) => Math.max(...changes.map(of));
  const figures = {
    drill: 'migrations',
    size,
    plant: plant ?? null,
    rows: count,
    reader_open_s: openMs / 1000,
    changes,
  };
  if (plant !== undefined)
    return conclude(figures, [
      { name: 'longest statement as planted, ms', value: longest((one) => one.longestMs), atLeast: openMs * 0.9 },
    ]);
  return conclude(figures, [
    { name: 'files applied', value: changes.length, atLeast: Object.keys(files).length },
    { name: 'statements that failed', value: changes.reduce((sum, one) => sum + one.failed, 0), atMost: 0 },
    { name: 'longest wait for a lock, ms', value: longest((one) => one.lockMs), atMost: longestWaitMs },
    { name: 'longest statement, ms', value: longest((one) => one.longestMs), atMost: longestWaitMs },
  ]);
}

/** Synthetic, as long as most; without what an intake belongs to, which no change of this table looks at. */
const insert = `insert into ${table} (id, status, agent_tier, agent, customer, consent, vehicle, loss, offer, email,
  attestation_version, discount_applied, priority_callback, created_at, status_at, expires_at)`;
const selected = `'received', 'anonymous', '{"name":"Synthetic Agent","platform":"synthetic-agent"}'::jsonb,
  jsonb_build_object('first_name', 'Synthetic', 'email', 'drill-' || n || '@example.com'),
  '{"mode":"customer_directed","attestation":"synthetic: the owner asked me to submit this"}'::jsonb,
  '{"year":2020,"make":"Synthetic","model":"Wagon"}'::jsonb, '{"loss_state":"NY"}'::jsonb, '{}'::jsonb,
  'drill-' || n || '@example.com', 'synthetic', false, false, now(), now(), now() + interval '30 days'`;

async function fill(databaseUrl: string, rows: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('set synchronous_commit = off');
    for (let first = 0; first < rows; first += batch)
      await client.query(
        `${insert} select 'int_' || lpad(n::text, 24, '0'), ${selected} from generate_series($1::bigint, $2::bigint) as n`,
        [first, Math.min(rows, first + batch) - 1],
      );
    await client.query(`vacuum analyze ${table}`);
    await client.query('checkpoint');
  });
}

const write =
  (writer: string): Turn =>
  (client, count) =>
    client.query(`${insert} select $1 || n, ${selected} from (select $2::bigint as n) as one`, [
      `int_${writer}_`,
      count,
    ]);

const read =
  (rows: number): Turn =>
  (client, count) =>
    client.query(`select status from ${table} where id = $1`, [
      `int_${String((count * 7919) % rows).padStart(24, '0')}`,
    ]);

type Change = {
  readonly name: string;
  readonly seconds: number;
  /** How often it asked for its lock until it got it. */
  readonly tries: number;
  readonly statements: number;
  readonly failed: number;
  readonly p99Ms: number;
  /** The longest statement of anybody else, with everything that the machine did meanwhile. */
  readonly longestMs: number;
  /** The longest wait for a lock of anybody else, as the server says. */
  readonly lockMs: number;
};

type Run = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly name: string;
  readonly rows: number;
  readonly openMs: number;
  run(): Promise<unknown>;
};

/** Somebody reads and does not close; the file is applied meanwhile, or when they have closed at last. */
async function change({ cluster, databaseUrl, name, rows, openMs, run }: Run): Promise<Change> {
  const logged = cluster.logLines().length;
  const load = new Load(databaseUrl, {
    writes: Array.from({ length: clients }, (_, writer) => write(`${name}_${writer}`)),
    reads: Array.from({ length: clients }, () => read(rows)),
  });
  const startedAt = performance.now();
  await withClient(databaseUrl, async (reader) => {
    await reader.query(`begin; select status from ${table} limit 1`);
    const running = run();
    await Promise.all([pause(openMs).then(() => reader.query('commit')), running]);
  });
  const seconds = round((performance.now() - startedAt) / 1000, 1);
  const { writes, reads, failed } = await load.stop();
  const times = [...writes, ...reads].toSorted((one, other) => one - other);
  const log = cluster.logLines().slice(logged).map(toEntry);
  return {
    name,
    seconds,
    tries: 1 + log.filter(({ state }) => state === '55P03').length,
    statements: times.length,
    failed,
    p99Ms: round(percentile(times, 0.99), 1),
    longestMs: round(times.at(-1) ?? Number.NaN, 1),
    lockMs: Math.max(0, ...log.filter(({ isOurs }) => !isOurs).map(({ waitedMs }) => waitedMs)),
  };
}

type Entry = { readonly state: string; readonly isOurs: boolean; readonly waitedMs: number };

function toEntry(line: string): Entry {
  const { state_code, application_name, message } = JSON.parse(line) as Record<string, string | undefined>;
  return {
    state: state_code ?? '',
    isOurs: application_name === 'makewhole-migrate',
    waitedMs: Number(/ acquired \w+ on .* after ([\d.]+) ms/.exec(message ?? '')?.[1] ?? 0),
  };
}
