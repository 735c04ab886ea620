// How soon, how fast and how dear webhooks are delivered, and what a bad receiver costs the others.
import type { RunStack } from '#bench/run-stack';
import { conclude } from '#bench/report/report';
import type { Size } from '#bench/size';
import { idleHosts, measureIdle } from './idle.ts';
import { isolationHosts, measureIsolation } from './isolation.ts';
import { latencyHosts, measureLatency } from './latency.ts';
import type { Part } from './part.ts';
import { measurePublish, publishHosts } from './publish.ts';
import { createLab, type Lab } from './stage.ts';
import { measureThroughput, throughputHosts } from './throughput.ts';
import { measureWorkers, workersHosts } from './workers.ts';

const measures: Readonly<Record<string, (lab: Lab, size: Size) => Promise<Part>>> = {
  latency: measureLatency,
  throughput: measureThroughput,
  publish: measurePublish,
  workers: measureWorkers,
  idle: measureIdle,
  isolation: measureIsolation,
};

export const webhookParts: readonly string[] = Object.keys(measures);

const hosts = [
  ...new Set([...latencyHosts, ...throughputHosts, ...publishHosts, ...workersHosts, ...idleHosts, ...isolationHosts]),
];

type WebhookBenchOptions = {
  readonly size: Size;
  /** Default: all of them. */
  readonly part: string | undefined;
};

export async function benchWebhooks(closing: RunStack, { size, part }: WebhookBenchOptions): Promise<boolean> {
  const results: Part[] = [];
  const lab = await createLab(closing, hosts);
  for (const [name, measure] of Object.entries(measures)) {
    if (part === undefined || part === name) results.push(await measure(lab, size));
  }
  const figures = Object.assign({}, ...results.map(({ figures }) => figures));
  console.log('');
  return conclude(
    { bench: 'webhooks', size, ...figures },
    results.flatMap(({ checks }) => checks),
  );
}
