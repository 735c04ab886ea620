// npm run abuse -- [--quick|--smoke] [--seed N] [--usd-per-text X] [--plant FAULT | --plants]: exit 0 when every threshold
// was kept, 1 when one was exceeded, 2 usage error. With a planted fault: 0 exactly when its threshold caught it.
import { parseArgs } from 'node:util';
import { grow, planted, plants, sow, type Plant } from './abuse/plants.ts';
import { conclude, keeps, printTable } from './report/report.ts';
import { RunStack } from './run-stack.ts';
import { sizeFlags, sizeOf, type Size } from './size.ts';

type Options = {
  readonly size: Size;
  readonly seed: number;
  readonly usdPerText: number;
  readonly plant: Plant | 'all' | undefined;
};

const usage = `npm run abuse -- [--quick|--smoke] [--seed N] [--usd-per-text X] [--plant ${plants.join('|')} | --plants]`;

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        ...sizeFlags,
        seed: { type: 'string', default: '1' },
        // Twilio's list price of a text within the United States, without what carriers add: an estimate.
        'usd-per-text': { type: 'string', default: '0.0079' },
        plant: { type: 'string' },
        plants: { type: 'boolean', default: false },
      },
    });
    const usdPerText = Number(values['usd-per-text']);
    const plant = plants.find((name) => name === values.plant);
    if (!/^[1-9]\d{0,8}$/.test(values.seed) || !(usdPerText > 0)) return undefined;
    if (plant !== values.plant || (plant !== undefined && values.plants)) return undefined;
    return { size: sizeOf(values), seed: Number(values.seed), usdPerText, plant: values.plants ? 'all' : plant };
  } catch {
    return undefined;
  }
}

async function spendDay({ size, seed, usdPerText, plant }: Options & { plant: Plant | undefined }): Promise<boolean> {
  const checkSown = plant === undefined ? () => undefined : sow(plant);
  // Loaded only now, so that a planted fault is in it.
  const { runDay } = await import('./abuse/day.ts');
  checkSown();
  await using closing = new RunStack();
  const { figures, checks, rows } = await runDay(closing, { size, seed, usdPerText });
  printTable(['who', 'tries', 'refused', 'mails', 'texts', 'call offers'], rows);
  console.log(`seed ${seed}, size ${size}: one simulated day`);
  const ok = conclude({ abuse: 'day', seed, size, plant: plant ?? null, ...figures }, checks);
  if (plant === undefined) return ok;
  const { caughtBy } = planted[plant];
  return checks.some((check) => check.name.startsWith(caughtBy) && !keeps(check));
}

function tryPlants({ size, seed }: Options): boolean {
  const args = ['--seed', String(seed), ...(size === 'full' ? [] : [`--${size}`])];
  const grown = plants.map((plant) => {
    const one = grow(plant, args);
    const missed = one.words.split('\n').filter((line) => line.startsWith('MISS'));
    console.log(`${plant}: ${one.caught ? 'caught' : 'NOT CAUGHT'}\n  ${missed.join('\n  ')}`);
    return one;
  });
  const caught = grown.filter((one) => one.caught).map(({ plant }) => plant);
  return conclude({ abuse: 'plants', seed, size, caught }, [
    { name: 'planted faults caught', value: caught.length, atLeast: plants.length },
  ]);
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(`Usage: ${usage}`);
    return 2;
  }
  const { plant } = options;
  return (plant === 'all' ? tryPlants(options) : await spendDay({ ...options, plant })) ? 0 : 1;
}

process.exit(await main());
