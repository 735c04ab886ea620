// Where processor time goes while the api accepts intakes: in its own functions, and by statement in the database.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { byFunction, byPackage, readProfile, selfTimes } from '#bench/report/profile';
import { printCosts, printShares } from '#bench/report/profile-report';
import { conclude } from '#bench/report/report';
import { startReadyApi } from '#bench/service/service';
import { readStatementCosts, startWatching, watchingSettings } from '#bench/report/statement-costs';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { createLab, withoutMarketReads } from './lab.ts';
import { intakeRequest } from './request.ts';

/** The measured part is equally long at every size but the smallest. */
const times = { smoke: { warmUpS: 0.3, measuredS: 0.5 }, usual: { warmUpS: 4, measuredS: 12 } };
const shown = 15;

export async function profileIntakes(closing: RunStack, size: Size): Promise<boolean> {
  const { warmUpS, measuredS } = times[size === 'smoke' ? 'smoke' : 'usual'];
  const { cluster, databaseUrl, load } = await createLab(closing, watchingSettings);
  const directory = join(cluster.directory, 'profile');
  mkdirSync(directory);
  const port = await freePort();
  const startedAt = performance.now();
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500'];
  const api = closing.adopt(await startReadyApi({ databaseUrl, port, nodeArgs, env: withoutMarketReads }), (process) =>
    process.end('SIGKILL'),
  );
  const order = { port, request: intakeRequest, connections: 16, expect: 201 };
  await load.run({ ...order, seconds: warmUpS });
  await startWatching(databaseUrl);
  const skipMs = performance.now() - startedAt;
  const { latenciesMs, errors } = await load.run({ ...order, seconds: measuredS });
  const statements = await readStatementCosts(databaseUrl, shown);
  await api.end('SIGTERM');

  const profile = readProfile(directory);
  const functions = selfTimes(profile, { group: byFunction, skipMs }).slice(0, shown);
  const packages = selfTimes(profile, { group: byPackage, skipMs }).slice(0, shown);
  console.log(`${round(latenciesMs.length / measuredS, 0)} requests/s at 16 connections while profiled`);
  printShares('function', functions);
  printShares('package', packages);
  printCosts(statements);
  return conclude({ profile: 'intakes', size, functions, packages, statements }, [
    { name: 'errors', value: errors, atMost: 0 },
  ]);
}
