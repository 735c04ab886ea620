// How soon webhooks arrive, how fast and at what cost one worker delivers a burst, and what bad receivers cost the
// others.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { measureAll, type Variant } from '#bench/load/measure';
import { conclude, type Check } from '#bench/report';
import { sharedNow } from '#bench/service/child';
import { withClient } from '#bench/service/cluster';
import { isolationHosts, measureIsolation } from './isolation.ts';
import { measureLatency, type Part } from './latency.ts';
import { isSoon } from '#bench/until';
import { countRows, createLab, setStage, type Lab, type Stage } from './stage.ts';

const mostDatabaseUs = 130;
/**
 * From its commit to its history row. Half of the 3,772 to 3,841 bytes needed when a delivery was claimed and parked
 * by updates.
 */
const mostWalBytes = 1_900;

const sizes = {
  smoke: { rows: 200, plan: { rounds: 1, seconds: 0 } },
  quick: { rows: 3_000, plan: { rounds: 3, seconds: 0 } },
  full: { rows: 20_000, plan: { rounds: 5, seconds: 0, retryBudgetMs: 180_000 } },
};

/** A slice that takes longer has failed. */
const limitMs = 120_000;

async function measureThroughput(lab: Lab, size: Size): Promise<Part> {
  const { rows, plan } = sizes[size];
  const stage = await setStage(lab, 'throughput');
  const worker = await burstVariant(lab, stage, rows);
  await worker.prepare?.();
  await worker.run(0, 0);
  const history = () => countRows(stage.databaseUrl, 'select from webhooks.delivery_history');
  const before = await history();
  console.log(`\nThroughput: ${rows} deliveries due at once to ${stage.endpoints.length} endpoints, one process`);
  const { worker: figures } = await measureAll([worker], plan, lab.cluster);
  const stored = ((await history()) - before) / (rows * plan.rounds);
  await stage.close();
  const { errors = NaN, databaseUs = NaN, walBytes = NaN } = figures ?? {};
  const checks: Check[] = [
    { name: 'throughput: lost, wrong or forged', value: errors, atMost: 0 },
    { name: 'throughput: rows of history for a delivery', value: stored, atLeast: 1, atMost: 1 },
    { name: 'throughput: database us for a delivery', value: databaseUs, atMost: mostDatabaseUs, speed: true },
    { name: 'throughput: WAL bytes for a delivery', value: walBytes, atMost: mostWalBytes, speed: true },
  ];
  return { figures: { throughput: { ...figures, stored } }, checks };
}

/** Uses only what is visible from outside: the service publishes, its worker delivers, its queue becomes empty. */
async function burstVariant({ receivers }: Lab, stage: Stage, rows: number): Promise<Variant> {
  const worker = await stage.startWorker();
  return {
    name: 'worker',
    serverPids: [worker.pid],
    async prepare() {
      // The previous slice's dead rows must not count; a running service is vacuumed all the time.
      await withClient(stage.databaseUrl, (client) => client.query('vacuum webhooks.deliveries'));
      await stage.writer.hold({ events: rows, accounts: stage.endpoints.map(({ accountId }) => accountId) });
      await receivers.collect();
    },
    async run() {
      await stage.writer.commit();
      await isSoon(async () => (await receivers.count()) >= rows, { limitMs });
      const left = () => countRows(stage.databaseUrl, 'select from webhooks.deliveries');
      await isSoon(async () => (await left()) === 0, { limitMs, everyMs: 5 });
      const doneAt = sharedNow();
      const arrivals = await receivers.collect();
      // From the first arrival until the last row is done; the latency part measures how soon the first one arrives.
      const firstAt = arrivals[0]?.atMs ?? doneAt;
      return {
        done: arrivals.length,
        seconds: (doneAt - firstAt) / 1000,
        latenciesMs: Float64Array.from(arrivals, ({ atMs }) => atMs - firstAt),
        errors: (await left()) + arrivals.filter(({ genuine }) => !genuine).length + Math.abs(rows - arrivals.length),
      };
    },
  };
}

async function benchWebhooks(closing: RunStack, size: Size): Promise<boolean> {
  const lab = await createLab(closing, isolationHosts);
  const parts = [
    await measureLatency(lab, size),
    await measureThroughput(lab, size),
    await measureIsolation(lab, size),
  ];
  console.log('');
  return conclude(
    { bench: 'webhooks', size, ...Object.assign({}, ...parts.map(({ figures }) => figures)) },
    parts.flatMap(({ checks }) => checks),
  );
}

export const instrument: Instrument = { run: (closing, { size }) => benchWebhooks(closing, size) };
