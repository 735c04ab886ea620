// How much faster two and four worker processes deliver what is due at once than one.
import { availableParallelism } from 'node:os';
import { measure, ratio, summarize, worstDisturbance, type Slice } from '#bench/load/measure';
import { printTable, printDisturbance, type Check } from '#bench/report/report';
import { median, round } from '#bench/numbers/statistics';
import { notOurs } from '#bench/service/machine';
import type { Process } from '#bench/service/service';
import type { Size } from '#bench/size';
import { workerVariant, type Batch } from './engines/variants.ts';
import type { Part } from './part.ts';
import { hostNames } from './receivers.ts';
import { setStage, takeSample, type Lab } from './stage.ts';

export const workersHosts = hostNames('ok', 100);

/** Two workers at least 1.6 times one, where the cores allow 2. */
const leastOfPossible = 0.8;

const sizes = {
  smoke: { rows: 400, rounds: 1, numbers: [1, 2] },
  quick: { rows: 5_000, rounds: 3, numbers: [1, 2, 4] },
  full: { rows: 20_000, rounds: 5, numbers: [1, 2, 4] },
};

export async function measureWorkers(lab: Lab, size: Size): Promise<Part> {
  const { rows, rounds, numbers } = sizes[size];
  // Endpoints are shared out among those who run, so each number has a database of its own; rounds go over all of them.
  const teams = await Promise.all(numbers.map((count) => startTeam(lab, rows, count)));
  for (const { variant } of teams) {
    await variant.prepare?.();
    await variant.run(0, 0);
  }
  const plan = { connections: 0, rounds, seconds: 0, retryBudgetMs: 0 };
  const slices = await measure(
    teams.map(({ variant }) => variant),
    plan,
    lab.cluster,
  );
  await Promise.all(teams.map(({ stage }) => stage.close()));
  return conclusion(slices, rows, numbers);
}

const nameOf = (count: number): string => (count === 1 ? '1 worker' : `${count} workers`);

async function startTeam(lab: Lab, rows: number, count: number) {
  const stage = await setStage(lab, `workers_${count}`, workersHosts);
  const workers: Process[] = [];
  for (let place = 0; place < count; place += 1) workers.push(await stage.startWorker());
  const batch: Batch = { lab, stage, sample: await takeSample(lab, stage), rows };
  return { stage, variant: workerVariant(batch, { name: nameOf(count), workers }) };
}

/** How many times faster than one worker the machine could be: its cores by what one worker and all it needs used. */
export function possibleTimes(slices: readonly Slice[], count: number, cores = availableParallelism()): number {
  const free = slices.map(({ disturbance, ...slice }) => {
    const used = (slice.serverCpuMs + slice.databaseCpuMs + slice.loadCpuMs) / 1000 / slice.seconds;
    return (cores * Math.max(0, 1 - notOurs(disturbance))) / used;
  });
  return round(Math.max(1, Math.min(count, median(free))), 3);
}

function conclusion(slices: readonly Slice[], rows: number, numbers: readonly number[]): Part {
  const one = nameOf(1);
  const of = (name: string) => slices.filter(({ variant }) => variant === name);
  const teams = numbers.map((count) => {
    const name = nameOf(count);
    const times = ratio(slices, name, one);
    return { name, ...summarize(of(name)), times, possible: possibleTimes(of(one), count) };
  });
  const disturbance = worstDisturbance(slices);
  console.log(`\nWorkers: ${rows} deliveries due at once to ${workersHosts.length} endpoints`);
  printTable(
    ['processes', 'per s', 'process us', 'database us', 'WAL bytes', 'errors', 'times one', 'cores allow'],
    teams.map((team) => [
      team.name,
      team.perSecond,
      team.serverUs,
      team.databaseUs,
      team.walBytes,
      team.errors,
      team.times.toFixed(2),
      team.possible.toFixed(2),
    ]),
  );
  printDisturbance(disturbance);
  const two = teams.find(({ name }) => name === nameOf(2));
  const checks: Check[] = [
    { name: 'workers: lost, wrong or forged', value: teams.reduce((sum, { errors }) => sum + errors, 0), atMost: 0 },
    {
      name: 'workers: two / one, of what the cores allow',
      value: round((two?.times ?? Number.NaN) / (two?.possible ?? Number.NaN), 3),
      atLeast: leastOfPossible,
    },
  ];
  return { figures: { workers: { teams, disturbance } }, checks };
}
