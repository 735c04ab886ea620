// GET /events for partners that poll: readers follow the log while events are published.
import type { Size } from '#bench/instrument';
import type { Lab } from '#bench/intakes/request';
import { percentiles, round } from '#bench/report';
import { startRunner } from '#bench/service/child';
import { cpuOfTree } from '#bench/service/machine';
import { runApi } from '#bench/service/service';
import { makeInstitution, publishReferrals } from '#bench/service/stage';
import type { Reading, ReadOrder } from './reader-process.ts';

const readers = 200;

/** Each reader polls at this interval; together they send 200 requests a second. */
const everyMs = 1000;
const eventsPerSecond = 20;
const secondsOf: Readonly<Record<Size, number>> = { smoke: 1, quick: 8, full: 30 };

export async function benchEvents({ databaseUrl, cluster, closing }: Lab, size: Size) {
  const institution = await makeInstitution(databaseUrl);
  const { process: api, base } = await runApi(closing, { databaseUrl });
  const reader = startRunner<ReadOrder, Reading>(closing, 'polls/reader-process.ts');
  const url = `${base}/api/gap/v1/events`;
  const before = { server: cpuOfTree(api.pid), database: cpuOfTree(cluster.pid) };
  await reader.start({ url, key: institution.key, readers, everyMs });
  const published = eventsPerSecond * secondsOf[size];
  await publishReferrals(databaseUrl, { accountId: institution.id, count: published, perSecond: eventsPerSecond });
  const reading = await reader.stop();

  const { latenciesMs, errors, seen } = reading;
  const perRead = (ms: number) => round((ms * 1000) / latenciesMs.length, 0);
  const figures = {
    readers,
    published,
    reads: latenciesMs.length,
    ...percentiles(latenciesMs, 2),
    // Processor time; that of the database includes publishing.
    serverUs: perRead(cpuOfTree(api.pid) - before.server),
    databaseUs: perRead(cpuOfTree(cluster.pid) - before.database),
    errors,
    // Events that a reader did not see, over all readers.
    missing: seen.reduce((sum, of) => sum + (published - of), 0),
  };
  console.log(`\n${readers} readers of GET /events: ${JSON.stringify(figures)}`);
  return figures;
}
