// How close GET /intakes/{id} comes to the minimum that could do the same, and how 200 readers follow GET /events.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLab, withoutMarketReads, type Lab } from '#bench/intakes/lab';
import { intakeRequest, intakesPath } from '#bench/intakes/request';
import { startLoadGenerator, type RequestTemplate } from '#bench/load/load-generator';
import {
  costRatio,
  measure,
  ratio,
  summarize,
  worstDisturbance,
  type Figures,
  type Plan,
  type Variant,
} from '#bench/load/measure';
import { conclude, printDisturbance, printTable, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { startProcess, startReadyApi, waitReady, type Process } from '#bench/service/service';
import type { Size } from '#bench/size';
import type { BarePollSetup } from './bare-server.ts';
import { benchEvents } from './events.ts';
import { createPolledIntakes, type PolledIntake } from './polled-intakes.ts';

/** Of the bare server's rate, alone and at 16 connections. */
const leastOfBare = 0.85;

/** The default pool size of an api; the bare server gets the same. */
const poolSize = 16;

/** Who submits intakes meanwhile. */
const writerConnections = 2;

const sizes: Readonly<Record<Size, { intakes: number; warmUpS: number; plan: Plan }>> = {
  smoke: { intakes: 5, warmUpS: 0.3, plan: { connections: 16, rounds: 1, seconds: 0.5, retryBudgetMs: 0 } },
  quick: { intakes: 100, warmUpS: 2, plan: { connections: 16, rounds: 3, seconds: 1.5, retryBudgetMs: 0 } },
  full: { intakes: 1000, warmUpS: 3, plan: { connections: 16, rounds: 5, seconds: 3, retryBudgetMs: 120_000 } },
};

export async function benchPolls(closing: RunStack, size: Size): Promise<boolean> {
  const { intakes: count, warmUpS, plan } = sizes[size];
  const lab = await createLab(closing);
  const intakes = await createPolledIntakes(lab, count);
  console.log(`One poll is ${intakes[0]?.statements.length} statements:`);
  for (const { name, text } of intakes[0]?.statements ?? []) console.log(`  ${name ?? text}`);
  const variants = await startVariants(lab, intakes);
  for (const variant of variants) await variant.run(plan.connections, warmUpS);

  const alone = await measurePolls(lab, variants, plan);
  const writers = await startWriters(lab);
  console.log(`\nbeside ${writerConnections} connections that submit intakes`);
  const besideWriters = await measurePolls(lab, variants, plan);
  const written = await writers.stop();
  const events = await benchEvents(lab, size);

  const checks: Check[] = [
    { name: 'api / bare', value: alone.ratios['api'] ?? Number.NaN, atLeast: leastOfBare },
    { name: 'api / bare, ETag', value: alone.ratios['api, ETag'] ?? Number.NaN, atLeast: leastOfBare },
    { name: 'errors', value: alone.errors + besideWriters.errors + written.errors, atMost: 0 },
    { name: 'events not seen, by any reader', value: events.missing, atMost: 0 },
    { name: 'reads of events that failed', value: events.errors, atMost: 0 },
  ];
  return conclude({ bench: 'polls', size, alone, besideWriters, written: written.done, events }, checks);
}

async function startVariants(lab: Lab, intakes: readonly PolledIntake[]): Promise<Variant[]> {
  const [api, bare] = [await startPollApi(lab), await startBare(lab, intakes)];
  const rows = intakes.map(({ id, token, tag }) => ({ id, token, tag }));
  const plain: RequestTemplate = {
    method: 'GET',
    path: `${intakesPath}/{id}`,
    body: '',
    headers: { Authorization: 'Bearer {token}' },
    rows,
  };
  const tagged: RequestTemplate = { ...plain, headers: { ...plain.headers, 'If-None-Match': '{tag}' } };
  const variant = (name: string, { process, port }: Target, knows: boolean): Variant => ({
    name: knows ? `${name}, ETag` : name,
    serverPids: [process.pid],
    run: (connections, seconds) =>
      lab.load.run({ port, request: knows ? tagged : plain, connections, seconds, expect: knows ? 304 : 200 }),
  });
  return [
    variant('api', api, false),
    variant('bare', bare, false),
    variant('api', api, true),
    variant('bare', bare, true),
  ];
}

type Target = { readonly process: Process; readonly port: number };

async function startPollApi({ databaseUrl, closing }: Lab): Promise<Target> {
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl, port, env: withoutMarketReads });
  return { process: closing.adopt(api, (process) => process.end('SIGKILL')), port };
}

