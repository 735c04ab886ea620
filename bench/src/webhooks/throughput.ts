// How fast one worker processes what is due at once, compared with the minimum that could do the same.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { withClient } from '#bench/service/cluster';
import type { SliceResult } from '#bench/load/load-generator';
import { costRatio, measure, ratio, summarize, worstDisturbance, type Slice, type Variant } from '#bench/load/measure';
import { printTable, printDisturbance, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import { bareSchema, bareTable, type Answer, type BareSetup, type Question } from './bare-engine.ts';
import type { Process } from '#bench/service/service';
import { sharedNow, startChild } from './child.ts';
import { arrived } from './latency.ts';
import type { Part } from './part.ts';
import { hostNames, urlOf, type Arrival } from './receivers.ts';
import { insertDeliveries, readTemplate, type Template } from './rows.ts';
import { setStage, type Lab, type Stage } from './stage.ts';

export const throughputHosts = hostNames('ok', 20);
const leastOfBare = 0.6;

const sizes = {
  smoke: { rows: 200, plan: { connections: 0, rounds: 1, seconds: 0, retryBudgetMs: 0 } },
  quick: { rows: 3_000, plan: { connections: 0, rounds: 3, seconds: 0, retryBudgetMs: 0 } },
  full: { rows: 20_000, plan: { connections: 0, rounds: 5, seconds: 0, retryBudgetMs: 180_000 } },
};

export async function measureThroughput(lab: Lab, size: Size): Promise<Part> {
  const { rows, plan } = sizes[size];
  const stage = await setStage(lab, 'throughput', throughputHosts);
  const batch: Batch = { lab, stage, template: await readTemplate(stage), rows };
  const variants = [await workerVariant(batch), await bareVariant(batch)];
  for (const variant of variants) {
    await variant.prepare?.();
    await variant.run(0, 0);
  }
  const slices = await measure(variants, plan, lab.cluster);
  await stage.close();
  return conclusion(slices, rows);
}

type Batch = {
  readonly lab: Lab;
  readonly stage: Stage;
  readonly template: Template;
  readonly rows: number;
};

type Engine = {
  readonly name: string;
  readonly table: string;
  readonly pid: number;
  /** Whether receivers should verify its signatures. */
  readonly signs: boolean;
  /** Returns when all rows are done, with how many are not or failed. */
  deliver(): Promise<number>;
};

/** Rows are written in a transaction that stays open, so that its commit makes all of them due at once. */
function engineVariant({ lab: { receivers, closing }, stage, template, rows }: Batch, engine: Engine): Variant {
  const client = new Client({ connectionString: stage.databaseUrl });
  closing.adopt(client, (client) => client.end());
  const connected = client.connect();
  return {
    name: engine.name,
    serverPid: engine.pid,
    async prepare() {
      await connected;
      // What the previous slice left behind must not count; a running service is vacuumed all the time.
      await client.query(`vacuum ${engine.table}`);
      await client.query('begin');
      const fill = { table: engine.table, template, rows, endpoints: stage.endpoints, attempt: 0 };
      await insertDeliveries(client, { ...fill, dueAt: 'now()' });
      await receivers.collect();
    },
    async run() {
      await client.query('commit');
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

export async function workerVariant(batch: Batch, nodeArgs: readonly string[] = []): Promise<Variant & Started> {
  const { lab, stage, rows } = batch;
  const worker = await stage.startWorker(nodeArgs);
  const variant = engineVariant(batch, {
    name: 'worker',
    table: 'webhooks.deliveries',
    pid: worker.pid,
    signs: true,
    async deliver() {
      await arrived(lab.receivers, rows, limitMs);
      return leftOver(stage.databaseUrl);
    },
  });
  return { ...variant, worker };
}

type Started = { readonly worker: Process };

/** A slice that takes longer has failed. */
const limitMs = 60_000;

/** Waits until every delivery has moved to the history; returns how many have not. */
function leftOver(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const { rows } = await client.query<{ left: number }>('select count(*)::int as left from webhooks.deliveries');
      const left = rows[0]?.left ?? Number.NaN;
      if (left === 0 || performance.now() > deadline) return left;
      await pause(2);
    }
  });
}

async function bareVariant(batch: Batch): Promise<Variant> {
  const { lab, stage, rows } = batch;
  await withClient(stage.databaseUrl, async (client) => {
    for (const statement of bareSchema) await client.query(statement);
  });
  const setup: BareSetup = {
    databaseUrl: stage.databaseUrl,
    caFile: lab.receivers.env['WEBHOOK_CA_FILE'] ?? '',
    port: lab.receivers.port,
    urls: Object.fromEntries(stage.endpoints.map(({ id, host }) => [id, urlOf(host)])),
  };
  const file = join(lab.cluster.directory, 'bare-engine.json');
  writeFileSync(file, JSON.stringify(setup));
  const env = { NODE_ENV: 'production' };
  const child = startChild<Question, Answer>({ script: 'bare-engine.ts', args: [file], env });
  lab.closing.adopt(child, (child) => child.close());
  const deliver = async () => (await child.ask({ rows })).errors;
  return engineVariant(batch, { name: 'bare', table: bareTable, pid: child.pid, signs: false, deliver });
}

function conclusion(slices: readonly Slice[], rows: number): Part {
  const of = (name: string) => summarize(slices.filter((slice) => slice.variant === name));
  const [worker, bare] = [of('worker'), of('bare')];
  const byRate = ratio(slices, 'worker', 'bare');
  const byCost = costRatio(worker, bare);
  const disturbance = worstDisturbance(slices);
  console.log(`\nThroughput: ${rows} deliveries due at once to ${throughputHosts.length} endpoints, one process`);
  printTable(
    [
      'engine',
      'deliveries/s',
      'process us',
      'database us',
      'receivers us',
      'errors',
      'worker / it',
      'by cost',
      'slices',
    ],
    Object.entries({ worker, bare }).map(([name, figures]) => [
      name,
      figures.perSecond,
      figures.serverUs,
      figures.databaseUs,
      figures.loadUs,
      figures.errors,
      name === 'bare' ? byRate.toFixed(3) : '',
      name === 'bare' ? byCost.toFixed(3) : '',
      figures.slices.join(' '),
    ]),
  );
  printDisturbance(disturbance);
  const checks: Check[] = [
    { name: 'throughput: lost, wrong or forged', value: worker.errors + bare.errors, atMost: 0 },
    { name: 'throughput: worker / bare', value: byRate, atLeast: leastOfBare },
  ];
  return { figures: { throughput: { worker, bare, byRate, byCost, disturbance } }, checks };
}
