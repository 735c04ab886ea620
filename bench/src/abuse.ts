// npm run abuse -- [stalls] [--quick|--smoke] [--seed N] [--plant FAULT | --plants]: exit 0 when every threshold was kept, 1
// when one was exceeded, 2 usage error. With a planted fault: 0 exactly when its threshold caught it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { planted, plants, sow, type Plant } from './abuse/plants.ts';
import { stallFaultNames, type StallFaultName } from './abuse/stalls/faults.ts';
import { conclude, keeps, printTable } from './report/report.ts';
import { RunStack } from './run-stack.ts';
import { sizeFlags, sizeOf, type Size } from './size.ts';

type Options = {
  /** A simulated day, or inputs that could silence the service. */
  readonly what: 'day' | 'stalls';
  readonly size: Size;
  readonly seed: number;
  readonly usdPerText: number;
  readonly only: string | undefined;
  readonly limitS: number | undefined;
  readonly plant: string | undefined;
};

const plantsOf = { day: plants, stalls: stallFaultNames } as const;

const usage = `npm run abuse -- [--quick|--smoke] [--seed N] [--usd-per-text X] [--plant ${plants.join('|')} | --plants]
       npm run abuse -- stalls [--quick|--smoke] [--seed N] [--only ATTACK,ATTACK] [--limit SECONDS] [--plant ${stallFaultNames.join('|')} | --plants]`;

function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...sizeFlags,
        seed: { type: 'string', default: '1' },
        // Twilio's list price of a text within the United States, without what carriers add: an estimate.
        'usd-per-text': { type: 'string', default: '0.0079' },
        only: { type: 'string' },
        limit: { type: 'string' },
        plant: { type: 'string' },
        plants: { type: 'boolean', default: false },
      },
    });
    const [what = 'day', ...rest] = positionals;
    if ((what !== 'day' && what !== 'stalls') || rest.length > 0) return undefined;
    const usdPerText = Number(values['usd-per-text']);
    const limitS = values.limit === undefined ? undefined : Number(values.limit);
    if (!/^[1-9]\d{0,8}$/.test(values.seed) || !(usdPerText > 0) || (limitS !== undefined && !(limitS > 0)))
      return undefined;
    const { plant, only } = values;
    const isKnown = plant === undefined || plantsOf[what].some((name) => name === plant);
    if (!isKnown || (plant !== undefined && values.plants)) return undefined;
    if (what === 'day' && (only !== undefined || limitS !== undefined)) return undefined;
    const seed = Number(values.seed);
    return { what, size: sizeOf(values), seed, usdPerText, only, limitS, plant: values.plants ? 'all' : plant };
  } catch {
    return undefined;
  }
}

async function spendDay({ size, seed, usdPerText }: Options, plant: Plant | undefined): Promise<boolean> {
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

async function stall(options: Options, fault: StallFaultName | undefined): Promise<boolean> {
  const { abuseStalls } = await import('./abuse/stalls/run.ts');
  await using closing = new RunStack();
  return await abuseStalls(closing, { ...options, only: options.only?.split(','), fault });
}

/** Each runs in a separate process, because an injected fault cannot be removed from a process. */
function tryPlants({ what, size, seed }: Options): boolean {
  const args = [what, '--seed', String(seed), ...(size === 'full' ? [] : [`--${size}`])];
  const caught = plantsOf[what].filter((plant) => {
    const front = fileURLToPath(import.meta.url);
    const { status, stdout } = spawnSync(process.execPath, [front, ...args, '--plant', plant], { encoding: 'utf8' });
    const missed = stdout.split('\n').filter((line) => /^(?:MISS|BROKEN) /.test(line));
    console.log(`${plant}: ${status === 0 ? 'caught' : 'NOT CAUGHT'}\n  ${missed.join('\n  ')}`);
    return status === 0;
  });
  return conclude({ abuse: what, plants: true, seed, size, caught }, [
    { name: 'planted faults caught', value: caught.length, atLeast: plantsOf[what].length },
  ]);
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(`Usage: ${usage}`);
    return 2;
  }
  const { what, plant } = options;
  if (plant === 'all') return tryPlants(options) ? 0 : 1;
  const ok =
    what === 'day'
      ? await spendDay(
          options,
          plants.find((name) => name === plant),
        )
      : await stall(
          options,
          stallFaultNames.find((name) => name === plant),
        );
  return ok ? 0 : 1;
}

process.exit(await main());
