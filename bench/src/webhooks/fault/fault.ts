// Whether exactly what committed is delivered: processes and the database are killed while events are published and
// delivered, then what happened is compared with what arrived.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { conclude, type Check } from '#bench/report/report';
import { startClients } from './clients.ts';
import { moveClock, startClock } from './clock.ts';
import { readChanges, readStored } from './evidence.ts';
import { countInFlight, countRepeats, findDiscrepancies, type Findings } from './ledger.ts';
import { setStage, type Books, type Plant, type Stage, type StageOptions } from './stage.ts';
import { strike, type KillOrder, type Strikes } from './strike.ts';

type FaultOptions = KillOrder & StageOptions;

const clientCount = 6;

/** With fewer acknowledged deliveries per kill than this, too little was at stake for a test. */
const leastDeliveredPerKill = 50;

/** Shards of dead workers rest for ten seconds; on a busy machine thousands of deliveries may wait behind them. */
const drainLimitMs = 600_000;

/** While draining, per second: the third retry waits half an hour. */
const drainStepS = 900;

export async function faultWebhooks(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'makewhole-fault-'));
  closing.adopt(folder, async () => rmSync(folder, { recursive: true, force: true }));
  const inFolder = (name: string) => join(folder, `${name}.jsonl`);
  const books: Books = {
    arrivals: inFolder('arrivals'),
    answered: inFolder('answered'),
    committed: inFolder('committed'),
  };
  const stage = await setStage(closing, options, books);
  const { call, accounts } = stage;
  const clients = startClients({ call, accounts, count: clientCount, book: books.answered });
  await stage.writer.begin();
  const clock = startClock(stage);
  const startedAt = performance.now();
  const progress = async () => [clients.tally.acknowledged, (await stage.writer.count()).committed];
  const strikes = await strike(stage, options, progress);
  const [written] = await Promise.all([stage.writer.stop(), clients.stop()]);
  await clock.stop();
  const loadS = Math.round((performance.now() - startedAt) / 1000);
  console.log(`Load stopped after ${loadS} s; waiting until nothing is owed.`);
  const drainedS = await drain(stage);
  return tell(options, await findOut({ stage, strikes, books }), {
    kills: strikes.kills,
    drained: drainedS !== undefined,
    ...clients.tally,
    writer: written,
    unaskedEnds: { api: stage.api.ends, workers: stage.workers.map(({ ends }) => ends) },
    loadS,
    drainedS,
  });
}

/**
 * Waits until no delivery and no message is pending; returns how long that took, or undefined when it took too long.
 */
async function drain(stage: Stage): Promise<number | undefined> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const open = `select from webhooks.deliveries
    union all select from customers.messages where state in ('waiting', 'claimed') limit 1`;
  return withClient(stage.databaseUrl, async (client) => {
    while (elapsedMs() < drainLimitMs) {
      if ((await client.query(open)).rowCount === 0) return Math.round(elapsedMs() / 1000);
      await moveClock(stage, drainStepS);
      await pause(1000);
    }
    return undefined;
  });
}

type Run = {
  readonly stage: Stage;
  readonly strikes: Strikes;
  readonly books: Books;
};

type Outcome = { readonly findings: Findings; readonly figures: Readonly<Record<string, number>> };

async function findOut({ stage, strikes: { strikes }, books }: Run): Promise<Outcome> {
  const stored = await readStored(stage.databaseUrl);
  const arrivals = stage.receivers.read();
  const inFlight = countInFlight(strikes, arrivals);
  const answered = readChanges(books.answered, books.committed);
  const { endpoints } = stage.accounts;
  const findings = findDiscrepancies({ acknowledged: answered, stored, endpoints, arrivals, inFlight });
  return {
    findings,
    figures: {
      changes: stored.subjects.reduce((sum, { must }) => sum + must.length, 0),
      events: stored.events.length,
      deliveries: stored.deliveries.length,
      arrivals: arrivals.length,
      delivered: new Set(arrivals.filter(({ acknowledged }) => acknowledged).map(({ deliveryId }) => deliveryId)).size,
      failedAttempts: arrivals.filter(({ acknowledged }) => !acknowledged).length,
      repeats: countRepeats(arrivals),
      mostAtOnce: arrivals.reduce((most, { open }) => Math.max(most, open), 0),
      inFlightAtKills: [...inFlight.values()].reduce((sum, times) => sum + times, 0),
    },
  };
}

/** The finding that each planted bug must lead to. */
const expected: Readonly<Record<Plant, keyof Findings>> = {
  'finish-before-send': 'lost',
  'publish-outside-transaction': 'uncommitted',
  'new-event-id-on-retry': 'altered',
};

type Told = Readonly<Record<string, unknown>> & {
  readonly kills: Strikes['kills'];
  readonly drained: boolean;
  readonly refused: number;
  readonly unanswered: number;
};

function tell({ seed, size, plant }: FaultOptions, { findings, figures }: Outcome, told: Told): boolean {
  const counts = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.length]));
  const all = { fault: 'webhooks', seed, size, plant: plant ?? null, ...told, ...figures, ...counts };
  for (const [name, value] of Object.entries(all)) console.log(`${name}: ${JSON.stringify(value)}`);
  for (const [name, found] of Object.entries(findings)) {
    if (found.length > 0) console.log(`${name}, for example: ${found.slice(0, 5).join(', ')}`);
  }
  if (plant !== undefined) {
    const name = expected[plant];
    return conclude(all, [{ name: `${name}, as planted`, value: findings[name].length, atLeast: 1 }]);
  }
  const { refused, unanswered } = told;
  const zeros = { ...counts, refused, unanswered, undrained: told.drained ? 0 : 1 };
  const killed = Object.values(told.kills).reduce((sum, number) => sum + number, 0);
  const checks: Check[] = [
    { name: 'delivered', value: figures['delivered'] ?? 0, atLeast: killed * leastDeliveredPerKill },
    { name: 'repeats', value: figures['repeats'] ?? NaN, atMost: figures['inFlightAtKills'] ?? NaN },
    { name: 'requests at once at one endpoint', value: figures['mostAtOnce'] ?? NaN, atMost: 8 },
    ...Object.entries(zeros).map(([name, value]) => ({ name, value, atMost: 0 })),
  ];
  return conclude(all, checks);
}
