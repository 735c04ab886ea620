// npm run probe -- <what> [--quick]: exit 0 when everything was proven, 1 when something was not, 2 when not understood.
import { parseArgs } from 'node:util';
import { probe, type ProbeOptions } from './proof.ts';
import { webhookProofs } from './webhooks/probe/proofs.ts';

const proofs = { webhooks: webhookProofs };

function readOptions(): (ProbeOptions & { readonly what: keyof typeof proofs }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean', default: false } },
    });
    const [what, ...more] = positionals;
    return what === 'webhooks' && more.length === 0 ? { what, quick: values.quick } : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(`Usage: npm run probe -- ${Object.keys(proofs).join('|')} [--quick]`);
    return 2;
  }
  return (await probe(proofs[options.what], options)) ? 0 : 1;
}

process.exit(await main());
