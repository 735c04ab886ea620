// How late another institution's events are listed and delivered while a roster, whose events are delivered too, is applied.
import { runWorker } from '#bench/service/service';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile, printTable, round } from '#bench/report';
import { startRunner } from '#bench/service/child';
import { hostNames, startReceivers, urlOf, type Receivers } from '#bench/webhooks/receivers';
import type { Enrolled, Neighborhood } from './neighbor-process.ts';
import { makeEndpoint, type Institution, type Stage } from '#bench/service/stage';

type Neighbors = { readonly sender: Institution; readonly neighbor: Institution };

/** Its api and worker, and what is sent while the neighbor enrolls vehicles. */
type Scene = Neighbors & {
  readonly openLab: (env: Readonly<Record<string, string>>) => Promise<{ readonly baseUrl: string }>;
  readonly sendRoster: (baseUrl: string, key: string) => Promise<unknown>;
  readonly calmS: number;
};

const everyMs = 200;
/** A delivery that has not arrived by then is counted as this late. */
const arrivalLimitMs = 20_000;

export async function benchNeighbor(stage: Stage, { sender, neighbor, openLab, sendRoster, calmS }: Scene) {
  const [theirs = '', ours = ''] = hostNames(2);
  const receivers = stage.closing.adopt(await startReceivers([theirs, ours]), (one) => one.close());
  await receivers.trust({
    [theirs]: await makeEndpoint(stage.databaseUrl, { institutionId: neighbor.id, url: urlOf(theirs) }),
    [ours]: await makeEndpoint(stage.databaseUrl, { institutionId: sender.id, url: urlOf(ours) }),
  });
  const { baseUrl } = await openLab(receivers.env);
  await runWorker(stage.closing, { databaseUrl: stage.databaseUrl, env: receivers.env });
  const enrolling = startRunner<Neighborhood, readonly Enrolled[]>(stage.closing, 'roster/neighbor-process.ts');
  const measure = async (work: () => Promise<unknown>) => {
    await enrolling.start({ baseUrl, key: neighbor.key, everyMs });
    await work();
    return delaysOf(receivers, theirs, await enrolling.stop());
  };
  // The first deliveries open connections and load code.
  await measure(() => pause(1000));
  const before = await measure(() => pause(calmS * 1000));
  const during = await measure(() => sendRoster(baseUrl, sender.key));
  printTable(
    ['another institution meanwhile', 'events', 'listed p95 ms', 'most', 'delivered p95 ms', 'most'],
    Object.entries({ 'nothing else': before, roster: during }).map(([name, one]) => [
      name,
      one.events,
      one.listed.p95,
      one.listed.most,
      one.delivered.p95,
      one.delivered.most,
    ]),
  );
  return { before, during };
}

/** From the answer to the call until the event is listed, and until its delivery has arrived; at least 0. */
async function delaysOf(receivers: Receivers, host: string, enrolled: readonly Enrolled[]) {
  const arrivedAt = new Map<string, number>();
  const deadline = performance.now() + arrivalLimitMs;
  while (enrolled.some(({ eventId }) => !arrivedAt.has(eventId)) && performance.now() < deadline) {
    await pause(100);
    for (const arrival of await receivers.collect()) {
      const [eventId = ''] = arrival.eventIds;
      if (arrival.host === host && !arrivedAt.has(eventId)) arrivedAt.set(eventId, arrival.atMs);
    }
  }
  const late = enrolled.map(
    ({ eventId, answeredAtMs }) => (arrivedAt.get(eventId) ?? answeredAtMs + arrivalLimitMs) - answeredAtMs,
  );
  return {
    events: enrolled.length,
    listed: summaryOf(enrolled.map(({ answeredAtMs, listedAtMs }) => listedAtMs - answeredAtMs)),
    delivered: summaryOf(late),
  };
}

function summaryOf(delays: readonly number[]) {
  const sorted = Float64Array.from(delays, (delay) => Math.max(0, delay)).sort();
  return { p95: round(percentile(sorted, 0.95), 0), most: round(sorted.at(-1) ?? Number.NaN, 0) };
}
