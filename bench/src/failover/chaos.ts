// Whether acknowledged data survives the loss of its primary: cluster nodes die, freeze, are cut off and switched
// while
// agents submit and a partner enrolls, receives deliveries and reads. Then everything is compared.
import { drain } from '#bench/kill-schedule';
import { concludeFindings } from '#bench/report';
import { findOut } from './evidence.ts';
import type { Instrument, RunStack } from '#bench/instrument';
import { faults, type Fault, setStage, type StageOptions } from './stage.ts';
import { emptyLedger, startClients } from '#bench/intakes/clients';
import { type Kind, computeOutages, printOutages, disruptInTurn, watchReadiness } from './kill-schedule.ts';
import { startPartner } from './partner.ts';

type FaultOptions = StageOptions & { readonly seed: number };

const clientCount = 4;

/** Deliveries and, if emails are judged, claims of 30 s end within this time on a busy machine. */
const drainLimitMs = 120_000;

/** With fewer acknowledged intakes per fault than this, the test would prove too little. */
const leastAckedPerFault = 20;

/** The disruptions that reveal an injected fault. */
const showing: Readonly<Record<Fault, readonly Kind[]>> = {
  asynchronous: ['kill'],
  'answer-before-commit': ['kill', 'freeze'],
  etcd3: ['freeze'],
};

async function failOver(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const { size, seed, inject } = options;
  const stage = await setStage(closing, options);
  const { cluster, links, apiPort } = stage;
  console.log(`Ready after ${secondsSince(0)} s${size === 'full' && !links ? '; links cannot be cut here' : ''}.`);
  const base = `http://127.0.0.1:${apiPort}`;
  const ledger = emptyLedger();
  const startedAt = performance.now();
  const clients = startClients(clientCount, apiPort, ledger);
  const partner = startPartner({ base, key: stage.institution.key });
  const readiness = watchReadiness(base);
  const only = inject === undefined ? undefined : showing[inject];
  const disrupted = await disruptInTurn(cluster, { size, seed, links, only }, { ledger, readiness });
  await Promise.all([clients.stop(), partner.stopEnrolling(), readiness.stop()]);
  console.log(`Load stopped after ${secondsSince(startedAt)} s; waiting until nothing is owed.`);
  // A claim outlives its worker's connection by 30 s, for which only the full size has time.
  const judgesMails = size === 'full' && inject === undefined;
  // With an injected fault only lost data counts, and a cluster that it broke accepts no more writes.
  const drained =
    inject !== undefined ||
    (await drain({
      databaseUrl: cluster.databaseUrl,
      queues: judgesMails ? ['deliveries', 'messages'] : ['deliveries'],
      limitMs: drainLimitMs,
    })) !== undefined;
  await partner.stopReading();
  const { findings, figures } = await findOut(stage, { ledger, partner, judgesMails });
  printOutages(disrupted);
  return concludeFindings({
    figures: {
      chaos: 'failover',
      seed,
      size,
      inject: inject ?? null,
      disruptions: disrupted.length,
      nodes: cluster.nodes.length,
      links,
      unknownAs: ledger.tally.unknownAs,
      unaskedEnds: { api: stage.api.ends, worker: stage.worker.ends },
      outages: computeOutages(disrupted),
      ...figures,
      seconds: secondsSince(0),
    },
    findings,
    zeros: {
      refused: ledger.tally.refused + partner.tally.refused,
      unanswered: ledger.tally.unanswered + partner.tally.unanswered,
      undrained: drained ? 0 : 1,
      unrepaired: disrupted.filter(({ wholeMs }) => wholeMs === Infinity).length,
    },
    checks: [{ name: 'acked', value: figures.acked, atLeast: disrupted.length * leastAckedPerFault, speed: true }],
    shownBy: inject && ['lost', 'enrollmentsLost'],
  });
}

const secondsSince = (startMs: number): number => Math.round((performance.now() - startMs) / 1000);

export const instrument: Instrument<Fault> = {
  faults,
  // This fault shows only after several freezes.
  needsFull: ['etcd3'],
  run: failOver,
};
