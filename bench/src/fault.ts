// npm run fault -- <what> [--quick] [--seed N] [--plant BUG] [--logs FOLDER]: exit 0 when every promise was kept,
// 1 when one was not, 2 when not understood. With a planted bug: 0 exactly when it was caught.
import { parseArgs } from 'node:util';
import { withClosing } from './closing.ts';
import { faultIntakes, type FaultOptions } from './intakes/fault.ts';
import { plants } from './intakes/stage.ts';

const usage = `Usage: npm run fault -- intakes [--quick] [--seed N] [--plant ${plants.join('|')}] [--logs FOLDER]`;

function readOptions(): FaultOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        plant: { type: 'string' },
        logs: { type: 'string' },
      },
    });
    const plant = plants.find((name) => name === values.plant);
    if (positionals.length !== 1 || positionals[0] !== 'intakes' || plant !== values.plant) return undefined;
    if (!/^\d{1,9}$/.test(values.seed)) return undefined;
    return { quick: values.quick, seed: Number(values.seed), plant, logs: values.logs };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 2;
  }
  const ok = await withClosing((closing) => faultIntakes(closing, options));
  return ok ? 0 : 1;
}

process.exit(await main());
