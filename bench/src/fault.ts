// npm run fault -- <what> [--quick|--smoke] [--seed N] [--plant BUG] [--logs FOLDER]: exit 0 when every promise was
// kept, 1 when one was not, 2 usage error or a missing program. With a planted bug: 0 exactly when it was caught. With
// --smoke only counts that must be none or exact are judged.
import { parseArgs } from 'node:util';
import { RunStack } from './run-stack.ts';
import { faultDeploys, plants as deployPlants } from './deploys/fault.ts';
import { faultBlind, plants as blindPlants } from './failover/blind/fault.ts';
import { faultFailover } from './failover/fault.ts';
import { plants as failoverPlants } from './failover/stage.ts';
import { faultIntakes } from './intakes/fault.ts';
import { plants as intakePlants } from './intakes/stage.ts';
import { faultKeys, plants as keyPlants } from './keys/fault.ts';
import { faultErasure, plants as erasurePlants } from './erasure/fault.ts';
import { faultFreeze } from './freeze/fault.ts';
import { faultRevocation, plants as revocationPlants } from './revocation/fault.ts';
import { faultSignIn, plants as signInPlants } from './sign-in/fault.ts';
import { faultSignatures, plants as signaturePlants } from './signatures/fault.ts';
import { exitCode, sizeFlags, sizeOf, type Size } from './size.ts';
import { faultSandbox, plants as sandboxPlants } from './sandbox/fault.ts';
import { faultVersions, plants as versionPlants } from './versions/fault.ts';
import { faultWebhooks } from './webhooks/fault/fault.ts';
import { plants as webhookPlants } from './webhooks/fault/stage.ts';

type Given = {
  readonly size: Size;
  readonly seed: number;
  readonly logs: string | undefined;
  readonly plant: string | undefined;
  /** A commit of an older version. */
  readonly old: string | undefined;
  readonly count: number | undefined;
  readonly from: number | undefined;
};

type Fault = {
  readonly plants?: readonly string[];
  /** What it takes beside size, seed and logs, as written in the usage. */
  readonly more?: '[--old COMMIT]' | '[--count N] [--from N]';
  /** Of those that need more than a minute to show: the plants, or the whole fault. */
  readonly onlyFull?: readonly string[] | true;
  run(closing: RunStack, given: Given): Promise<boolean>;
};

const one = <Plant extends string>(plants: readonly Plant[], given: string | undefined) =>
  plants.find((plant) => plant === given);

const faults: Readonly<Record<string, Fault>> = {
  intakes: {
    plants: intakePlants,
    run: (closing, given) => faultIntakes(closing, { ...given, plant: one(intakePlants, given.plant) }),
  },
  webhooks: {
    plants: webhookPlants,
    run: (closing, given) => faultWebhooks(closing, { ...given, plant: one(webhookPlants, given.plant) }),
  },
  deploys: {
    plants: deployPlants,
    run: (closing, { size, plant }) => faultDeploys(closing, { size, plant: one(deployPlants, plant) }),
  },
  failover: {
    plants: failoverPlants,
    // It takes several freezes until this one shows.
    onlyFull: ['etcd3'],
    run: (closing, given) => faultFailover(closing, { ...given, plant: one(failoverPlants, given.plant) }),
  },
  'failover --blind': {
    plants: blindPlants,
    onlyFull: true,
    run: (closing, given) => faultBlind(closing, { ...given, plant: one(blindPlants, given.plant) }),
  },
  versions: {
    plants: versionPlants,
    more: '[--old COMMIT]',
    run: (closing, given) => faultVersions(closing, { ...given, plant: one(versionPlants, given.plant) }),
  },
  sandbox: {
    plants: sandboxPlants,
    run: (closing, { size, plant }) => faultSandbox(closing, { size, plant: one(sandboxPlants, plant) }),
  },
  keys: {
    plants: keyPlants,
    run: (closing, { size, plant }) => faultKeys(closing, { size, plant: one(keyPlants, plant) }),
  },
  erasure: {
    plants: erasurePlants,
    run: (closing, { size, plant }) => faultErasure(closing, { size, plant: one(erasurePlants, plant) }),
  },
  freeze: { run: (closing, given) => faultFreeze(closing, given) },
  'sign-in': {
    plants: signInPlants,
    run: (closing, given) => faultSignIn(closing, { ...given, plant: one(signInPlants, given.plant) }),
  },
  revocation: {
    plants: revocationPlants,
    run: (closing, given) => faultRevocation(closing, { ...given, plant: one(revocationPlants, given.plant) }),
  },
  signatures: {
    plants: signaturePlants,
    more: '[--count N] [--from N]',
    run: (closing, given) => faultSignatures(closing, { ...given, plant: one(signaturePlants, given.plant) }),
  },
};

type Run = { readonly size: Size; run(closing: RunStack): Promise<boolean> };

function readRun(): Run | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...sizeFlags,
        seed: { type: 'string', default: '1' },
        plant: { type: 'string' },
        logs: { type: 'string' },
        blind: { type: 'boolean', default: false },
        old: { type: 'string' },
        count: { type: 'string' },
        from: { type: 'string' },
      },
    });
    const [what = '', ...rest] = positionals;
    const { plant, old, logs, count, from } = values;
    const name = values.blind ? `${what} --blind` : what;
    const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
    if (fault === undefined || rest.length > 0 || !/^\d{1,9}$/.test(values.seed)) return undefined;
    const { plants = [], onlyFull = [] } = fault;
    const size = sizeOf(values);
    if (plant !== undefined && !plants.includes(plant)) return undefined;
    if (size !== 'full' && (onlyFull === true || onlyFull.includes(plant ?? ''))) return undefined;
    const more = [
      old === undefined ? [] : '--old',
      count === undefined ? [] : '--count',
      from === undefined ? [] : '--from',
    ].flat();
    if (!more.every((option) => fault.more?.includes(option))) return undefined;
    if (![count, from].every((number) => number === undefined || /^\d{1,9}$/.test(number))) return undefined;
    const numbers = { count: toNumber(count), from: toNumber(from) };
    return {
      size,
      run: (closing) => fault.run(closing, { size, seed: Number(values.seed), logs, plant, old, ...numbers }),
    };
  } catch {
    return undefined;
  }
}

const toNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

function usage([name, { plants = [], more, onlyFull }]: readonly [string, Fault]): string {
  return [
    `npm run fault -- ${name}`,
    ...(onlyFull === true ? [] : ['[--quick|--smoke]']),
    '[--seed N]',
    ...(more === undefined ? [] : [more]),
    ...(plants.length === 0 ? [] : [`[--plant ${plants.join('|')}]`]),
    '[--logs FOLDER]',
  ].join(' ');
}

async function main(): Promise<number> {
  const run = readRun();
  if (run === undefined) {
    console.error(`Usage: ${Object.entries(faults).map(usage).join('\n       ')}`);
    return 2;
  }
  await using closing = new RunStack();
  return exitCode(run.size, await run.run(closing));
}

process.exit(await main());
