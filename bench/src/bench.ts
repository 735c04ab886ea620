// npm run bench -- <what> [--quick] [--profile] [--redis URL]: exit 0 within its bounds, 1 outside, 2 not understood.
import { parseArgs } from 'node:util';
import { withClosing } from './closing.ts';
import { benchDocuments, documentParts } from './documents/bench.ts';
import { benchIntakes } from './intakes/bench.ts';
import { profileIntakes } from './intakes/profile.ts';
import { benchMarket, marketParts } from './market/bench.ts';
import { benchRoster } from './roster/bench.ts';
import { benchSignatures } from './signatures/bench.ts';
import { benchStatements } from './statements/bench.ts';
import { benchVin } from './vin/bench.ts';
import { benchWebhooks, webhookParts } from './webhooks/bench.ts';
import { profileWebhooks } from './webhooks/profile.ts';

const usage = `Usage: npm run bench -- intakes [--quick] [--profile] [--redis redis://127.0.0.1:6379]
       npm run bench -- market [${marketParts.join('|')}] [--quick]
       npm run bench -- documents [${documentParts.join('|')}] [--quick]
       npm run bench -- roster [--quick]
       npm run bench -- signatures [--quick]
       npm run bench -- statements [--quick]
       npm run bench -- vin [--quick]
       npm run bench -- webhooks [${webhookParts.join('|')}] [--quick] [--profile]`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, profile: { type: 'boolean' }, redis: { type: 'string' } },
    });
    const [what, part, ...more] = positionals;
    const understood =
      (['intakes', 'roster', 'signatures', 'statements', 'vin'].includes(what ?? '') && part === undefined) ||
      (what === 'market' && (part === undefined || marketParts.includes(part))) ||
      (what === 'documents' && (part === undefined || documentParts.includes(part))) ||
      (what === 'webhooks' && (part === undefined || webhookParts.includes(part)));
    return understood && more.length === 0 ? { ...values, what, part } : undefined;
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
  const { what, part, quick = false, profile = false, redis } = options;
  const ok = await withClosing((closing) => {
    if (what === 'market') return benchMarket(closing, { quick, part });
    if (what === 'documents') return benchDocuments(closing, { quick, part });
    if (what === 'roster') return benchRoster(closing, quick);
    if (what === 'signatures') return benchSignatures(quick);
    if (what === 'statements') return benchStatements(closing, quick);
    if (what === 'vin') return benchVin(closing, quick);
    if (what === 'webhooks') return profile ? profileWebhooks(closing) : benchWebhooks(closing, { quick, part });
    return profile ? profileIntakes(closing) : benchIntakes(closing, { quick, redisUrl: redis });
  });
  return ok ? 0 : 1;
}

process.exit(await main());
