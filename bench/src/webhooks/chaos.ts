// Whether exactly the committed events are delivered: processes and the database are killed while events are
// published and
// delivered, then what happened is compared with what arrived.
import { drain } from '#bench/kill-schedule';
import { concludeFindings } from '#bench/report';
import type { Instrument, RunStack } from '#bench/instrument';
import { send } from '#bench/service/http';
import { repeat } from '#bench/until';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startClients } from './chaos/clients.ts';
import {
  type Findings,
  countInFlight,
  countRepeats,
  findDiscrepancies,
  readChanges,
  readStored,
  type KillMoment,
} from './chaos/ledger.ts';
import { type Books, faults, type Fault, type Stage, type StageOptions, setStage } from './chaos/stage.ts';
import { type KillOrder, killProcesses } from './chaos/kill-schedule.ts';

/** The first retry comes after a minute, varied by up to a fifth. */
const stepS = 75;
const everyMs = 2000;

/**
 * Advances the service's clock, so that retries are due within the run. After a failure the next step tries again.
 */
async function moveClock({ line, accounts }: Stage, seconds: number, thenMs: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  const call = { method: 'POST', path: '/api/staff/v1/clock', token: accounts.staffToken, body } as const;
  await send(line, call).catch(() => undefined);
  await pause(thenMs);
}

type FaultOptions = KillOrder & StageOptions;

const clientCount = 6;

/** With fewer acknowledged deliveries per kill than this, the test would prove too little. */
const leastDeliveredPerKill = 50;

/**
 * The shards of dead workers wait for ten seconds; on a busy machine thousands of deliveries may queue behind them.
 */
const drainLimitMs = 600_000;

/** Advanced between two checks while draining, because the third retry waits half an hour. */
const drainStepS = 900;
const drainEveryMs = 750;

async function killAroundWebhooks(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const folder = closing.folder('fault');
  const inFolder = (name: string) => join(folder, `${name}.jsonl`);
  const books: Books = {
    arrivals: inFolder('arrivals'),
    answered: inFolder('answered'),
    committed: inFolder('committed'),
  };
  const stage = await setStage(closing, options, books);
  const { line, accounts } = stage;
  const clients = startClients({ line, accounts, count: clientCount, book: books.answered });
  await stage.writer.begin();
  const clock = repeat(() => moveClock(stage, stepS, everyMs));
  const startedAt = performance.now();
  const progress = async () => [clients.counts.acknowledged, (await stage.writer.count()).committed];
  const { kills, moments } = await killProcesses(stage, options, progress);
  const [written] = await Promise.all([stage.writer.stop(), clients.stop()]);
  await clock.stop();
  const loadS = Math.round((performance.now() - startedAt) / 1000);
  console.log(`Load stopped after ${loadS} s; waiting until nothing is owed.`);
  const drainedS = await drain({
    databaseUrl: stage.databaseUrl,
    queues: ['deliveries', 'messages'],
    limitMs: drainLimitMs,
    onWait: () => moveClock(stage, drainStepS, drainEveryMs),
  });
  const { findings, figures } = await findOut({ stage, moments, books });
  const killed = Object.values(kills).reduce((sum, number) => sum + number, 0);
  const { acknowledged, tally } = clients.counts;
  const { refused, unanswered } = tally;
  return concludeFindings({
    figures: {
      chaos: 'webhooks',
      seed: options.seed,
      size: options.size,
      inject: options.inject ?? null,
      kills,
      acknowledged,
      unknown: tally.unknownAs,
      writer: written,
      unaskedEnds: { api: stage.api.ends, workers: stage.workers.map(({ ends }) => ends) },
      loadS,
      drainedS,
      ...figures,
    },
    findings,
    zeros: { refused, unanswered, undrained: drainedS === undefined ? 1 : 0 },
    checks: [
      { name: 'delivered', value: figures.delivered, atLeast: killed * leastDeliveredPerKill, speed: true },
      { name: 'repeats', value: figures.repeats, atMost: figures.inFlightAtKills },
      { name: 'requests at once at one endpoint', value: figures.mostAtOnce, atMost: 8 },
    ],
    shownBy: options.inject && [expected[options.inject]],
  });
}

type Run = {
  readonly stage: Stage;
  readonly moments: readonly KillMoment[];
  readonly books: Books;
};

async function findOut({ stage, moments, books }: Run) {
  const stored = await readStored(stage.databaseUrl);
  const arrivals = stage.receivers.read();
  const inFlight = countInFlight(moments, arrivals);
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

/** The finding that each injected fault must cause. */
const expected: Readonly<Record<Fault, keyof Findings>> = {
  'finish-before-send': 'lost',
  'publish-outside-transaction': 'uncommitted',
  'new-event-id-on-retry': 'altered',
};

export const instrument: Instrument<Fault> = {
  faults,
  run: killAroundWebhooks,
};
