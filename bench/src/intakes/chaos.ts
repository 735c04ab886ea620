// Whether acknowledged intakes survive: processes and the database are killed while clients submit, then everything
// is compared.
import { drain, drawKills, type Kill, type KillPlan, killInTurn, moreOf } from '#bench/kill-schedule';
import { concludeFindings } from '#bench/report';
import { type Cluster, withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/service';
import { setStage as setDatabase } from '#bench/service/stage';
import { type Supervised, superviseApi, superviseWorker } from '#bench/service/supervisor';
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import { type MailSink, startMailSink } from '#bench/service/mail-sink';
import {
  type Ledger,
  countRepeated,
  emptyLedger,
  findDiscrepancies,
  readStored,
  replay,
  startClients,
} from './clients.ts';

/** Faults that can be loaded into the api to check that a run finds them. */
const faults = ['answer-before-commit'] as const;
type Fault = (typeof faults)[number];

type StageOptions = {
  readonly inject: Fault | undefined;
  /** A folder for the logs of api and worker. */
  readonly logs: string | undefined;
};

type Stage = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly mail: MailSink;
  readonly api: Supervised;
  readonly worker: Supervised;
  readonly apiPort: number;
};

async function setStage(closing: RunStack, { inject, logs }: StageOptions): Promise<Stage> {
  const { cluster, databaseUrl } = await setDatabase(closing);
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const { api, port: apiPort } = await superviseApi(closing, { databaseUrl, inject, logs });
  const worker = await superviseWorker(closing, { databaseUrl, env: { SMTP_URL: mail.url }, logs });
  await Promise.all([api.ready(), worker.ready()]);
  return { cluster, databaseUrl, mail, api, worker, apiPort };
}

type Victim = 'api' | 'worker' | 'postgres';

type Form = KillPlan<Victim> & {
  /** After this much of the run a victim that has died once is not killed again; its later kills are dropped. */
  readonly untilMs: Readonly<Record<Victim, number>>;
};

const full: Form = {
  kills: { api: 20, worker: 15, postgres: 15 },
  overMs: 90_000,
  untilMs: { api: Infinity, worker: Infinity, postgres: Infinity },
};

/** Kills only processes that leave no claims to wait for. */
const smoke: Form = { ...full, kills: { api: 1, worker: 0, postgres: 0 }, overMs: 500 };

/**
 * A claim outlives its worker, or its database connection, by 30 s. So that the run ends within 50 s those two are
 * killed first, and the api is killed while their claims end.
 */
const quick: Form = {
  kills: { api: 5, worker: 4, postgres: 3 },
  overMs: 4000,
  untilMs: { api: 36_000, worker: 14_000, postgres: 14_000 },
};

const forms = { full, quick, smoke };

type FaultOptions = StageOptions & { readonly size: Size; readonly seed: number };

function planKills({ size, seed }: FaultOptions): Kill<Victim>[] {
  const drawn = drawKills(seededRandom(seed), forms[size]);
  if (size !== 'quick') return drawn;
  return [...drawn.filter(({ victim }) => victim !== 'api'), ...drawn.filter(({ victim }) => victim === 'api')];
}

/** Returns how many there were of each. */
async function killProcesses(stage: Stage, options: FaultOptions, { acknowledged }: Ledger) {
  const { untilMs } = forms[options.size];
  const progress = () => [acknowledged.length];
  const kills = await killInTurn(planKills(options), {
    progress,
    // The database is up again when `crash` returns.
    ready: (victim) => (victim === 'postgres' ? undefined : stage[victim].ready()),
    async kill(victim, turn) {
      // Counted from the start of this process, set-up included.
      if (turn > 0 && performance.now() > untilMs[victim]) return false;
      await (victim === 'postgres' ? stage.cluster.crash() : stage[victim].kill());
      return true;
    },
  });
  await Promise.all([stage.api.ready(), stage.worker.ready(), moreOf(progress)]);
  return kills;
}

const clientCount = 8;

/** With fewer acknowledged intakes per kill than this, the test would prove too little. */
const leastAckedPerKill = 20;

/** A worker's claim outlives it by 30 s; after that everything pending should be sent within seconds. */
const drainLimitMs = 60_000;

async function killAroundIntakes(closing: RunStack, options: FaultOptions): Promise<boolean> {
  const stage = await setStage(closing, options);
  const ledger = emptyLedger();
  const clients = startClients(clientCount, stage.apiPort, ledger);
  const startedAt = performance.now();
  const kills = await killProcesses(stage, options, ledger);
  await clients.stop();
  const loadS = (performance.now() - startedAt) / 1000;
  console.log(`Load stopped after ${loadS.toFixed(0)} s; waiting until nothing is owed.`);
  const drained = await drain({ databaseUrl: stage.databaseUrl, queues: ['messages'], limitMs: drainLimitMs });

  const stored = await withClient(stage.databaseUrl, readStored);
  const findings = findDiscrepancies({ acknowledged: ledger.acknowledged, stored, mails: stage.mail.received });
  const replayed = sampleForReplay(ledger);
  const wrongReplays = await replay(stage.apiPort, replayed);
  const killed = Object.values(kills).reduce((sum, number) => sum + number, 0);
  const { acknowledged, replays, tally } = ledger;
  const { refused, unanswered } = tally;
  return concludeFindings({
    figures: {
      chaos: 'intakes',
      seed: options.seed,
      size: options.size,
      inject: options.inject ?? null,
      kills,
      acked: acknowledged.length,
      intakes: stored.intakes.length,
      unknown: tally.unknownAs,
      replays,
      replayedAfterwards: replayed.length,
      mailsRepeated: countRepeated(stage.mail.received),
      longestGapMs: longestGap(ledger.answeredAtMs),
      unaskedEnds: { api: stage.api.ends, worker: stage.worker.ends },
      loadS: Math.round(loadS),
    },
    findings,
    zeros: { wrongReplays, refused, unanswered, undrained: drained === undefined ? 1 : 0 },
    checks: [{ name: 'acked', value: acknowledged.length, atLeast: killed * leastAckedPerKill, speed: true }],
    shownBy: options.inject && ['lost'],
  });
}

/** Every key whose outcome was unknown at some point, and a few others. */
const sampleForReplay = ({ acknowledged }: Ledger) =>
  acknowledged.filter(({ isRetried }, index) => isRetried || index % 50 === 0);

function longestGap(timesMs: readonly number[]): number {
  let longest = 0;
  for (const [index, time] of timesMs.entries()) longest = Math.max(longest, time - (timesMs[index - 1] ?? time));
  return Math.round(longest);
}

export const instrument: Instrument<Fault> = {
  faults,
  run: killAroundIntakes,
};
