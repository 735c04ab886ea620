// npm run fault -- <what> [--quick|--smoke] [--seed N] [--plant BUG] [--logs FOLDER]: exit 0 when every promise was
// kept, 1 when one was not, 2 usage error. With a planted bug: 0 exactly when it was caught. With --smoke: 0 when it
// ran to its end.
import { parseArgs } from 'node:util';
import { RunStack } from './run-stack.ts';
import { faultDeploys, plants as deployPlants } from './deploys/fault.ts';
import { faultFailover } from './failover/fault.ts';
import { plants as failoverPlants } from './failover/stage.ts';
import { faultIntakes } from './intakes/fault.ts';
import { plants as intakePlants } from './intakes/stage.ts';
import { faultFreeze } from './freeze/fault.ts';
import { exitCode, sizeFlags, sizeOf, type Size } from './size.ts';
import { faultWebhooks } from './webhooks/fault/fault.ts';
import { plants as webhookPlants } from './webhooks/fault/stage.ts';

type Run = { readonly size: Size; run(closing: RunStack): Promise<boolean> };

const usage = ([what, plants]: readonly [string, readonly string[]]) =>
  `npm run fault -- ${what} [--quick|--smoke] [--seed N] [--plant ${plants.join('|')}] [--logs FOLDER]`;

function readRun(): Run | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...sizeFlags,
        seed: { type: 'string', default: '1' },
        plant: { type: 'string' },
        logs: { type: 'string' },
      },
    });
    const [what, ...more] = positionals;
    if (more.length > 0 || !/^\d{1,9}$/.test(values.seed)) return undefined;
    const common = { size: sizeOf(values), seed: Number(values.seed), logs: values.logs };
    const known = <Plant extends string>(plants: readonly Plant[]) => plants.find((name) => name === values.plant);
    if (what === 'intakes') {
      const plant = known(intakePlants);
      return plant === values.plant
        ? { size: common.size, run: (closing) => faultIntakes(closing, { ...common, plant }) }
        : undefined;
    }
    if (what === 'deploys') {
      const plant = known(deployPlants);
      return plant === values.plant
        ? { size: common.size, run: (closing) => faultDeploys(closing, { size: common.size, plant }) }
        : undefined;
    }
    if (what === 'webhooks') {
      const plant = known(webhookPlants);
      return plant === values.plant
        ? { size: common.size, run: (closing) => faultWebhooks(closing, { ...common, plant }) }
        : undefined;
    }
    if (what === 'freeze' && values.plant === undefined)
      return { size: common.size, run: (closing) => faultFreeze(closing, common) };
    if (what === 'failover') {
      const plant = known(failoverPlants);
      // It takes several freezes until this one shows.
      const sized = plant !== 'etcd3' || common.size === 'full';
      return plant === values.plant && sized
        ? { size: common.size, run: (closing) => faultFailover(closing, { ...common, plant }) }
        : undefined;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const run = readRun();
  if (run === undefined) {
    const forms = (
      [
        ['intakes', intakePlants],
        ['webhooks', webhookPlants],
        ['deploys', deployPlants],
        ['failover', failoverPlants],
      ] as const
    ).map(usage);
    forms.push('npm run fault -- freeze [--quick|--smoke] [--logs FOLDER]');
    console.error(`Usage: ${forms.join('\n       ')}`);
    return 2;
  }
  await using closing = new RunStack();
  return exitCode(run.size, await run.run(closing));
}

process.exit(await main());