async function startBare({ databaseUrl, cluster, closing }: Lab, intakes: readonly PolledIntake[]): Promise<Target> {
  const port = await freePort();
  const file = join(cluster.directory, `bare-polls-${port}.json`);
  writeFileSync(file, JSON.stringify({ port, databaseUrl, poolSize, intakes } satisfies BarePollSetup));
  const script = 'bench/src/polls/bare-server.ts';
  const server = startProcess({ script, args: [file], env: { NODE_ENV: 'production' } });
  const process = closing.adopt(server, (one) => one.end('SIGKILL'));
  await waitReady(process, `http://127.0.0.1:${port}/`);
  return { process, port };
}

type PollResult = {
  readonly variants: Readonly<Record<string, Figures>>;
  /** The api's rate by that of the bare server, for the same requests; and the same by processor time. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly costRatios: Readonly<Record<string, number>>;
  readonly errors: number;
};

const pairs = [
  ['api', 'bare'],
  ['api, ETag', 'bare, ETag'],
] as const;

async function measurePolls(lab: Lab, variants: readonly Variant[], plan: Plan): Promise<PollResult> {
  const slices = await measure(variants, plan, lab.cluster);
  const figuresOf = (name: string) => summarize(slices.filter((slice) => slice.variant === name));
  const figures = Object.fromEntries(variants.map(({ name }) => [name, figuresOf(name)]));
  const ratios = Object.fromEntries(pairs.map(([ours, theirs]) => [ours, ratio(slices, ours, theirs)]));
  const costRatios = Object.fromEntries(
    pairs.map(([ours, theirs]) => [ours, costRatio(figuresOf(ours), figuresOf(theirs))]),
  );
  printTable(
    ['variant', 'requests/s', 'p50 ms', 'p99 ms', 'server us', 'database us', 'errors', 'api / bare', 'by cost'],
    Object.entries(figures).map(([name, of]) => [
      name,
      of.perSecond,
      of.p50Ms.toFixed(2),
      of.p99Ms.toFixed(2),
      of.serverUs,
      of.databaseUs,
      of.errors,
      ratios[name]?.toFixed(3) ?? '',
      costRatios[name]?.toFixed(3) ?? '',
    ]),
  );
  printDisturbance(worstDisturbance(slices));
  const errors = Object.values(figures).reduce((sum, of) => sum + of.errors, 0);
  return { variants: figures, ratios, costRatios, errors };
}

type Writers = { stop(): Promise<{ done: number; errors: number }> };

/** Submits intakes to an api of its own until it is stopped, the whole time that polls are measured. */
async function startWriters(lab: Lab): Promise<Writers> {
  const { port } = await startPollApi(lab);
  const load = lab.closing.adopt(startLoadGenerator(), (one) => one.close());
  const written = { done: 0, errors: 0 };
  const state = { stopped: false };
  const order = { port, request: intakeRequest, connections: writerConnections, seconds: 0.5, expect: 201 };
  const write = async () => {
    while (!state.stopped) {
      const { done, errors } = await load.run(order);
      written.done += done;
      written.errors += errors;
    }
  };
  const writing = write();
  return {
    stop: async () => {
      state.stopped = true;
      await writing;
      return written;
    },
  };
}
