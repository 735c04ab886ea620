// What hot reads and writes cost when their tables are ten, a hundred and a thousand times as large.
import { cpuOfTree } from '#bench/service/machine';
import { percentile, round } from '#bench/numbers/statistics';
import { conclude, printTable, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { operationsOf, type Operation } from './operations.ts';
import { setStage, type Stage } from './stage.ts';
import { growTables, rememberRows } from './tables.ts';

/** An index that is two levels deeper, and colder; what reads its table whole grows by a hundred. */
const mostGrowth = 2;
/** Processor time is counted in hundredths of a second; less than this for one operation is not told apart. */
const leastUs = 200;
const institutions = 20;

const sizes = {
  smoke: { rows: [1_000, 2_000], plan: { times: 5, limitMs: 2_000 } },
  quick: { rows: [10_000, 100_000, 1_000_000], plan: { times: 200, limitMs: 15_000 } },
  full: { rows: [10_000, 100_000, 1_000_000, 10_000_000], plan: { times: 500, limitMs: 60_000 } },
};

/** How often each operation is done; one that has become slow is done for so long, and three times at least. */
type Plan = { readonly times: number; readonly limitMs: number };

type Cost = {
  readonly operation: string;
  readonly rows: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly databaseUs: number;
};

export async function benchGrowth(closing: RunStack, size: Size): Promise<boolean> {
  const { rows, plan } = sizes[size];
  const stage = await setStage(closing, institutions);
  await rememberRows(stage.databaseUrl);
  const costs: Cost[] = [];
  for (const [place, count] of rows.entries()) {
    await growTables(stage.databaseUrl, rows[place - 1] ?? 0, count);
    const grown: Cost[] = [];
    for (const operation of operationsOf(stage, place, institutions))
      grown.push({ rows: count, ...(await costOf(stage, operation, plan)) });
    printCosts(`${count} rows`, grown);
    costs.push(...grown);
  }
  const growth = growthOf(costs);
  console.log('database us: processor time of the whole server');
  const checks = Object.entries(growth).map(([operation, value]): Check => ({
    name: `${operation}: database us, ${rows.at(-1)} rows / ${rows[0]}`,
    value,
    atMost: mostGrowth,
  }));
  return conclude({ bench: 'growth', size, costs, growth }, checks);
}

function printCosts(title: string, costs: readonly Cost[]): void {
  printTable(
    [title, 'p50 ms', 'p95 ms', 'database us'],
    costs.map((cost) => [cost.operation, cost.p50Ms, cost.p95Ms, cost.databaseUs]),
  );
}

async function costOf({ lab: { cluster } }: Stage, operation: Operation, plan: Plan): Promise<Omit<Cost, 'rows'>> {
  const { times = plan.times } = operation;
  const latencies: number[] = [];
  // The first one fills caches and is not counted; of what is done once nothing can be tried.
  if (operation.times === undefined) await operation.run(times);
  const cpuBefore = cpuOfTree(cluster.pid);
  const endAt = performance.now() + plan.limitMs;
  while (
    latencies.length < times &&
    (latencies.length < 3 || operation.times !== undefined || performance.now() < endAt)
  ) {
    const startedAt = performance.now();
    await operation.run(latencies.length);
    latencies.push(performance.now() - startedAt);
  }
  const databaseUs = ((cpuOfTree(cluster.pid) - cpuBefore) * 1000) / latencies.length;
  const each = operation.times === undefined ? latencies : [latencies.reduce((sum, ms) => sum + ms, 0) / times];
  const sorted = each.toSorted((one, other) => one - other);
  return {
    operation: operation.name,
    p50Ms: round(percentile(sorted, 0.5), 2),
    p95Ms: round(percentile(sorted, 0.95), 2),
    databaseUs: round(databaseUs, 0),
  };
}

/** By operation: the cost with the most rows by that with the fewest. */
export function growthOf(costs: readonly Cost[]): Record<string, number> {
  const growth: Record<string, number> = {};
  for (const operation of new Set(costs.map((cost) => cost.operation))) {
    const of = costs.filter((cost) => cost.operation === operation).toSorted((one, other) => one.rows - other.rows);
    const us = (cost: Cost | undefined) => Math.max(leastUs, cost?.databaseUs ?? Number.NaN);
    growth[operation] = round(us(of.at(-1)) / us(of[0]), 2);
  }
  return growth;
}
