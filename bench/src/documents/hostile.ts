// Hostile files, and mutations of ordinary ones, uploaded to a running api while another client polls an intake.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openFiles, watchChildren } from '@makewhole/server/test/processes/child-memory.ts';
import { hostileFiles, padded } from '@makewhole/server/test/reports/hostile.ts';
import { makeReport } from '@makewhole/server/test/reports/corpus.ts';
import { requirePrograms } from '#bench/service/programs';
import { startCluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { cpuOfTree, disturbance, readMachine } from '#bench/service/machine';
import { conclude, printTable, printDisturbance, type Check } from '#bench/report/report';
import { migrate, startReadyApi } from '#bench/service/service';
import { percentile, round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { mutate, mutationBases } from './mutations.ts';
import { createIntakes, upload, type Answer, type Client } from './uploads.ts';

const sizes = {
  smoke: { mutations: 3, files: 1, calmMs: 500 },
  quick: { mutations: 300, files: Infinity, calmMs: 10_000 },
  full: { mutations: 5000, files: Infinity, calmMs: 10_000 },
};

/** An api takes 150 to 250 MB by itself; a child is bounded by its address space. */
const bounds = { childMb: 600, apiMb: 600, uploadMs: 120_000, latencyRatio: 2 };

export async function benchHostile(closing: RunStack, size: Size): Promise<boolean> {
  requirePrograms({ zzuf: 'zzuf', pdftotext: 'poppler-utils', bwrap: 'bubblewrap' });
  const { mutations: wanted, files: most, calmMs } = sizes[size];
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const blobs = closing.adopt(await mkdtemp(join(tmpdir(), 'bench-blobs-')), (path) => rm(path, { recursive: true }));
  const port = await freePort();
  const env = { BLOB_DIR: blobs, VEHICLE_DATA_DIR: join(tmpdir(), 'makewhole-vehicles') };
  const api = closing.adopt(await startReadyApi({ databaseUrl, port, env }), (one) => one.end('SIGTERM'));
  const base = `http://127.0.0.1:${port}`;
  const take = createIntakes(base);

  // From first to last, so that the cost of watching is in every figure.
  const children = watchChildren(api.pid);
  const before = await pollFor(base, await take(), async () => pause(calmMs));
  const files = await pollFor(base, await take(), () => uploadHostile(base, take, most));
  const mutations = await pollFor(base, await take(), () => uploadMutations(base, take, wanted));
  // Twice, because the machine may behave differently by now.
  const after = await pollFor(base, await take(), async () => pause(calmMs));
  const { peakMb, left } = children.stop();
  const alone = (before.p50 + after.p50) / 2;

  const apiMb = Math.round(
    Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );
  const leftFiles = leftBehind(api.pid);
  const phases = { alone: before, 'hostile files': files, mutations, 'alone again': after };
  printTable(
    ["others' requests beside", 'p50 ms', 'p99 ms'],
    Object.entries(phases).map(([name, { p50, p99 }]) => [name, round(p50, 2), round(p99, 2)]),
  );
  // Not for the two phases between: a sandbox's usage is not reported to its parent.
  printDisturbance(before.disturbance);
  printDisturbance(after.disturbance);
  const wrong = files.result.filter(({ ok }) => !ok).length;
  const checks: Check[] = [
    { name: 'hostile files answered wrong', value: wrong, atMost: 0 },
    { name: 'mutations uploaded', value: mutations.result.count, atLeast: wanted },
    { name: 'mutations answered neither 200 nor 400', value: mutations.result.other, atMost: 0 },
    {
      name: 'slowest upload ms',
      value: Math.max(mutations.result.slowestMs, ...files.result.map(({ ms }) => ms)),
      atMost: bounds.uploadMs,
    },
    { name: 'largest child MB', value: peakMb, atMost: bounds.childMb },
    { name: 'api MB', value: apiMb, atMost: bounds.apiMb },
    { name: 'children left', value: left, atMost: 0 },
    { name: 'temporary files left', value: leftFiles, atMost: 0 },
    {
      name: "others' p50, times as long beside hostile files",
      value: round(files.p50 / alone, 2),
      atMost: bounds.latencyRatio,
    },
    {
      name: "others' p50, times as long beside mutations",
      value: round(mutations.p50 / alone, 2),
      atMost: bounds.latencyRatio,
    },
  ];
  return conclude({ bench: 'documents hostile', size, mutations: mutations.result, peakMb, apiMb }, checks);
}

type Take = () => Promise<Client>;
type Judged = { readonly name: string; readonly ok: boolean; readonly ms: number };

async function uploadHostile(base: string, take: Take, most: number): Promise<Judged[]> {
  const judged: Judged[] = [];
  const tooLarge = {
    name: '15 MiB and a byte',
    answer: 'refuse',
    make: async () => padded((await makeReport('ccc', 1)).pdf, 15_728_641),
  } as const;
  for (const file of [tooLarge, ...hostileFiles].slice(0, most)) {
    const answer = await upload(base, await take(), await file.make());
    judged.push({
      name: file.name,
      ok: answer.status === (file.answer === 'read' ? 200 : 400),
      ms: Math.round(answer.ms),
    });
  }
  printTable(
    ['hostile file', 'right', 'ms'],
    judged.map(({ name, ok, ms }) => [name, ok ? 'yes' : 'NO', ms]),
  );
  return judged;
}

/** As many at a time as are read at a time, so that none waits for the others. */
async function uploadMutations(base: string, take: Take, wanted: number) {
  const bases = await mutationBases();
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < wanted; index = next++) {
      answers.push(await upload(base, await take(), await mutate(bases, index)));
      if (answers.length % 500 === 0) console.log(`${answers.length} mutations`);
    }
  };
  await Promise.all([work(), work()]);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const [read, refused] = [count(200), count(400)];
  const slowestMs = Math.round(Math.max(...answers.map(({ ms }) => ms)));
  return { count: answers.length, read, refused, other: answers.length - read - refused, slowestMs };
}

/** How long another client waits for a response during `work`. */
async function pollFor<T>(base: string, caller: Client, work: () => Promise<T>) {
  const machine = { at: readMachine(), ours: cpuOfTree(process.pid) };
  const visitor = new Worker(new URL('visitor-worker.ts', import.meta.url), { workerData: { base, caller } });
  const result = await work();
  const told = once(visitor, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  visitor.postMessage('stop');
  const [times] = (await told) as [number[]];
  const sorted = Float64Array.from(times).toSorted();
  return {
    result,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    disturbance: disturbance(machine.at, readMachine(), cpuOfTree(process.pid) - machine.ours),
  };
}

/** Files of uploads by name, and files without one that the api still has open. */
function leftBehind(pid: number): number {
  const named = readdirSync(tmpdir()).filter((name) => name.startsWith(`makewhole-upload-${pid}-`));
  const open = openFiles(pid).filter((path) => path.startsWith(`${tmpdir()}/`) && path.endsWith('(deleted)'));
  return named.length + open.length;
}
