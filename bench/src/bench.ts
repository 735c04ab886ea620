// npm run bench -- <what> [--quick] [--profile] [--redis URL]: exit 0 within its bounds, 1 outside, 2 not understood.
import { parseArgs } from 'node:util';
import { withClosing } from './closing.ts';
import { benchIntakes } from './intakes/bench.ts';
import { profileIntakes } from './intakes/profile.ts';

const usage = 'Usage: npm run bench -- intakes [--quick] [--profile] [--redis redis://127.0.0.1:6379]';

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, profile: { type: 'boolean' }, redis: { type: 'string' } },
    });
    return positionals.length === 1 && positionals[0] === 'intakes' ? values : undefined;
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
  const { quick = false, profile = false, redis } = options;
  const ok = await withClosing((closing) =>
    profile ? profileIntakes(closing) : benchIntakes(closing, { quick, redisUrl: redis }),
  );
  return ok ? 0 : 1;
}

process.exit(await main());
