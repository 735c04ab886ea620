// The delay until another institution's events are listed and delivered, while a roster that also causes deliveries
// is applied.
import { runWorker } from '#bench/service/service';
import { setTimeout as pause } from 'node:timers/promises';
import { percentiles, printTable } from '#bench/report';
import { isSoon } from '#bench/until';
import { startRunner } from '#bench/service/child';
import { hostNames, startReceivers, urlOf, type Receivers } from '#bench/webhooks/receivers';
import type { Enrolled, Neighborhood } from './neighbor-process.ts';
import { makeEndpoint, type Institution, type Stage } from '#bench/service/stage';

type Neighbors = { readonly sender: Institution; readonly neighbor: Institution };

/** Its api and worker, and the work that runs while the neighbor enrolls vehicles. */
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
    Object.entries({ 'nothing else': before, roster: during }).map(([name, one]) => ({
      'another institution meanwhile': name,
      events: one.events,
      'listed p95 ms': one.listed.p95Ms,
      'listed max ms': one.listed.maxMs,
      'delivered p95 ms': one.delivered.p95Ms,
      'delivered max ms': one.delivered.maxMs,
    })),
  );
  return { before, during };
}

/** From the call's response until the event is listed, and until its delivery has arrived; at least 0. */
async function delaysOf(receivers: Receivers, host: string, enrolled: readonly Enrolled[]) {
  const arrivedAt = new Map<string, number>();
  const isThere = async () => {
    for (const arrival of await receivers.collect()) {
      const [eventId = ''] = arrival.eventIds;
      if (arrival.host === host && !arrivedAt.has(eventId)) arrivedAt.set(eventId, arrival.atMs);
    }
    return enrolled.every(({ eventId }) => arrivedAt.has(eventId));
  };
  await isSoon(isThere, { limitMs: arrivalLimitMs, everyMs: 100 });
  const delays = (of: (one: Enrolled) => number) =>
    percentiles(
      enrolled.map((one) => Math.max(0, of(one) - one.answeredAtMs)),
      0,
    );
  return {
    events: enrolled.length,
    listed: delays(({ listedAtMs }) => listedAtMs),
    delivered: delays(({ eventId, answeredAtMs }) => arrivedAt.get(eventId) ?? answeredAtMs + arrivalLimitMs),
  };
}
