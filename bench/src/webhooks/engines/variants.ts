// Everything that delivers the same webhooks, from our worker down to the least that could; one burst is one slice.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { withClient } from '#bench/service/cluster';
import type { SliceResult } from '#bench/load/load-generator';
import type { Variant } from '#bench/load/measure';
import type { Process } from '#bench/service/service';
import { sharedNow, startChild } from '#bench/webhooks/child';
import { arrived, urlOf, type Arrival, type Sample } from '#bench/webhooks/receivers';
import type { Lab, Stage } from '#bench/webhooks/stage';
import { bareSchema, bareTable, type DutyName } from './duties.ts';
import { addJobs, graphileSchema } from './graphile.ts';
import { fillTable, type Answer, type EngineSetup, type Fill, type Question } from './setup.ts';

export type Batch = { readonly lab: Lab; readonly stage: Stage; readonly sample: Sample; readonly rows: number };

type Engine = {
  readonly name: string;
  readonly pids: readonly number[];
  /** Whether receivers should verify its signatures. */
  readonly signs: boolean;
  /** Stores all rows so that nobody sees them yet. */
  fill(): Promise<void>;
  /** Makes all of them due at once. */
  release(): Promise<void>;
  /** Returns when all rows are done, with how many are not or failed. */
  deliver(): Promise<number>;
};

/** A slice that takes longer has failed; the slowest engine on the busiest machine needs a third of it. */
const limitMs = 120_000;

function engineVariant({ lab: { receivers }, rows }: Batch, engine: Engine): Variant {
  return {
    name: engine.name,
    serverPids: engine.pids,
    async prepare() {
      await engine.fill();
      await receivers.collect();
    },
    async run() {
      await engine.release();
      const failed = await engine.deliver();
      const doneAt = sharedNow();
      const { arrivals } = await receivers.collect();
      const wrong = engine.signs ? arrivals.filter(({ genuine }) => !genuine).length : 0;
      return { ...toSlice(arrivals, doneAt), errors: failed + wrong + Math.abs(rows - arrivals.length) };
    },
  };
}

/** From the first arrival to the last row done: the latency part measures how soon the first comes. */
export function toSlice(arrivals: readonly Arrival[], doneAt: number): Omit<SliceResult, 'errors'> {
  const firstAt = arrivals[0]?.atMs ?? doneAt;
  return {
    done: arrivals.length,
    seconds: (doneAt - firstAt) / 1000,
    latenciesMs: Float64Array.from(arrivals, ({ atMs }) => atMs - firstAt),
  };
}

type Workers = { readonly name: string; readonly workers: readonly Process[] };

/** Our own, by what can be seen from outside: its verb publishes, its workers deliver, its queue becomes empty. */
export function workerVariant(batch: Batch, { name, workers }: Workers): Variant {
  const { lab, stage, rows } = batch;
  return engineVariant(batch, {
    name,
    pids: workers.map(({ pid }) => pid),
    signs: true,
    async fill() {
      // What the previous slice left behind must not count; a running service is vacuumed all the time.
      await withClient(stage.databaseUrl, (client) => client.query('vacuum webhooks.deliveries'));
      await stage.writer.hold({ events: rows, accounts: stage.endpoints.map(({ accountId }) => accountId) });
    },
    release: () => stage.writer.commit(),
    async deliver() {
      await arrived(lab.receivers, rows, limitMs);
      return leftOver(stage.databaseUrl);
    },
  });
}

/** Waits until every delivery has left the queue; returns how many have not. */
function leftOver(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const { rows } = await client.query<{ left: number }>('select count(*)::int as left from webhooks.deliveries');
      const left = rows[0]?.left ?? Number.NaN;
      if (left === 0 || performance.now() > deadline) return left;
      await pause(5);
    }
  });
}

type ChildEngine = {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly signs: boolean;
  /** Vacuumed before each slice, as the worker's. */
  readonly table: string;
  insert(client: Client, fill: Fill): Promise<void>;
};

function childVariant(batch: Batch, engine: ChildEngine): Variant {
  const { lab, stage, rows, sample } = batch;
  const env = { NODE_ENV: 'production' };
  const args = [...engine.args, writeSetup(batch)];
  const child = startChild<Question, Answer>({ script: engine.script, args, env });
  lab.closing.adopt(child, (one) => one.close());
  const client = new Client({ connectionString: stage.databaseUrl });
  lab.closing.adopt(client, (one) => one.end());
  const connected = client.connect();
  return engineVariant(batch, {
    name: engine.name,
    pids: [child.pid],
    signs: engine.signs,
    async fill() {
      await connected;
      await client.query(`vacuum ${engine.table}`);
      await client.query('begin');
      await engine.insert(client, { sample, rows, endpoints: stage.endpoints });
    },
    release: async () => void (await client.query('commit')),
    deliver: async () => (await child.ask({ rows })).errors,
  });
}

function writeSetup({ lab, stage }: Batch): string {
  const setup: EngineSetup = {
    databaseUrl: stage.databaseUrl,
    caFile: lab.receivers.env['WEBHOOK_CA_FILE'] ?? '',
    port: lab.receivers.port,
    endpoints: Object.fromEntries(stage.endpoints.map(({ id, host, secret }) => [id, { url: urlOf(host), secret }])),
  };
  const file = join(lab.cluster.directory, 'engine.json');
  writeFileSync(file, JSON.stringify(setup));
  return file;
}

export const bareNames: Readonly<Record<DutyName, string>> = { least: 'bare, least', same: 'bare, same duty' };
const graphileName = 'graphile-worker';

/** Both bare engines. */
export async function bareVariants(batch: Batch): Promise<Variant[]> {
  await withClient(batch.stage.databaseUrl, async (client) => {
    for (const statement of bareSchema) await client.query(statement);
  });
  return (['same', 'least'] as const).map((duty) =>
    childVariant(batch, {
      name: bareNames[duty],
      script: 'engines/bare-process.ts',
      args: [duty],
      signs: duty === 'same',
      table: bareTable[duty],
      insert: (client, fill) => fillTable(client, bareTable[duty], fill),
    }),
  );
}

export async function graphileVariant(batch: Batch): Promise<Variant> {
  const { makeWorkerUtils } = await import('graphile-worker');
  const utils = await makeWorkerUtils({ connectionString: batch.stage.databaseUrl, schema: graphileSchema });
  await utils.migrate();
  await utils.release();
  return childVariant(batch, {
    name: graphileName,
    script: 'engines/graphile-process.ts',
    args: [],
    signs: false,
    table: `${graphileSchema}._private_jobs`,
    insert: addJobs,
  });
}
