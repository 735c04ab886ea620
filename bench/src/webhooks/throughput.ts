// How fast and how dear one worker delivers what is due at once, beside the least that could, the least that could do the
// same, and a queue that one can install.
import { costRatio, measure, ratio, summarize, worstDisturbance, type Figures, type Slice } from '#bench/load/measure';
import { printTable, printDisturbance, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import { bareNames, bareVariants, graphileVariant, workerVariant, type Batch } from './engines/variants.ts';
import type { Part } from './part.ts';
import { hostNames } from './receivers.ts';
import { countRows, setStage, takeSample, type Lab } from './stage.ts';

export const throughputHosts = hostNames('ok', 20);
const worker = 'worker';
const leastOf: Readonly<Record<string, number>> = { [bareNames.same]: 0.8, [bareNames.least]: 0.6 };
const mostDatabaseUs = 130;
/** From its commit to its row of history: half of what it was when a delivery was claimed and parked by updates, 3,772 to 3,841. */
const mostWalBytes = 1_900;

const sizes = {
  smoke: { rows: 200, plan: { connections: 0, rounds: 1, seconds: 0, retryBudgetMs: 0 } },
  quick: { rows: 3_000, plan: { connections: 0, rounds: 3, seconds: 0, retryBudgetMs: 0 } },
  full: { rows: 20_000, plan: { connections: 0, rounds: 5, seconds: 0, retryBudgetMs: 180_000 } },
};

export async function measureThroughput(lab: Lab, size: Size): Promise<Part> {
  const { rows, plan } = sizes[size];
  const stage = await setStage(lab, 'throughput', throughputHosts);
  const workers = [await stage.startWorker()];
  const batch: Batch = { lab, stage, sample: await takeSample(lab, stage), rows };
  const variants = [
    workerVariant(batch, { name: worker, workers }),
    ...(await bareVariants(batch)),
    await graphileVariant(batch),
  ];
  for (const variant of variants) {
    await variant.prepare?.();
    await variant.run(0, 0);
  }
  const before = await history(stage.databaseUrl);
  const slices = await measure(variants, plan, lab.cluster);
  const stored = (await history(stage.databaseUrl)) - before;
  await stage.close();
  return conclusion(slices, { rows, stored: stored / (rows * plan.rounds) });
}

const history = (databaseUrl: string): Promise<number> =>
  countRows(databaseUrl, 'select from webhooks.finished_deliveries');

type Outcome = { readonly rows: number; /** Rows of history for each delivery. */ readonly stored: number };

function conclusion(slices: readonly Slice[], { rows, stored }: Outcome): Part {
  const names = [...new Set(slices.map(({ variant }) => variant))].toSorted((one) => (one === worker ? -1 : 1));
  const of = (name: string): Figures => summarize(slices.filter((slice) => slice.variant === name));
  const ours = of(worker);
  const engines = names.map((name) => {
    const figures = of(name);
    return { name, figures, byRate: ratio(slices, worker, name), byCost: costRatio(ours, figures) };
  });
  console.log(`\nThroughput: ${rows} deliveries due at once to ${throughputHosts.length} endpoints, one process`);
  printTable(
    ['engine', 'per s', 'process us', 'database us', 'WAL bytes', 'receivers us', 'errors', 'worker / it', 'by cost'],
    engines.map(({ name, figures, byRate, byCost }) => [
      name,
      figures.perSecond,
      figures.serverUs,
      figures.databaseUs,
      figures.walBytes,
      figures.loadUs,
      figures.errors,
      name === worker ? '' : byRate.toFixed(3),
      name === worker ? '' : byCost.toFixed(3),
    ]),
  );
  const disturbance = worstDisturbance(slices);
  printDisturbance(disturbance);
  const checks: Check[] = [
    {
      name: 'throughput: lost, wrong or forged',
      value: engines.reduce((sum, { figures }) => sum + figures.errors, 0),
      atMost: 0,
    },
    { name: 'throughput: rows of history for a delivery', value: stored, atLeast: 1, atMost: 1 },
    { name: 'throughput: database us for a delivery', value: ours.databaseUs, atMost: mostDatabaseUs },
    { name: 'throughput: WAL bytes for a delivery', value: ours.walBytes, atMost: mostWalBytes },
    ...engines.flatMap(({ name, byRate, byCost }): Check[] => {
      const atLeast = leastOf[name];
      return atLeast === undefined
        ? []
        : [
            { name: `throughput: worker / ${name}, by cost`, value: byCost, atLeast },
            { name: `throughput: worker / ${name}, by rate`, value: byRate, atLeast },
          ];
    }),
  ];
  return { figures: { throughput: { engines, stored, disturbance } }, checks };
}
