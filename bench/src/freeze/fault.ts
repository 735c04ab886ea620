// Whether a database that stops answering with its connections open is noticed, harms nobody for longer than it must, and costs
// nothing that was acknowledged: its processes are stopped (SIGSTOP) and continued while clients submit.
import { setTimeout as pause } from 'node:timers/promises';
import { emptyLedger, startClients, type Ledger } from '#bench/intakes/clients';
import { drain, readStored } from '#bench/intakes/fault';
import { countRepeated, findDiscrepancies } from '#bench/intakes/ledger';
import { setStage, type Stage } from '#bench/intakes/stage';
import { conclude, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startProcess, startReadyApi, waitReady } from '#bench/service/service';
import type { Size } from '#bench/size';
import { watchReadiness, type Readiness } from './watch-readiness.ts';

type FreezeOptions = { readonly size: Size; readonly logs: string | undefined };

/** How long the database is silent each time; longer than a lease of 30 s where it matters who reaps. */
const freezesS: Readonly<Record<Size, readonly number[]>> = { full: [8, 40, 15, 40], quick: [8], smoke: [6] };
const clientCount = 8;

/** It is noticed after 4 s, and who waits is answered by then and the time to connect again. */
const answersAfterThawMs = 5_000;
const noticedMs = 3_000;
const stopsWithinMs = 13_000;

export async function faultFreeze(closing: RunStack, { size, logs }: FreezeOptions): Promise<boolean> {
  const stage = await setStage(closing, { plant: undefined, logs });
  const readiness = closing.adopt(watchReadiness(stage.apiPort), (watch) => watch.stop());
  await readiness.until([]);
  const ledger = emptyLedger();
  const clients = startClients(clientCount, stage.apiPort, ledger);
  const freezes: Freeze[] = [];
  for (const seconds of freezesS[size]) freezes.push(await freeze(stage, { ledger, readiness, seconds }));
  const { syncWaitNoticedMs, refusal } = await holdCommits(stage, readiness);
  await clients.stop();
  const stops = await stopWhileFrozen(closing, stage);
  const drained = await drain(stage.databaseUrl);
  const stored = await readStored(stage.databaseUrl);
  const findings = findDiscrepancies({ acknowledged: ledger.acknowledged, stored, mails: stage.mail.received });
  const counts = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.length]));
  const mailsRepeated = countRepeated(stage.mail.received);
  const worst = (pick: (one: Freeze) => number) => Math.max(...freezes.map(pick));
  const zeros = { ...counts, mailsRepeated, refused: ledger.refused, undrained: drained ? 0 : 1 };
  const checks: Check[] = [
    { name: 'acked', value: ledger.acknowledged.length, atLeast: 20 * freezes.length },
    { name: 'noticedMs', value: worst(({ noticedAfterMs }) => noticedAfterMs), atMost: noticedMs },
    { name: 'backMs', value: worst(({ backAfterMs }) => backAfterMs), atMost: answersAfterThawMs },
    { name: 'syncWaitNoticedMs', value: syncWaitNoticedMs, atMost: 10_000 },
    { name: 'status of a write during sync_wait', value: refusal.status, atLeast: 503, atMost: 503 },
    { name: 'Retry-After of it', value: refusal.retryAfterS, atLeast: 1 },
    { name: 'ms until it', value: refusal.tookMs, atMost: 2000 },
    ...stops.flatMap(({ role, code, tookMs }) => [
      { name: `${role} exit code`, value: code, atMost: 0 },
      { name: `${role} stopMs`, value: tookMs, atMost: stopsWithinMs },
    ]),
    ...Object.entries(zeros).map(([name, value]) => ({ name, value, atMost: 0 })),
  ];
  const figures = {
    fault: 'freeze',
    size,
    freezes,
    syncWaitNoticedMs,
    refusal,
    stops,
    acked: ledger.acknowledged.length,
  };
  return conclude({ ...figures, ...zeros }, checks);
}

type Freeze = { readonly seconds: number; readonly noticedAfterMs: number; readonly backAfterMs: number };
type Order = { readonly ledger: Ledger; readonly readiness: Readiness; readonly seconds: number };

async function freeze({ cluster }: Stage, { ledger, readiness, seconds }: Order): Promise<Freeze> {
  await acknowledged(ledger, 30);
  const frozenAt = performance.now();
  const thaw = cluster.freeze();
  try {
    await readiness.until(['database']);
    const noticedAfterMs = Math.round(performance.now() - frozenAt);
    await pause(seconds * 1000 - noticedAfterMs);
    thaw();
    const thawedAt = performance.now();
    await acknowledged(ledger, 1);
    const backAfterMs = Math.round(performance.now() - thawedAt);
    await readiness.until([]);
    return { seconds, noticedAfterMs, backAfterMs };
  } finally {
    thaw();
  }
}

/** Waits until so many more intakes are acknowledged. */
async function acknowledged({ acknowledged: list }: Ledger, more: number): Promise<void> {
  for (const enough = list.length + more; list.length < enough;) await pause(20);
}

type Refusal = { readonly status: number; readonly retryAfterS: number; readonly tookMs: number };
type Held = { readonly syncWaitNoticedMs: number; readonly refusal: Refusal };

/** Commits wait for a standby that is not there; returns after which time that was said, and how a write was answered. */
function holdCommits({ cluster, apiPort }: Stage, readiness: Readiness): Promise<Held> {
  return withClient(cluster.url('postgres'), async (client) => {
    const set = async (names: string) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`);
      await client.query('select pg_reload_conf()');
    };
    const heldAt = performance.now();
    await client.query('set synchronous_commit = local');
    await set('nobody');
    await readiness.until(['sync_wait']);
    const syncWaitNoticedMs = Math.round(performance.now() - heldAt);
    const refusal = await tryToWrite(apiPort);
    await set('');
    await readiness.until([]);
    return { syncWaitNoticedMs, refusal };
  });
}

async function tryToWrite(apiPort: number): Promise<Refusal> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${apiPort}/api/agent/v1/intakes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { status: response.status, retryAfterS, tookMs: Math.round(performance.now() - startedAt) };
}

type Stop = { readonly role: string; readonly code: number; readonly tookMs: number };

/** An api with a request under way and a worker get SIGTERM while the database is silent. */
async function stopWhileFrozen(closing: RunStack, { cluster, databaseUrl, mail }: Stage): Promise<Stop[]> {
  const port = await freePort();
  const metricsPort = await freePort();
  const api = closing.adopt(await startReadyApi({ databaseUrl, port }), (one) => one.end('SIGKILL'));
  const env = { ...serviceEnv, DATABASE_URL: databaseUrl, SMTP_URL: mail.url, METRICS_PORT: String(metricsPort) };
  const worker = closing.adopt(startProcess({ script: 'server/src/start/worker.ts', env }), (one) =>
    one.end('SIGKILL'),
  );
  await waitReady(worker, `http://127.0.0.1:${metricsPort}/metrics`);
  const thaw = cluster.freeze();
  try {
    const waiting = fetch(`http://127.0.0.1:${port}/api/gap/v1/referrals`, {
      headers: { authorization: `Bearer gap_live_${'0'.repeat(43)}` },
    }).catch(() => undefined);
    await pause(1_000);
    const stops = [
      { role: 'api', process: api },
      { role: 'worker', process: worker },
    ].map(async ({ role, process }) => {
      const startedAt = performance.now();
      const { code } = await process.end('SIGTERM');
      return { role, code: code ?? Number.NaN, tookMs: Math.round(performance.now() - startedAt) };
    });
    await waiting;
    return await Promise.all(stops);
  } finally {
    thaw();
  }
}
