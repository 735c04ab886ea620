// The cost of a POST /intakes: rate, latency, and processor time of the server and the database.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { measureAll, type Plan, type RequestTemplate, type Variant } from '#bench/load/measure';
import { conclude, type Check } from '#bench/report';
import { withClient } from '#bench/service/cluster';
import { runApi, type RunningApi } from '#bench/service/service';
import { createLab, intakeRequest, keyedIntakeRequest, withoutMarketReads, type Lab } from './request.ts';

/** Measured at 16 connections, where the pool is fully used and no request waits for it. */
const mostDatabaseUs = 1200;

const warmUpS = { smoke: 0.3, quick: 3, full: 3 };

const plans: Readonly<Record<Size, readonly Plan[]>> = {
  smoke: [{ connections: 16, rounds: 1, seconds: 1 }],
  quick: [
    { connections: 16, rounds: 3, seconds: 2 },
    { connections: 64, rounds: 2, seconds: 1 },
  ],
  full: [
    { connections: 16, rounds: 5, seconds: 3, retryBudgetMs: 180_000 },
    { connections: 64, rounds: 5, seconds: 3, retryBudgetMs: 180_000 },
  ],
};

async function benchIntakes(closing: RunStack, size: Size, redisUrl: string | undefined): Promise<boolean> {
  const lab = await createLab(closing);
  const tally = { done: 0 };
  const variant = (name: string, { process, port }: RunningApi, request: RequestTemplate): Variant => ({
    name,
    serverPids: [process.pid],
    async run(connections, seconds) {
      const result = await lab.load.run({ port, request, connections, seconds, expect: 201 });
      tally.done += result.done - result.errors;
      return result;
    },
  });
  const open = (env: Readonly<Record<string, string>>) =>
    runApi(closing, { databaseUrl: lab.databaseUrl, env: { ...withoutMarketReads, ...env } });
  const api = await open({});
  const variants = [variant('api', api, intakeRequest), variant('api, Idempotency-Key', api, keyedIntakeRequest)];
  if (redisUrl !== undefined)
    variants.push(variant('api, counters in Redis', await open({ REDIS_URL: redisUrl }), intakeRequest));
  for (const one of variants) await one.run(16, warmUpS[size]);
  await withClient(lab.databaseUrl, (client) => client.query('checkpoint'));

  const results: Record<string, unknown> = {};
  const checks: Check[] = [];
  for (const plan of plans[size]) {
    console.log(`\n${plan.connections} connections, ${plan.rounds} rounds of ${plan.seconds} s slices`);
    const figures = await measureAll(variants, plan, lab.cluster);
    results[`at${plan.connections}`] = figures;
    const errors = Object.values(figures).reduce((sum, { errors }) => sum + errors, 0);
    checks.push({ name: `errors at ${plan.connections}`, value: errors, atMost: 0 });
    if (plan.connections !== 16) continue;
    const databaseUs = figures['api']?.databaseUs ?? Number.NaN;
    checks.push({ name: 'database us at 16', value: databaseUs, atMost: mostDatabaseUs, speed: true });
  }
  // Each request that was counted has created one intake.
  const stored = await countIntakes(lab);
  checks.push({ name: 'intakes stored, of those counted', value: stored / tally.done, atLeast: 1, atMost: 1 });
  return conclude({ bench: 'intakes', size, ...results }, checks);
}

const countIntakes = ({ databaseUrl }: Lab): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ stored: number }>('select count(*)::int as stored from intakes.intakes');
    return rows[0]?.stored ?? Number.NaN;
  });

export const instrument: Instrument = {
  takes: ['redis'],
  run: (closing, { size, redis }) => benchIntakes(closing, size, redis),
};
