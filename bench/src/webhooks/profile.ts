// Where processor time goes while a worker processes what is due: in its own functions, and by statement.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunStack } from '#bench/run-stack';
import { byFunction, byPackage, readProfile, selfTimes } from '#bench/report/profile';
import { printCosts, printShares } from '#bench/report/profile-report';
import { conclude } from '#bench/report/report';
import { readStatementCosts, startWatching, watchingSettings } from '#bench/report/statement-costs';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { workerVariant } from './engines/variants.ts';
import { createLab, setStage, takeSample } from './stage.ts';
import { throughputHosts } from './throughput.ts';

const shown = 25;

export async function profileWebhooks(closing: RunStack, size: Size): Promise<boolean> {
  const rows = size === 'smoke' ? 500 : 10_000;
  const lab = await createLab(closing, throughputHosts, watchingSettings);
  const stage = await setStage(lab, 'profiled', throughputHosts);
  const directory = join(lab.cluster.directory, 'profile');
  mkdirSync(directory);
  const startedAt = performance.now();
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500'];
  const worker = await stage.startWorker({ nodeArgs });
  const batch = { lab, stage, sample: await takeSample(lab, stage), rows };
  const variant = workerVariant(batch, { name: 'worker', workers: [worker] });
  // The first batch warms up.
  await variant.prepare?.();
  await variant.run(0, 0);
  await variant.prepare?.();
  await startWatching(stage.databaseUrl);
  const skipMs = performance.now() - startedAt;
  const { errors, seconds } = await variant.run(0, 0);
  const statements = await readStatementCosts(stage.databaseUrl, shown);
  await worker.end('SIGTERM');

  const profile = readProfile(directory);
  const functions = selfTimes(profile, { group: byFunction, skipMs }).slice(0, shown);
  const packages = selfTimes(profile, { group: byPackage, skipMs }).slice(0, shown);
  console.log(`${round(rows / seconds, 0)} deliveries/s to ${throughputHosts.length} endpoints while profiled`);
  printShares('function', functions);
  printShares('package', packages);
  printCosts(statements);
  return conclude({ profile: 'webhooks', size, functions, packages, statements }, [
    { name: 'errors', value: errors, atMost: 0 },
  ]);
}
