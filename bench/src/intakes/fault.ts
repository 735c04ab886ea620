// Whether an acknowledged intake survives: processes and the database are killed while clients submit, then everything
// is compared.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { conclude, type Check } from '#bench/report/report';
import { emptyLedger, replay, startClients, type Ledger } from './clients.ts';
import { countRepeated, findDiscrepancies, type Findings, type Stored } from './ledger.ts';
import { setStage, type StageOptions } from './stage.ts';
import { strike, type KillOrder, type Victim } from './strike.ts';

type FaultOptions = KillOrder & StageOptions;

const clientCount = 8;

/** With fewer acknowledged intakes per kill than this, too little was at stake for a test. */
const leastAckedPerKill = 20;

/** A worker's claim outlives it by 30 s; after that everything pending should be sent within seconds. */
const drainLimitMs = 60_000;

export async function faultIntakes(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const stage = await setStage(closing, options);
  const ledger = emptyLedger();
  const clients = startClients(clientCount, stage.apiPort, ledger);
  const startedAt = performance.now();
  const kills = await strike(stage, options, ledger);
  await clients.stop();
  const loadS = (performance.now() - startedAt) / 1000;
  console.log(`Load stopped after ${loadS.toFixed(0)} s; waiting until nothing is owed.`);
  const drained = await drain(stage.databaseUrl);

  const stored = await readStored(stage.databaseUrl);
  const findings = findDiscrepancies({ acknowledged: ledger.acknowledged, stored, mails: stage.mail.received });
  const replayed = sampleForReplay(ledger);
  const wrongReplays = await replay(stage.apiPort, replayed);
  return tell(options, {
    kills,
    findings,
    wrongReplays,
    drained,
    figures: {
      acked: ledger.acknowledged.length,
      intakes: stored.intakes.length,
      unknown: ledger.unknown,
      replays: ledger.replays,
      replayedAfterwards: replayed.length,
      refused: ledger.refused,
      unanswered: ledger.unanswered,
      mailsRepeated: countRepeated(stage.mail.received),
      longestGapMs: longestGap(ledger.answeredAtMs),
      unaskedEnds: { api: stage.api.ends, worker: stage.worker.ends },
      loadS: Math.round(loadS),
    },
  });
}

/** Waits until no message is waiting or claimed; returns whether that happened in time. */
export async function drain(databaseUrl: string): Promise<boolean> {
  const deadline = performance.now() + drainLimitMs;
  return withClient(databaseUrl, async (client) => {
    while (performance.now() < deadline) {
      const { rowCount } = await client.query(
        "select 1 from customers.messages where state in ('waiting', 'claimed') limit 1",
      );
      if (rowCount === 0) return true;
      await pause(250);
    }
    return false;
  });
}

export const readStored = (databaseUrl: string): Promise<Stored> =>
  withClient(databaseUrl, async (client) => {
    const intakes = await client.query<Stored['intakes'][number]>('select id, email, status from intakes.intakes');
    const events = await client.query<Stored['events'][number]>(
      'select subject_id as "subjectId", type from events.events',
    );
    return { intakes: intakes.rows, events: events.rows };
  });

/** Every key whose outcome was ever unknown, and a few others. */
const sampleForReplay = ({ acknowledged, retriedKeys }: Ledger) =>
  acknowledged.filter(({ key }, index) => retriedKeys.has(key) || index % 50 === 0);

function longestGap(timesMs: readonly number[]): number {
  let longest = 0;
  for (const [index, time] of timesMs.entries()) longest = Math.max(longest, time - (timesMs[index - 1] ?? time));
  return Math.round(longest);
}

type Outcome = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly findings: Findings;
  readonly wrongReplays: number;
  readonly drained: boolean;
  readonly figures: Readonly<Record<string, unknown>> & Record<'acked' | 'refused' | 'unanswered', number>;
};

function tell({ seed, size, plant }: FaultOptions, { kills, findings, wrongReplays, drained, figures }: Outcome) {
  const counts = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.length]));
  const all = {
    fault: 'intakes',
    seed,
    size,
    plant: plant ?? null,
    kills,
    drained,
    ...counts,
    wrongReplays,
    ...figures,
  };
  for (const [name, value] of Object.entries(all)) console.log(`${name}: ${JSON.stringify(value)}`);
  for (const [name, found] of Object.entries(findings)) {
    if (found.length > 0) console.log(`${name}, for example: ${found.slice(0, 5).join(', ')}`);
  }
  if (plant !== undefined) {
    return conclude(all, [{ name: 'lost, as planted', value: findings.lost.length, atLeast: 1 }]);
  }
  const { acked, refused, unanswered } = figures;
  const zeros = { ...counts, wrongReplays, refused, unanswered, undrained: drained ? 0 : 1 };
  const checks: Check[] = Object.entries(zeros).map(([name, value]) => ({ name, value, atMost: 0 }));
  const killed = Object.values(kills).reduce((sum, number) => sum + number, 0);
  return conclude(all, [{ name: 'acked', value: acked, atLeast: killed * leastAckedPerKill }, ...checks]);
}
