// GET /events as partners use it that poll: readers that follow the log while events are published.
import type { Size } from '#bench/instrument';
import type { Lab } from '#bench/intakes/request';
import { percentile, round } from '#bench/report';
import { startRunner } from '#bench/service/child';
import { cpuOfTree } from '#bench/service/machine';
import { runApi } from '#bench/service/service';
import { makeInstitutions, publishReferrals } from '#bench/service/stage';
import type { Reading, ReadOrder } from './reader-process.ts';

const readers = 200;

/** Each reader asks this often; together they ask 200 times a second. */
const everyMs = 1000;
const eventsPerSecond = 20;
const secondsOf: Readonly<Record<Size, number>> = { smoke: 1, quick: 8, full: 30 };

type EventFigures = {
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
  const { process: api, base } = await runApi(closing, { databaseUrl });
  const reader = startRunner<ReadOrder, Reading>(closing, 'polls/reader-process.ts');
  const url = `${base}/api/gap/v1/events`;
  const before = { server: cpuOfTree(api.pid), database: cpuOfTree(cluster.pid) };
  await reader.start({ url, key: institution.key, readers, everyMs });
  const published = eventsPerSecond * secondsOf[size];
  await publishReferrals(databaseUrl, { accountId: institution.id, count: published, perSecond: eventsPerSecond });
  const reading = await reader.stop();

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
