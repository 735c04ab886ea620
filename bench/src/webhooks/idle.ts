// What a worker costs that has nothing to do, with as many endpoints as a large deployment has.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import { copyRows } from '#bench/service/copy-rows';
import { cpuOfTree } from '#bench/service/machine';
import { round } from '#bench/numbers/statistics';
import type { Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import type { Part } from './part.ts';
import { hostNames } from './receivers.ts';
import { countRows, setStage, type Lab, type Stage } from './stage.ts';

export const idleHosts = hostNames('ok', 20);
/** Of one core, the process; what its connections use in the database is held to the same. */
const most = 0.01;

const sizes = {
  smoke: { endpoints: 1_000, settleS: 1, seconds: 2 },
  quick: { endpoints: 100_000, settleS: 10, seconds: 20 },
  full: { endpoints: 100_000, settleS: 20, seconds: 120 },
};

export async function measureIdle(lab: Lab, size: Size): Promise<Part> {
  const { endpoints, settleS, seconds } = sizes[size];
  const stage = await setStage(lab, 'idle', idleHosts);
  await fillEndpoints(stage, endpoints);
  const worker = await stage.startWorker();
  // What is only done at the start is over by then.
  await pause(settleS * 1000);
  const read = () => ({ worker: cpuOfTree(worker.pid), database: cpuOfTree(lab.cluster.pid) });
  const before = read();
  const startedAt = performance.now();
  await pause(seconds * 1000);
  const after = read();
  const shareOf = (ms: number) => round(ms / (performance.now() - startedAt), 4);
  const idle = {
    endpoints: await countRows(stage.databaseUrl, 'select from webhooks.endpoints'),
    worker: shareOf(after.worker - before.worker),
    database: shareOf(after.database - before.database),
  };
  await stage.close();
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  console.log(`\nIdle worker, ${idle.endpoints} endpoints, ${seconds} s: ${percent(idle.worker)} of a core`);
  console.log(`its database: ${percent(idle.database)}`);
  const checks: Check[] = [
    { name: 'idle: share of a core, worker', value: idle.worker, atMost: most },
    { name: 'idle: share of a core, its database', value: idle.database, atMost: most },
  ];
  return { figures: { idle }, checks };
}

/** Each is the only one of its account. Nothing is sent to them, so their copied secrets are never decrypted. */
const fillEndpoints = ({ databaseUrl, endpoints }: Stage, count: number): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await copyRows(client, {
      table: 'webhooks.endpoints',
      copies: Math.round(count / endpoints.length) - 1,
      changes: { id: `'whe_' || left(md5(r.id || n), 24)`, account_id: `'inst_' || left(md5(r.account_id || n), 24)` },
    });
    await client.query('vacuum analyze webhooks.endpoints');
    await client.query('checkpoint');
  });
