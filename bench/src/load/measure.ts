// Variants measured side by side: in short slices that alternate, so that a disturbance affects all of them.
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '#bench/service/child';
import type { RunStack } from '#bench/instrument';
import { percentile, printTable, round } from '#bench/report';
import { type Disturbance, cpuOfTree, disturbance, notOurs, readMachine } from '#bench/service/machine';

/** A POST whose path, body or headers contain `{unique}` wherever every request must differ; or GETs of what is there. */
export type RequestTemplate = {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  /** Each request takes the next of these rows, for `{name}` wherever it stands. */
  readonly rows?: readonly Readonly<Record<string, string>>[];
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Order = {
  readonly port: number;
  readonly request: RequestTemplate;
  readonly connections: number;
  readonly seconds: number;
  /** The status that counts; every other one is an error. */
  readonly expect: number;
};

export type SliceResult = {
  /** All requests, including those that were not timed: the divisor of processor time. */
  readonly done: number;
  /** The time in which the timed requests were answered. */
  readonly seconds: number;
  readonly errors: number;
  readonly latenciesMs: Float64Array;
};

export type LoadGenerator = {
  readonly pid: number;
  run(order: Order): Promise<SliceResult>;
};

/** The load generator, in its own process; it runs one order at a time. */
export function startLoadGenerator(closing: RunStack): LoadGenerator {
  const child = closing.adopt(startChild<Order, SliceResult>({ script: 'load/load-process.ts' }), (one) => one.close());
  return { pid: child.pid, run: (order) => child.ask(order) };
}

export type Variant = {
  readonly name: string;
  /** The server processes of the variant, if there are any besides PostgreSQL. */
  readonly serverPids?: readonly number[];
  /** Runs before each slice and is not measured. */
  prepare?(): Promise<void>;
  run(connections: number, seconds: number): Promise<SliceResult>;
};

export type Slice = SliceResult & {
  readonly variant: string;
  readonly round: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  /** The load generator and this process. */
  readonly loadCpuMs: number;
  /** What the database wrote to its log, whoever caused it. */
  readonly walBytes: number;
  readonly disturbance: Disturbance;
};

export type Plan = {
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  /** How long, over all slices, to wait for a quiet machine and to repeat disturbed slices. */
  readonly retryBudgetMs: number;
};

/** Where the variants' rows are; without a log when nothing is written. */
type Database = { readonly pid: number; walPosition?(): Promise<number> };

/** A slice with more of the machine than this used by others is disturbed. */
const tolerated = 0.1;
const probeMs = 300;

/**
 * Rounds in which every variant has one slice. A disturbed slice is repeated within the retry budget, and the least
 * disturbed one counts: only the disturbance decides which, never the result.
 */
export async function measure(variants: readonly Variant[], plan: Plan, database: Database): Promise<Slice[]> {
  const slices: Slice[] = [];
  const patience = { leftMs: plan.retryBudgetMs };
  for (let turn = 0; turn < plan.rounds; turn += 1) {
    // Every second round runs backwards, so that no variant always comes after the same other one.
    for (const variant of turn % 2 === 0 ? variants : variants.toReversed()) {
      slices.push(await calmSlice(() => measureSlice(variant, plan, { database, round: turn }), patience));
    }
  }
  return slices;
}

async function calmSlice(run: () => Promise<Slice>, patience: { leftMs: number }): Promise<Slice> {
  await waitForQuiet(patience);
  let best = await run();
  while (notOurs(best.disturbance) > tolerated && patience.leftMs > 0) {
    const startedAt = performance.now();
    await waitForQuiet(patience);
    const next = await run();
    patience.leftMs -= performance.now() - startedAt;
    if (notOurs(next.disturbance) < notOurs(best.disturbance)) best = next;
  }
  return best;
}

async function waitForQuiet(patience: { leftMs: number }): Promise<void> {
  while (patience.leftMs > 0) {
    const before = { machine: readMachine(), ours: cpuOfTree(process.pid) };
    await pause(probeMs);
    patience.leftMs -= probeMs;
    const ours = cpuOfTree(process.pid) - before.ours;
    if (notOurs(disturbance(before.machine, readMachine(), ours)) <= tolerated) return;
  }
}

type Setting = { readonly database: Database; readonly round: number };

async function measureSlice(variant: Variant, plan: Plan, { database, round }: Setting): Promise<Slice> {
  const read = () => ({
    machine: readMachine(),
    ours: cpuOfTree(process.pid),
    server: (variant.serverPids ?? []).reduce((sum, pid) => sum + cpuOfTree(pid), 0),
    database: cpuOfTree(database.pid),
  });
  await variant.prepare?.();
  // Asked outside of the processor time: the question itself takes a connection.
  const walBefore = (await database.walPosition?.()) ?? 0;
  const before = read();
  const result = await variant.run(plan.connections, plan.seconds);
  const after = read();
  const walAfter = (await database.walPosition?.()) ?? 0;
  const ours = after.ours - before.ours;
  const serverCpuMs = after.server - before.server;
  const databaseCpuMs = after.database - before.database;
  return {
    ...result,
    variant: variant.name,
    round,
    serverCpuMs,
    databaseCpuMs,
    loadCpuMs: ours - serverCpuMs - databaseCpuMs,
    walBytes: walAfter - walBefore,
    disturbance: disturbance(before.machine, after.machine, ours),
  };
}

type Figures = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  /** Processor time per request, of the variant's server, of PostgreSQL, and of the load generator. */
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly loadUs: number;
  /** Per request. */
  readonly walBytes: number;
  readonly slices: readonly number[];
};

