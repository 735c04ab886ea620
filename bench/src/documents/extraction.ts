// Synthetic reports, read as uploads are: the older layouts, the drawn variants of real reports, and falsified figures.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { readPdf } from '@makewhole/server/src/modules/documents/testing.ts';
import { warmVinDecoder } from '@makewhole/server/src/modules/vehicles/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { layouts, makeReport } from '@makewhole/server/test/reports/corpus.ts';
import { conclude, type Check } from '#bench/report/report';
import { serviceEnv } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import {
  countFields,
  countWrong,
  mainFields,
  newTally,
  printTallies,
  shareRight,
  shortName,
  sumTallies,
  type FieldTally,
} from './field-tally.ts';
import { measureFalsified, measureRecognised, measureVariants, type VariantFigures } from './variants.ts';

/** Reports per layout; scans take seconds each. Seeds per variant, in each of its two box metrics. */
const sizes = {
  smoke: { text: 1, scans: 0, seeds: 1, falsified: 11, recognised: 0 },
  quick: { text: 5, scans: 1, seeds: 3, falsified: 44, recognised: 1 },
  full: { text: 40, scans: 10, seeds: 50, falsified: 200, recognised: 5 },
};

type ReadCtx = Parameters<typeof readPdf>[0];

export async function benchExtraction(sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  const env = {
    ...serviceEnv,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    VEHICLE_DATA_DIR: join(tmpdir(), 'makewhole-vehicles'),
  };
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-documents', readConfig(env, 'cli'), { logTo: nowhere });
  try {
    await warmVinDecoder(service.ctx);
    const older = await measureLayouts(service.ctx, size);
    const variants = await measureVariants(service.ctx, size.seeds);
    const recognised = await measureRecognised(service.ctx, size.recognised);
    const falsified = await measureFalsified(service.ctx, size.falsified);
    const tallies = new Map([...older, ...variants.tallies, ...recognised]);
    printTallies(tallies);
    for (const report of falsified.missed) console.log(`not caught: ${report}`);
    const checks = [
      ...checkFields(sumTallies([...tallies.values()])),
      ...checkVariants(variants),
      { name: 'falsified figures caught', value: falsified.caught, atLeast: size.falsified },
      { name: 'layouts', value: older.size + variants.tallies.size, atLeast: 42 },
    ];
    const about = { size: sizeName, variant_reports: variants.reports, slowest_ms: round(variants.slowestMs, 0) };
    return conclude({ bench: 'documents extraction', ...about }, checks);
  } finally {
    await service.close();
  }
}

async function measureLayouts(ctx: ReadCtx, size: (typeof sizes)[Size]): Promise<Map<string, FieldTally>> {
  const tallies = new Map<string, FieldTally>();
  for (const { name, slow } of layouts) {
    const tally = newTally();
    tallies.set(name, tally);
    for (let seed = 1; seed <= (slow === true ? size.scans : size.text); seed += 1) {
      const { pdf, truth } = await makeReport(name, 1000 + seed);
      countFields(tally, truth, await readPdf(ctx, pdf));
    }
  }
  return tallies;
}

const checkFields = (all: FieldTally): Check[] => [
  ...mainFields.map((field) => ({
    name: `${shortName(field)} right and certain`,
    value: shareRight(all, field),
    atLeast: 0.95,
  })),
  { name: 'certain and wrong, all fields', value: countWrong(all), atMost: 0 },
];

function checkVariants({ comparables, whole, reports, wrong, falseAlarms }: VariantFigures): Check[] {
  const shares = Object.entries(comparables).map(([figure, { right, printed }]) => ({
    name: `comparables: ${figure} right and certain`,
    value: round(right / printed, 4),
    atLeast: 0.95,
  }));
  return [
    ...shares,
    { name: 'variants of which everything is right', value: round(whole / reports, 4), atLeast: 0.95 },
    { name: 'certain and wrong, all other contents', value: wrong, atMost: 0 },
    { name: 'identities that fail on sound reports', value: falseAlarms, atMost: 0 },
  ];
}
