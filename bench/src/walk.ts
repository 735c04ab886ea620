// npm run walk -- [--seed N] [--seeds K] [--steps M] [--smoke] [--plant BUG | --plants]: exit 0 when the service and
// the model never differed, 1 when they did, 2 usage error. With a planted bug: 0 exactly when it was caught.
import { parseArgs } from 'node:util';
import { conclude, printTable } from '#bench/report/report';
import { grow, plants, sow, type Plant } from './walk/plants/plants.ts';
import { walk, type Walked } from './walk/run.ts';

type Options = {
  readonly seed: number;
  readonly seeds: number;
  readonly steps: number;
  readonly plant: Plant | 'all' | undefined;
};

/** As 20261119, in UTC: a smoke run walks another way every day, and the same way on all machines that day. */
const seedOfToday = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '');

/** About ten seconds, most of it for starting. */
const smokeSteps = 80;
const usualSteps = 500;

const usage = `npm run walk -- [--seed N] [--seeds K] [--steps M] [--smoke] [--plant ${plants.join('|')} | --plants]`;

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string', default: '1' },
        steps: { type: 'string' },
        smoke: { type: 'boolean', default: false },
        plant: { type: 'string' },
        plants: { type: 'boolean', default: false },
      },
    });
    const steps = values.steps ?? String(values.smoke ? smokeSteps : usualSteps);
    const seed = values.seed ?? (values.smoke ? seedOfToday() : '1');
    if (![seed, values.seeds, steps].every((text) => /^[1-9]\d{0,8}$/.test(text))) return undefined;
    const plant = plants.find((name) => name === values.plant);
    if (plant !== values.plant || (plant !== undefined && values.plants)) return undefined;
    return {
      seed: Number(seed),
      seeds: Number(values.seeds),
      steps: Number(steps),
      plant: values.plants ? 'all' : plant,
    };
  } catch {
    return undefined;
  }
}

function report({ seed, steps, seconds, found }: Walked): void {
  const pace = (steps / seconds).toFixed(1);
  const end = found === undefined ? ', no difference' : '';
  console.log(`seed ${seed}: ${steps} steps in ${seconds.toFixed(1)} s (${pace} a second)${end}`);
  if (found === undefined) return;
  console.log(`\nDifference at step ${found.step}: ${found.difference}\n\nThe last steps:`);
  for (const line of found.before) console.log(`  ${line}`);
  console.log(`\nAgain: npm run walk -- --seed ${seed} --steps ${steps}`);
}

async function walkAll({ seed: first, seeds, steps }: Options): Promise<Walked[]> {
  const walks: Walked[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    // Before it begins, so that a walk that never ends can be taken again too.
    console.log(`npm run walk -- --seed ${seed} --steps ${steps}`);
    const walked = await walk(seed, steps);
    walks.push(walked);
    report(walked);
  }
  return walks;
}

function tellAll(walks: readonly Walked[]): boolean {
  const taken = new Map<string, number>();
  for (const { counts } of walks)
    for (const [name, count] of counts) if (name !== '') taken.set(name, (taken.get(name) ?? 0) + count);
  printTable(['step', 'taken'], [...taken].toSorted());
  const figures = {
    walk: walks.map(({ seed }) => seed),
    steps: walks.reduce((sum, { steps }) => sum + steps, 0),
    seconds: Math.round(walks.reduce((sum, { seconds }) => sum + seconds, 0)),
  };
  const differences = walks.filter(({ found }) => found !== undefined).length;
  return conclude(figures, [{ name: 'walks with a difference', value: differences, atMost: 0 }]);
}

function tryPlants({ seed, seeds, steps }: Options): boolean {
  const args = ['--seed', String(seed), '--seeds', String(seeds), '--steps', String(steps)];
  const grown = plants.map((plant) => {
    const one = grow(plant, args);
    const where = /Difference at step .*/.exec(one.words)?.[0] ?? 'nothing was noticed';
    console.log(`${plant}: ${where.slice(0, 200)}`);
    return one;
  });
  const caught = grown.filter((one) => one.caught).map(({ plant }) => plant);
  return conclude({ walk: 'plants', caught }, [
    { name: 'planted bugs caught', value: caught.length, atLeast: plants.length },
  ]);
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(`Usage: ${usage}`);
    return 2;
  }
  if (options.plant === 'all') return tryPlants(options) ? 0 : 1;
  if (options.plant !== undefined) await sow(options.plant);
  const walks = await walkAll(options);
  if (options.plant !== undefined) return walks.some(({ found }) => found !== undefined) ? 0 : 1;
  return tellAll(walks) ? 0 : 1;
}

process.exit(await main());
