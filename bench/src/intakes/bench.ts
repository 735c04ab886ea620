// How close POST /intakes comes to the minimum that could do the same work.
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import type { Disturbance } from '#bench/service/machine';
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
import { conclude, printTable, printDisturbance, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import { createLab, type Lab } from './lab.ts';
import { recordIntake } from './record.ts';
import { startVariants, type VariantOptions } from './variants.ts';

/** Measured at 16 connections: the pool is fully used and nothing waits for it. */
const leastOfBare = 0.85;
const leastOfPgbench = 0.45;
const mostDatabaseUs = 1200;

const warmUpS = { smoke: 0.3, quick: 3, full: 3 };

const plans: Readonly<Record<Size, readonly Plan[]>> = {
  smoke: [{ connections: 16, rounds: 1, seconds: 1, retryBudgetMs: 0 }],
  quick: [
    { connections: 16, rounds: 3, seconds: 2, retryBudgetMs: 0 },
    { connections: 64, rounds: 2, seconds: 1, retryBudgetMs: 0 },
  ],
  full: [
    { connections: 16, rounds: 5, seconds: 3, retryBudgetMs: 180_000 },
    { connections: 64, rounds: 5, seconds: 3, retryBudgetMs: 180_000 },
  ],
};

export async function benchIntakes(closing: RunStack, options: VariantOptions): Promise<boolean> {
  const lab = await createLab(closing);
  const recorded = await recordIntake(lab.cluster, lab.databaseUrl);
  console.log(`One intake is ${recorded.statements.length} statements:`);
  for (const { name, text } of recorded.statements) console.log(`  ${name ?? text}`);
  const before = await countIntakes(lab);
  const tally = { done: 0 };
  const variants = (await startVariants(lab, recorded, options)).map((variant) => counted(variant, tally));
  for (const variant of variants) {
    if (variant.serverPids !== undefined) await variant.run(16, warmUpS[options.size]);
  }
  await withClient(lab.databaseUrl, (client) => client.query('checkpoint'));

  const results: Record<string, unknown> = {};
  const checks: Check[] = [];
  for (const plan of plans[options.size]) {
    const result = await measurePlan(lab, variants, plan);
    results[`at${plan.connections}`] = result;
    const errors = Object.values(result.variants).reduce((sum, { errors }) => sum + errors, 0);
    checks.push({ name: `errors at ${plan.connections}`, value: errors, atMost: 0 });
    if (plan.connections !== 16) continue;
    const { bare = Number.NaN, pgbench = Number.NaN } = result.ratios;
    checks.push({ name: 'api / bare at 16', value: bare, atLeast: leastOfBare });
    checks.push({ name: 'api / pgbench at 16', value: pgbench, atLeast: leastOfPgbench });
    const databaseUs = result.variants['api']?.databaseUs ?? Number.NaN;
    checks.push({ name: 'database us at 16', value: databaseUs, atMost: mostDatabaseUs });
  }
  const stored = (await countIntakes(lab)) - before;
  checks.push({ name: 'intakes stored, of those counted', value: stored / tally.done, atLeast: 1, atMost: 1 });
  return conclude({ bench: 'intakes', size: options.size, ...results }, checks);
}

/** Every variant must really do the work: each request it counts has created one intake in the database. */
const counted = (variant: Variant, tally: { done: number }): Variant => ({
  ...variant,
  async run(connections, seconds) {
    const result = await variant.run(connections, seconds);
    tally.done += result.done - result.errors;
    return result;
  },
});

const countIntakes = ({ databaseUrl }: Lab): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ stored: number }>('select count(*)::int as stored from intakes.intakes');
    return rows[0]?.stored ?? Number.NaN;
  });

type Result = {
  readonly variants: Readonly<Record<string, Figures>>;
  /** Ours divided by each other one: of the rates, and of the processor time per request. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly costRatios: Readonly<Record<string, number>>;
  readonly disturbance: Disturbance;
};

async function measurePlan(lab: Lab, variants: readonly Variant[], plan: Plan): Promise<Result> {
  const slices = await measure(variants, plan, lab.cluster);
  const figures = new Map(
    variants.map(({ name }) => [name, summarize(slices.filter((slice) => slice.variant === name))]),
  );
  const ours = figures.get('api');
  if (ours === undefined) throw new Error('the api was not measured');
  const others = [...figures].filter(([name]) => name !== 'api');
  const result = {
    variants: Object.fromEntries(figures),
    ratios: Object.fromEntries(others.map(([name]) => [name, ratio(slices, 'api', name)])),
    costRatios: Object.fromEntries(others.map(([name, theirs]) => [name, costRatio(ours, theirs)])),
    disturbance: worstDisturbance(slices),
  };
  console.log(`\n${plan.connections} connections, ${plan.rounds} rounds of ${plan.seconds} s slices`);
  printResult(result);
  return result;
}

function printResult({ variants, ratios, costRatios, disturbance }: Result): void {
  printTable(
    [
      'variant',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'server us',
      'database us',
      'load us',
      'WAL bytes',
      'errors',
      'api / it',
      'by cost',
    ],
    Object.entries(variants).map(([name, of]) => [
      name,
      of.perSecond,
      of.p50Ms.toFixed(2),
      of.p99Ms.toFixed(2),
      of.serverUs,
      of.databaseUs,
      of.loadUs,
      of.walBytes,
      of.errors,
      ratios[name]?.toFixed(3) ?? '',
      costRatios[name]?.toFixed(3) ?? '',
    ]),
  );
  printDisturbance(disturbance);
}
