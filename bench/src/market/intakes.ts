import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareVehicleData } from '@makewhole/server/src/modules/vehicles/index.ts';
import type { RunStack } from '#bench/run-stack';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { freePort } from '#bench/service/ports';
import { cpuOfTree, disturbance, readMachine } from '#bench/service/machine';
import { conclude, printTable, printDisturbance, type Check } from '#bench/report/report';
import { startReadyApi } from '#bench/service/service';
import { seededRandom } from '#bench/numbers/random';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { durations, runAtRate } from './pace.ts';
import type { MarketStage } from './stage.ts';
import { sampleZips } from './subjects.ts';

const p95Ms = 300;
const perSecond = 50;

/** The builds of real VINs whose models the synthetic market has; the serial number differs in every request. */
const builds = [
  '2T1BURHE0JC',
  '1G1ZD5ST8JF',
  '1C4RJFBG8FC',
  '4T1BF1FK5HU',
  '1FTFW1ET5DF',
  '1FTFW5L86RF',
  '5YJ3E1EA7KF',
];

/** POST /intakes with a VIN and a ZIP and no other word about the vehicle, answered with its preliminary. */
export async function benchMarketIntakes(closing: RunStack, stage: MarketStage, size: Size): Promise<boolean> {
  const port = await freePort();
  const dataDir = join(tmpdir(), `bench-market-vehicles-${process.pid}`);
  await prepareVehicleData(dataDir);
  closing.adopt(dataDir, (path) => rm(path, { recursive: true, force: true }));
  const env = { VEHICLE_DATA_DIR: dataDir, PRELIM_ANON_PER_DAY: '1000000' };
  const api = closing.adopt(await startReadyApi({ databaseUrl: stage.databaseUrl, port, env }), (one) =>
    one.end('SIGTERM'),
  );
  const { warmUpS, seconds } = durations[size];
  const counts = { with: 0, without: 0, refused: 0 };
  const submit = makeSubmit(`http://127.0.0.1:${port}${intakesPath}`, counts);
  await runAtRate({ perSecond, seconds: warmUpS }, submit);
  const before = { ...counts };
  const machine = readMachine();
  const cpuNow = () => ({
    api: cpuOfTree(api.pid),
    database: cpuOfTree(stage.cluster.pid),
    load: process.cpuUsage().user / 1000,
  });
  const cpu = cpuNow();
  const times = await runAtRate({ perSecond, seconds }, submit);
  const asked = perSecond * seconds;
  const after = cpuNow();
  const [apiMs, databaseMs] = [after.api - cpu.api, after.database - cpu.database];
  const cpuMs = { api: round(apiMs / asked, 2), database: round(databaseMs / asked, 2) };
  printDisturbance(disturbance(machine, readMachine(), apiMs + databaseMs + after.load - cpu.load));
  printTable(
    ['intakes', 'rate /s', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'api cpu ms', 'db cpu ms'],
    [[String(asked), perSecond, times.p50Ms, times.p95Ms, times.p99Ms, times.maxMs, cpuMs.api, cpuMs.database]],
  );
  const checks: Check[] = [
    { name: 'answer p95 ms', value: times.p95Ms, atMost: p95Ms },
    { name: 'refused', value: counts.refused - before.refused, atMost: 0 },
    { name: 'share with a preliminary', value: (counts.with - before.with) / asked, atLeast: 0.95 },
  ];
  return conclude({ bench: 'market intakes', size, rows: stage.rows, times, cpuMs, counts }, checks);
}

function makeSubmit(url: string, counts: { with: number; without: number; refused: number }) {
  const random = seededRandom(3);
  const zips = sampleZips();
  const run = Date.now().toString(36);
  let serial = 0;
  return async () => {
    serial += 1;
    const vin = `${builds[Math.floor(random() * builds.length)]}${String(serial % 1_000_000).padStart(6, '0')}`;
    const zip = zips[Math.floor(random() * zips.length)];
    const { vehicle: _vehicle, loss: _loss, ...body } = intakeBody(`owner-${run}-${serial}@example.com`);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, vehicle: { vin, odometer: 60_000 }, loss: { zip } }),
    });
    const receipt = (await answer.json()) as { preliminary?: { sample_size: number } | null };
    if (answer.status !== 201) counts.refused += 1;
    else if ((receipt.preliminary?.sample_size ?? 0) > 0) counts.with += 1;
    else counts.without += 1;
  };
}
