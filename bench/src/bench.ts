// npm run bench -- <what> [--quick|--smoke] [--profile] [--redis URL]: exit 0 within its bounds, 1 outside, 2 usage
// error. With --smoke: 0 when it ran to its end.
import { parseArgs } from 'node:util';
import { RunStack } from './run-stack.ts';
import { benchDocuments, documentParts } from './documents/bench.ts';
import { benchEgress } from './egress/bench.ts';
import { benchIntakes } from './intakes/bench.ts';
import { profileIntakes } from './intakes/profile.ts';
import { benchMarket, marketParts } from './market/bench.ts';
import { benchMixed } from './mixed/bench.ts';
import { benchPolls } from './polls/bench.ts';
import { benchReferralFiles } from './referral-files/bench.ts';
import { benchRequestLog } from './request-log/bench.ts';
import { benchRoster } from './roster/bench.ts';
import { benchRosterFiles } from './roster-files/bench.ts';
import { benchSignatures } from './signatures/bench.ts';
import { exitCode, sizeFlags, sizeOf, type Size } from './size.ts';
import { benchStarts } from './starts/bench.ts';
import { benchStatements } from './statements/bench.ts';
import { benchStrangers } from './strangers/bench.ts';
import { benchRowSecurity } from './tenancy/bench.ts';
import { benchVin, vinParts } from './vin/bench.ts';
import { benchWebhooks, webhookParts } from './webhooks/bench.ts';
import { profileWebhooks } from './webhooks/profile.ts';

const usage = `Usage: npm run bench -- intakes [--quick|--smoke] [--profile] [--redis redis://127.0.0.1:6379]
       npm run bench -- mixed [--quick|--smoke] [--minutes NUMBER]
       npm run bench -- market [${marketParts.join('|')}] [--quick|--smoke] [--sales FILE]
       npm run bench -- documents [${documentParts.join('|')}] [--quick|--smoke]
       npm run bench -- egress [--quick|--smoke]
       npm run bench -- polls [--quick|--smoke]
       npm run bench -- referral-files [--quick|--smoke]
       npm run bench -- request-log [--quick|--smoke]
       npm run bench -- roster [--quick|--smoke]
       npm run bench -- roster-files [--quick|--smoke]
       npm run bench -- row-security [--quick|--smoke]
       npm run bench -- signatures [--quick|--smoke]
       npm run bench -- starts [--quick|--smoke]
       npm run bench -- statements [--quick|--smoke]
       npm run bench -- strangers [--quick|--smoke]
       npm run bench -- vin [${vinParts.join('|')}] [--quick|--smoke]
       npm run bench -- webhooks [${webhookParts.join('|')}] [--quick|--smoke] [--profile]`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...sizeFlags,
        profile: { type: 'boolean' },
        redis: { type: 'string' },
        sales: { type: 'string' },
        minutes: { type: 'string' },
      },
    });
    const [what, part, ...more] = positionals;
    const understood =
      ([
        'egress',
        'intakes',
        'mixed',
        'polls',
        'referral-files',
        'request-log',
        'roster',
        'roster-files',
        'row-security',
        'signatures',
        'starts',
        'statements',
        'strangers',
      ].includes(what ?? '') &&
        part === undefined) ||
      (what === 'vin' && (part === undefined || vinParts.includes(part))) ||
      (what === 'market' && (part === undefined || marketParts.includes(part))) ||
      (what === 'documents' && (part === undefined || documentParts.includes(part))) ||
      (what === 'webhooks' && (part === undefined || webhookParts.includes(part)));
    return understood && more.length === 0 ? { ...values, what, part } : undefined;
  } catch {
    return undefined;
  }
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 2;
  }
  const size = sizeOf(options);
  return exitCode(size, await run(options, size));
}

async function run({ what, part, profile = false, redis, sales, minutes }: Options, size: Size): Promise<boolean> {
  await using closing = new RunStack();
  if (what === 'market') return await benchMarket(closing, { size, part, salesFile: sales });
  if (what === 'documents') return await benchDocuments(closing, { size, part });
  if (what === 'egress') return await benchEgress(closing, size);
  if (what === 'mixed')
    return await benchMixed(closing, { size, minutes: minutes === undefined ? undefined : Number(minutes) });
  if (what === 'polls') return await benchPolls(closing, size);
  if (what === 'request-log') return await benchRequestLog(closing, size);
  if (what === 'referral-files') return await benchReferralFiles(closing, size);
  if (what === 'roster') return await benchRoster(closing, size);
  if (what === 'roster-files') return await benchRosterFiles(closing, size);
  if (what === 'row-security') return await benchRowSecurity(closing, size);
  if (what === 'signatures') return await benchSignatures(size);
  if (what === 'starts') return await benchStarts(closing, size);
  if (what === 'statements') return await benchStatements(closing, size);
  if (what === 'strangers') return await benchStrangers(closing, size);
  if (what === 'vin') return await benchVin(closing, { size, part });
  if (what === 'webhooks')
    return await (profile ? profileWebhooks(closing, size) : benchWebhooks(closing, { size, part }));
  return await (profile ? profileIntakes(closing, size) : benchIntakes(closing, { size, redisUrl: redis }));
}

process.exit(await main());
