// npm run probe -- <what> [--quick|--smoke]: exit 0 when everything was proven, 1 when something was not, 2 usage
// error. With --smoke: 0 when it ran to its end.
import { parseArgs } from 'node:util';
import { probe, type ProbeOptions } from '#bench/report/proof';
import { exitCode, sizeFlags, sizeOf } from './size.ts';
import { webhookProofs } from './webhooks/probe/proofs.ts';

const proofs = { webhooks: webhookProofs };

function readOptions(): (ProbeOptions & { readonly what: keyof typeof proofs }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: sizeFlags,
    });
    const [what, ...more] = positionals;
    return what === 'webhooks' && more.length === 0 ? { what, size: sizeOf(values) } : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(`Usage: npm run probe -- ${Object.keys(proofs).join('|')} [--quick|--smoke]`);
    return 2;
  }
  return exitCode(options.size, await probe(proofs[options.what], options));
}

process.exit(await main());
