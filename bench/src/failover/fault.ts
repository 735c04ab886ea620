// Whether what was acknowledged survives its primary: nodes of a cluster die, freeze, are cut off and switched while agents
// submit and a partner enrolls, is delivered to and reads; then everything is compared.
import { emptyLedger, startClients } from '#bench/intakes/clients';
import { conclude, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { drain, findOut } from './evidence.ts';
import type { Kind } from './faults.ts';
import { computeOutages, printOutages, type Struck } from './outages.ts';
import { startPartner } from './partner.ts';
import { watchReadiness } from './readiness.ts';
import { setStage, type Plant, type StageOptions } from './stage.ts';
import { strike } from './strike.ts';

type FaultOptions = StageOptions & { readonly seed: number };

const clientCount = 4;

/** With fewer acknowledged intakes per fault than this, too little was at stake for a test. */
const leastAckedPerFault = 20;

/** The faults by which a plant shows itself. */
const showing: Readonly<Record<Plant, readonly Kind[]>> = {
  asynchronous: ['kill'],
  'answer-before-commit': ['kill', 'freeze'],
  etcd3: ['freeze'],
};

export async function faultFailover(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const { size, seed, plant } = options;
  const stage = await setStage(closing, options);
  const { cluster, links, apiPort } = stage;
  console.log(`Ready after ${secondsSince(0)} s${size === 'full' && !links ? '; links cannot be cut here' : ''}.`);
  const base = `http://127.0.0.1:${apiPort}`;
  const ledger = emptyLedger();
  const startedAt = performance.now();
  const clients = startClients(clientCount, apiPort, ledger);
  const partner = startPartner({ base, key: stage.institution.key });
  const readiness = watchReadiness(base);
  const only = plant === undefined ? undefined : showing[plant];
  const struck = await strike(cluster, { size, seed, links, only }, { ledger, readiness });
  await Promise.all([clients.stop(), partner.stopEnrolling(), readiness.stop()]);
  console.log(`Load stopped after ${secondsSince(startedAt)} s; waiting until nothing is owed.`);
  // A claim outlives its worker's connection by 30 s, for which only the full size has time.
  const judgesMails = size === 'full' && plant === undefined;
  // With a plant only what was lost counts, and a cluster that it broke takes no more writes.
  const drained = plant !== undefined || (await drain(cluster.databaseUrl, judgesMails));
  await partner.stopReading();
  const { findings, figures } = await findOut(stage, { ledger, partner, judgesMails });
  return tell(options, struck, {
    findings,
    figures,
    refused: ledger.refused + partner.tally.refused,
    unanswered: ledger.unanswered + partner.tally.unanswered,
    drained,
    others: {
      nodes: cluster.nodes.length,
      links,
      unknownAs: ledger.unknownAs,
      unaskedEnds: { api: stage.api.ends, worker: stage.worker.ends },
    },
  });
}

const secondsSince = (startMs: number): number => Math.round((performance.now() - startMs) / 1000);

type Outcome = Awaited<ReturnType<typeof findOut>> & {
  readonly refused: number;
  readonly unanswered: number;
  readonly drained: boolean;
  readonly others: Readonly<Record<string, unknown>>;
};

function tell({ seed, size, plant }: FaultOptions, struck: readonly Struck[], outcome: Outcome): boolean {
  const { findings, figures, refused, unanswered, drained, others } = outcome;
  const counts = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.length]));
  for (const [name, found] of Object.entries(findings)) {
    if (found.length > 0) console.log(`${name}, for example: ${found.slice(0, 5).join(', ')}`);
  }
  printOutages(struck);
  const run = { fault: 'failover', seed, size, plant: plant ?? null, faults: struck.length, ...others };
  const unrepaired = struck.filter(({ wholeMs }) => wholeMs === Infinity).length;
  const zeros = { ...counts, refused, unanswered, undrained: drained ? 0 : 1, unrepaired };
  const all = { ...run, outages: computeOutages(struck), ...zeros, ...figures, seconds: secondsSince(0) };
  if (plant !== undefined) {
    const lost = (counts['lost'] ?? 0) + (counts['enrollmentsLost'] ?? 0);
    return conclude(all, [{ name: 'lost, as planted', value: lost, atLeast: 1 }]);
  }
  const checks: Check[] = Object.entries(zeros).map(([name, value]) => ({ name, value, atMost: 0 }));
  const acked = figures['acked'] ?? NaN;
  return conclude(all, [{ name: 'acked', value: acked, atLeast: struck.length * leastAckedPerFault }, ...checks]);
}
