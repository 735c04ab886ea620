// An event log whose maintenance is twenty days late: a worker starts while events are written and read. How long it
// takes until every row has a partition, and how long a write or a read waited at most.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile, round } from '#bench/numbers/statistics';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient } from '#bench/service/cluster';
import { migrate, serviceEnv, startProcess } from '#bench/service/service';
import type { Size } from '#bench/size';
import { Load, type Turn } from './load.ts';

const rowsOf: Readonly<Record<Size, number>> = { smoke: 20_000, quick: 500_000, full: 5_000_000 };
const lateDays = 20;
const writers = 4;
const longestWaitMs = 1_000;
const recoveryLimitMs = 1_800_000;
/** Rows of one statement while the table is filled. */
const batch = 250_000;

export async function drillPartitions(closing: RunStack, size: Size): Promise<boolean> {
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  await makeLate(databaseUrl, rowsOf[size]);
  const before = await countRows(databaseUrl);
  const load = new Load(databaseUrl, {
    writes: Array.from({ length: writers }, (_, writer) => write(writer)),
    reads: [read],
  });
  const logFile = join(cluster.directory, 'worker.log');
  const startedAt = performance.now();
  const env = { ...serviceEnv, DATABASE_URL: databaseUrl };
  const worker = startProcess({ script: 'server/src/start/worker.ts', env, logFile });
  closing.defer(async () => void (await worker.end('SIGKILL')));
  while (!readFileSync(logFile, 'utf8').includes('"events.partitions-maintained"')) {
    if (performance.now() - startedAt > recoveryLimitMs) throw new Error('the worker did not recover');
    await pause(200);
  }
  const recoveredMs = performance.now() - startedAt;
  await worker.end('SIGTERM');
  const { writes, reads, failed } = await load.stop();
  const after = await countRows(databaseUrl);
  const row = (name: string, waits: readonly number[]) => {
    const sorted = waits.toSorted((one, other) => one - other);
    return [name, sorted.length, ...[0.5, 0.99, 1].map((share) => round(percentile(sorted, share), 1))] as const;
  };
  printTable(['', 'count', 'p50 ms', 'p99 ms', 'longest ms'], [row('writes', writes), row('reads', reads)]);
  const figures = { drill: 'partitions', size, rows: before.all, recovered_ms: round(recoveredMs, 0), ...after };
  return conclude(figures, [
    { name: 'rows in the default partition', value: after.default, atMost: 0 },
    { name: 'rows lost', value: before.all + writes.length - after.all, atLeast: 0, atMost: 0 },
    { name: 'writes that failed', value: failed, atMost: 0 },
    { name: 'longest wait of a write, ms', value: round(Math.max(...writes), 1), atMost: longestWaitMs },
    { name: 'longest wait of a read, ms', value: round(Math.max(...reads), 1), atMost: longestWaitMs },
  ]);
}

const insert = `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin)`;
/** As long as most envelopes. */
const thin = `repeat('x', 350)`;

/** No day has a partition, and the default partition has caught the events of the last days. */
async function makeLate(databaseUrl: string, rows: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows: days } = await client.query<{ name: string }>(
      `select partition::text as name from platform.day_partitions('events.events')`,
    );
    for (const { name } of days) await client.query(`drop table ${name}`);
    for (let first = 0; first < rows; first += batch)
      await client.query(
        `${insert} select 'evt_' || n, now() - make_interval(secs => (${rows} - n) * ${(lateDays * 86_400) / rows}::float8),
           'intake.received', 'acc_' || n % 500, 'int_' || n, true, ${thin}
         from generate_series($1::integer, $2::integer) as n`,
        [first, Math.min(rows, first + batch) - 1],
      );
    await client.query('analyze events.events');
    await client.query('checkpoint');
  });
}

const countRows = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const count = async (table: string) => {
      const { rows } = await client.query<{ rows: number }>(`select count(*)::integer as rows from ${table}`);
      return rows[0]?.rows ?? Number.NaN;
    };
    return { all: await count('events.events'), default: await count('events.events_default') };
  });

const write =
  (writer: number): Turn =>
  (client, count) =>
    client.query(`${insert} values ($1, now(), 'intake.received', $2, $3, true, ${thin})`, [
      `evt_w${writer}_${count}`,
      `acc_${count % 500}`,
      `int_w${writer}_${count}`,
    ]);

const read: Turn = (client, count) =>
  client.query('select id from events.events where account_id = $1 order by transaction_id, place limit 50', [
    `acc_${count % 500}`,
  ]);
