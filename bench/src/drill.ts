// npm run drill -- restore|clock|partitions [--quick|--smoke]: exit 0 when every promise was kept, 1 when one was not, 2
// usage error. With a planted bug: 0 exactly when it was caught. With --smoke: 0 when it ran to its end.
import { parseArgs } from 'node:util';
import { drillClock } from './drill/clock.ts';
import { drillPartitions } from './drill/partitions.ts';
import { drillRestore, plants } from './restore/drill.ts';
import { RunStack } from './run-stack.ts';
import { exitCode, sizeFlags, sizeOf, type Size } from './size.ts';

type Run = { readonly size: Size; run(closing: RunStack): Promise<boolean> };

function readRun(): Run | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...sizeFlags, plant: { type: 'string' } },
    });
    const [name, ...more] = positionals;
    const plant = plants.find((one) => one === values.plant);
    if (more.length > 0 || plant !== values.plant || (plant !== undefined && name !== 'restore')) return undefined;
    const size = sizeOf(values);
    if (name === 'restore') return { size, run: (closing) => drillRestore(closing, { size, plant }) };
    if (name === 'clock') return { size, run: (closing) => drillClock(closing, size) };
    if (name === 'partitions') return { size, run: (closing) => drillPartitions(closing, size) };
    return undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const run = readRun();
  if (run === undefined) {
    console.error(`Usage: npm run drill -- restore [--quick|--smoke] [--plant ${plants.join('|')}]
       npm run drill -- clock|partitions [--quick|--smoke]`);
    return 2;
  }
  await using closing = new RunStack();
  return exitCode(run.size, await run.run(closing));
}

process.exit(await main());
