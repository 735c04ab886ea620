import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { addDays, dayOf } from '@makewhole/server/src/lib/time/dates.ts';
import { computeRange } from '@makewhole/server/src/modules/market/rules.ts';
import { readMarket, rateModels, type Subject } from '@makewhole/server/src/modules/market/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import type { RunStack } from '#bench/run-stack';
import { cpuOfTree, disturbance, readMachine } from '#bench/service/machine';
import { conclude, printTable, printDisturbance, type Check } from '#bench/report/report';
import { serviceEnv } from '#bench/service/service';
import { seededRandom } from '#bench/numbers/random';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { durations, runAtRate } from './pace.ts';
import type { MarketStage } from './stage.ts';
import { makeSubjects, sampleZips } from './subjects.ts';

/** The time of a read, statements and statistics together. */
const p99Ms = 50;
/** Processor time of the database for a read that nobody made before. */
const databaseMsMax = 5;
const perSecond = 50;

type Kind = {
  readonly name: string;
  readonly subjects: readonly Subject[];
};

export async function benchSearch(closing: RunStack, stage: MarketStage, size: Size): Promise<boolean> {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const config = readConfig({ ...serviceEnv, DATABASE_URL: stage.databaseUrl }, 'api');
  const service = closing.adopt(createService('bench-market', config, { logTo: nowhere }), (one) => one.close());
  const rateMs = await measureRates(service.ctx);
  const { warmUpS, seconds } = durations[size];
  const count = perSecond * seconds;
  const all = makeSubjects(2 * count + perSecond * warmUpS, sampleZips());
  const today = all.slice(0, count);
  const kinds: Kind[] = [
    { name: 'today', subjects: today },
    { name: 'around a loss', subjects: all.slice(count, 2 * count).map(withLoss(service.ctx.clock.now())) },
    { name: 'today, again', subjects: today },
  ];
  // Connections, plans and the most read pages; the figures are those of a service that has been running.
  const warm = all.slice(2 * count);
  await runAtRate({ perSecond, seconds: warmUpS }, async (turn) => {
    await readMarket(service.ctx, warm[turn % warm.length] as Subject);
  });
  const rows = [];
  for (const kind of kinds) rows.push(await measure(service.ctx, stage, { kind, seconds }));
  printTable(
    [
      'reads',
      'number',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'db cpu ms',
      'reader cpu ms',
      'comparables',
      'good',
      'figured',
    ],
    rows.map(({ name, times, cpuMs, ...row }) => [
      name,
      count,
      times.p50Ms,
      times.p95Ms,
      times.p99Ms,
      times.maxMs,
      cpuMs.database,
      cpuMs.reader,
      row.comparables,
      row.good,
      row.figured,
    ]),
  );
  const checks = rows.flatMap(({ name, times, cpuMs, failed, good }): Check[] => [
    { name: `${name}: read p99 ms`, value: times.p99Ms, atMost: p99Ms },
    { name: `${name}: database ms`, value: cpuMs.database, atMost: databaseMsMax },
    { name: `${name}: failed reads`, value: failed, atMost: 0 },
    // Searches that find nothing would be fast and prove nothing.
    { name: `${name}: share with good coverage`, value: good, atLeast: 0.5 },
  ]);
  const { rows: listings, sizes } = stage;
  return conclude({ bench: 'market search', size, listings, sizes, rateMs, rows }, checks);
}

/** Milliseconds for each model whose rates are learned. */
async function measureRates(ctx: Parameters<typeof rateModels>[0]): Promise<number> {
  const startedAt = performance.now();
  let rated = 0;
  for (let some = 1; some > 0; rated += some) some = await rateModels(ctx, 500);
  const rateMs = round((performance.now() - startedAt) / Math.max(1, rated), 1);
  console.log(`${rated} models rated, ${rateMs} ms each`);
  return rateMs;
}

/** A loss of three weeks to four months ago. */
function withLoss(now: Date): (subject: Subject) => Subject {
  const random = seededRandom(13);
  return (subject) => ({ ...subject, dateOfLoss: dayOf(addDays(now, -20 - Math.floor(random() * 98))) });
}

type Measuring = { readonly kind: Kind; readonly seconds: number };

async function measure(ctx: Parameters<typeof readMarket>[0], stage: MarketStage, { kind, seconds }: Measuring) {
  const { name, subjects } = kind;
  const tally = { comparables: 0, good: 0, figured: 0, failed: 0 };
  const read = async (turn: number) => {
    const found = await readMarket(ctx, subjects[turn % subjects.length] as Subject);
    if (found === undefined) tally.failed += 1;
    else {
      tally.comparables += found.figures.sampleSize;
      tally.good += Number(found.figures.sampleSize >= 12);
      tally.figured += Number(computeRange(found) !== undefined);
    }
  };
  const machine = readMachine();
  const before = { database: cpuOfTree(stage.cluster.pid), reader: process.cpuUsage() };
  const times = await runAtRate({ perSecond, seconds }, read);
  const databaseMs = cpuOfTree(stage.cluster.pid) - before.database;
  const { user, system } = process.cpuUsage(before.reader);
  const readerMs = (user + system) / 1000;
  printDisturbance(disturbance(machine, readMachine(), databaseMs + readerMs));
  const asked = perSecond * seconds;
  return {
    name,
    times,
    cpuMs: { database: round(databaseMs / asked, 2), reader: round(readerMs / asked, 2) },
    comparables: Math.round(tally.comparables / asked),
    good: round(tally.good / asked, 2),
    figured: round(tally.figured / asked, 2),
    failed: tally.failed,
  };
}
