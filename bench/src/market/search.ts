import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { readMarket } from '@makewhole/server/src/modules/market/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import type { RunStack } from '#bench/run-stack';
import { cpuOfTree, disturbance, readMachine } from '#bench/service/machine';
import { conclude, printTable, printDisturbance, type Check } from '#bench/report/report';
import { serviceEnv } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { durations, runAtRate } from './pace.ts';
import type { MarketStage } from './stage.ts';
import { makeSubjects, sampleZips } from './subjects.ts';

/** The time of a read, statements and statistics together. */
const p99Ms = 50;
const perSecond = 50;

export async function benchSearch(closing: RunStack, stage: MarketStage, size: Size): Promise<boolean> {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const config = readConfig({ ...serviceEnv, DATABASE_URL: stage.databaseUrl }, 'api');
  const service = closing.adopt(createService('bench-market', config, { logTo: nowhere }), (one) => one.close());
  const { warmUpS, seconds } = durations[size];
  const subjects = makeSubjects(perSecond * seconds, sampleZips());
  const coverage = { good: 0, thin: 0, none: 0, failed: 0 };
  let comparables = 0;
  const read = async (turn: number) => {
    const subject = subjects[turn % subjects.length];
    const found = subject && (await readMarket(service.ctx, subject));
    if (found === undefined) coverage.failed += 1;
    else {
      const n = found.figures.sampleSize;
      comparables += n;
      coverage[n >= 12 ? 'good' : n > 0 ? 'thin' : 'none'] += 1;
    }
  };
  // Connections, plans and the most read pages; the figures are those of a service that has been running.
  await runAtRate({ perSecond, seconds: warmUpS }, read);
  const before = { ...coverage };
  comparables = 0;
  const machine = readMachine();
  const cpu = { database: cpuOfTree(stage.cluster.pid), reader: process.cpuUsage() };
  const times = await runAtRate({ perSecond, seconds }, read);
  const asked = perSecond * seconds;
  const databaseMs = cpuOfTree(stage.cluster.pid) - cpu.database;
  const { user, system } = process.cpuUsage(cpu.reader);
  const readerMs = (user + system) / 1000;
  const cpuMs = { database: round(databaseMs / asked, 2), reader: round(readerMs / asked, 2) };
  printDisturbance(disturbance(machine, readMachine(), databaseMs + readerMs));
  printTable(
    ['reads', 'rate /s', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'db cpu ms', 'reader cpu ms', 'comparables'],
    [
      [
        String(asked),
        perSecond,
        times.p50Ms,
        times.p95Ms,
        times.p99Ms,
        times.maxMs,
        cpuMs.database,
        cpuMs.reader,
        Math.round(comparables / asked),
      ],
    ],
  );
  const failed = coverage.failed - before.failed;
  const checks: Check[] = [
    { name: 'read p99 ms', value: times.p99Ms, atMost: p99Ms },
    { name: 'failed reads', value: failed, atMost: 0 },
    // Searches that find nothing would be fast and prove nothing.
    { name: 'share with good coverage', value: (coverage.good - before.good) / asked, atLeast: 0.5 },
  ];
  const { rows, sizes } = stage;
  return conclude({ bench: 'market search', size, rows, sizes, times, cpuMs, coverage }, checks);
}
