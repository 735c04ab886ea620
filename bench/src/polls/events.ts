// GET /events as partners use it that poll: readers that follow the log while events are published.
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { newId } from '@makewhole/server/src/lib/tokens/ids.ts';
import { publishEvent } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import type { Lab } from '#bench/intakes/lab';
import { percentile, round } from '#bench/numbers/statistics';
import { makeInstitutions } from '#bench/roster/stage';
import { cpuOfTree } from '#bench/service/machine';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startReadyApi } from '#bench/service/service';
import type { Size } from '#bench/size';
import { startChild } from '#bench/webhooks/child';
import type { Reading, ReadOrder } from './reader-process.ts';

const readers = 200;

/** Each reader asks this often; together they ask 200 times a second. */
const everyMs = 1000;
const eventsPerSecond = 20;
const secondsOf: Readonly<Record<Size, number>> = { smoke: 1, quick: 8, full: 30 };

export type EventFigures = {
  readonly readers: number;
  readonly published: number;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time per read; that of the database includes publishing. */
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly errors: number;
  /** Events that a reader did not see, over all readers. */
  readonly missing: number;
};

export async function benchEvents({ databaseUrl, cluster, closing }: Lab, size: Size): Promise<EventFigures> {
  const [institution] = await makeInstitutions(databaseUrl, 1);
  if (institution === undefined) throw new Error('there is no institution');
  const port = await freePort();
  const env = { GAP_REQUESTS_PER_MIN: '1000000000' };
  const api = closing.adopt(await startReadyApi({ databaseUrl, port, env }), (one) => one.end('SIGKILL'));
  const child = closing.adopt(
    startChild<ReadOrder, Reading | undefined>({ script: '../polls/reader-process.ts' }),
    (one) => one.close(),
  );
  const url = `http://127.0.0.1:${port}/api/gap/v1/events`;
  const before = { server: cpuOfTree(api.pid), database: cpuOfTree(cluster.pid) };
  await child.ask({ kind: 'start', url, key: institution.key, readers, everyMs });
  const published = await publish(databaseUrl, { accountId: institution.id, seconds: secondsOf[size] });
  const reading = await child.ask({ kind: 'stop' });
  if (reading === undefined) throw new Error('nobody has read');

  const latencies = Float64Array.from(reading.latenciesMs).sort();
  const perRead = (ms: number) => round((ms * 1000) / latencies.length, 0);
  const figures = {
    readers,
    published,
    reads: latencies.length,
    p50Ms: round(percentile(latencies, 0.5), 2),
    p95Ms: round(percentile(latencies, 0.95), 2),
    p99Ms: round(percentile(latencies, 0.99), 2),
    serverUs: perRead(cpuOfTree(api.pid) - before.server),
    databaseUs: perRead(cpuOfTree(cluster.pid) - before.database),
    errors: reading.errors,
    missing: reading.seen.reduce((sum, seen) => sum + (published - seen), 0),
  };
  console.log(`\n${readers} readers of GET /events: ${JSON.stringify(figures)}`);
  return figures;
}

/** At a steady rate, a transaction each; returns how many. */
async function publish(databaseUrl: string, { accountId, seconds }: { accountId: string; seconds: number }) {
  const config = readConfig({ ...serviceEnv, DATABASE_URL: databaseUrl }, 'worker');
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-publisher', config, { logTo: nowhere });
  const startAt = performance.now();
  const count = eventsPerSecond * seconds;
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const wait = startAt + (turn * 1000) / eventsPerSecond - performance.now();
      if (wait > 0) await pause(wait);
      const subjectId = newId('ref', new Date());
      await transact(service.ctx, async (tx) =>
        publishEvent(tx, {
          audience: 'partner',
          type: 'referral.created',
          accountId,
          subjectId,
          livemode: true,
          thin: { referral: { id: subjectId, status: 'created' } },
          full: {},
        }),
      );
    }
    return count;
  } finally {
    await service.close();
  }
}