const rate = (slice: SliceResult): number => slice.latenciesMs.length / slice.seconds;

/** One variant's slices together. */
function summarize(slices: readonly Slice[]): Figures {
  const latencies = Float64Array.from(slices.flatMap((slice) => [...slice.latenciesMs])).sort();
  const sum = (of: (slice: Slice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
  const perRequest = (ms: number) => round((ms * 1000) / sum((slice) => slice.done), 0);
  return {
    perSecond: round(latencies.length / sum((slice) => slice.seconds), 0),
    p50Ms: round(percentile(latencies, 0.5), 2),
    p99Ms: round(percentile(latencies, 0.99), 2),
    errors: sum((slice) => slice.errors),
    serverUs: perRequest(sum((slice) => slice.serverCpuMs)),
    databaseUs: perRequest(sum((slice) => slice.databaseCpuMs)),
    loadUs: perRequest(sum((slice) => slice.loadCpuMs)),
    walBytes: round(sum((slice) => slice.walBytes) / sum((slice) => slice.done), 0),
    slices: slices.map((slice) => round(rate(slice), 0)),
  };
}

/** Measures the variants side by side and prints their figures. */
export async function measureAll(
  variants: readonly Variant[],
  plan: Plan,
  database: Database,
): Promise<Readonly<Record<string, Figures>>> {
  const slices = await measure(variants, plan, database);
  const figures = variants.map(
    ({ name }) => [name, summarize(slices.filter(({ variant }) => variant === name))] as const,
  );
  printTable(
    ['variant', 'per s', 'p50 ms', 'p99 ms', 'server us', 'database us', 'load us', 'WAL bytes', 'errors'],
    figures.map(([name, of]) => [
      name,
      of.perSecond,
      of.p50Ms.toFixed(2),
      of.p99Ms.toFixed(2),
      of.serverUs,
      of.databaseUs,
      of.loadUs,
      of.walBytes,
      of.errors,
    ]),
  );
  printDisturbance(worstDisturbance(slices));
  return Object.fromEntries(figures);
}

/** The worst slice: how much of the machine was used by others while we measured. */
export const worstDisturbance = (slices: readonly Slice[]): Disturbance => ({
  foreign: round(Math.max(...slices.map((slice) => slice.disturbance.foreign)), 3),
  stolen: round(Math.max(...slices.map((slice) => slice.disturbance.stolen)), 3),
});

/** How much of the machine was used by others in the worst slice. */
export function printDisturbance(disturbance: Disturbance): void {
  const { foreign, stolen } = disturbance;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`worst slice: ${percent(foreign)} of the machine in other hands, ${percent(stolen)} in its host's`);
  if (notOurs(disturbance) > tolerated) console.log('The machine was not quiet: rates and ratios are not exact.');
}
