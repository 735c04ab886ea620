// The whole load for an hour while one transaction holds a snapshot open: what the vacuum must leave behind, and
// whether
// users notice.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { Client } from 'pg';
import { startMailSink } from '#bench/service/mail-sink';
import { freePort, runApi } from '#bench/service/service';
import { type Runner, startRunner } from '#bench/service/child';
import { withClient } from '#bench/service/cluster';
import { makeInstitution } from '#bench/service/stage';
import { type Check, conclude, median, percentiles, printTable, round } from '#bench/report';
import { intakesPath, submit } from '#bench/intakes/request';
import type { Caller, Heard } from '#bench/load/callers-process';
import { createLab, setStage, type Lab, type Stage } from '#bench/webhooks/stage';
import { awaitArrivals } from '#bench/webhooks/latency';

/** Below what two cores can do while the tests run: the run looks for changes within the hour. */
const eventsPerSecond = 50;
/** p95 at the end divided by p95 at the start. */
const mostSlower = 1.5;

/** Share of dead rows that belong to transactions in progress. */
const mostLeft = 0.05;

const sizes = {
  smoke: { minutes: 0.1, turns: 2 },
  quick: { minutes: 3, turns: 9 },
  full: { minutes: 60, turns: 60 },
};

type RunOptions = { readonly size: Size; readonly minutes: number | undefined };

/** The tables that workers poll all the time. */
const queues = ['webhooks.deliveries', 'customers.messages'] as const;

/** What users experience in one interval, and the state of the database at its end. */
type Turn = {
  readonly atS: number;
  readonly p95Ms: Readonly<Record<string, number>>;
  readonly errors: number;
  readonly queueBytes: number;
  readonly deadRows: number;
  /** Runs of the vacuum since the beginning. */
  readonly vacuums: number;
};

async function runMixed(closing: RunStack, options: RunOptions): Promise<boolean> {
  const { turns, minutes: usual } = sizes[options.size];
  const minutes = options.minutes ?? usual;
  const seconds = (minutes * 60) / turns;
  const lab = await createLab(closing);
  const stage = await setStage(lab, 'mixed');
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  await stage.startWorker({ SMTP_URL: mail.url });
  const honest = startRunner<readonly Caller[], Heard>(closing, 'load/callers-process.ts');
  const play = { lab, stage, callers: await makeCallers(closing, stage.databaseUrl), honest };
  await playTurn(play, Math.min(5, seconds));
  const snapshot = await holdSnapshot(closing, stage);
  const walBefore = await lab.cluster.walPosition();
  const played: Turn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const atS = round(seconds * (turn + 1), 0);
    played.push({ atS, ...(await playTurn(play, seconds)) });
    console.log(JSON.stringify(played.at(-1)));
  }
  const walBytes = round(((await lab.cluster.walPosition()) - walBefore) / (minutes * 60), 0);
  await snapshot.end();
  const after = await vacuumed(stage);
  printTurns(played);
  console.log(`after the snapshot and a vacuum: ${after.deadRows} dead rows, ${after.queueBytes} bytes`);
  const slower = slowerBy(played);
  const left = round(after.deadRows / Math.max(1, played.at(-1)?.deadRows ?? 0), 3);
  const errors = played.reduce((sum, turn) => sum + turn.errors, 0);
  const checks: Check[] = [
    { name: 'missing, forged or refused', value: errors, atMost: 0 },
    { name: 'dead rows after a vacuum, of those before', value: left, atMost: mostLeft, speed: true },
    ...Object.entries(slower).map(([what, value]): Check => ({
      name: `${what}: p95, end / start`,
      value,
      atMost: mostSlower,
      speed: true,
    })),
  ];
  return conclude(
    { bench: 'mixed', size: options.size, minutes, walBytesPerSecond: walBytes, slower, after, turns: played },
    checks,
  );
}

type Play = {
  readonly lab: Lab;
  readonly stage: Stage;
  readonly callers: readonly Caller[];
  readonly honest: Runner<readonly Caller[], Heard>;
};

/** Agents and an institution that use the API while webhooks are delivered. */
async function makeCallers(closing: RunStack, databaseUrl: string): Promise<readonly Caller[]> {
  const { base } = await runApi(closing, { databaseUrl });
  const { key } = await makeInstitution(databaseUrl);
  const { intakeId, token } = await submit(base, 'first@example.com');
  return [
    { what: 'submit', url: `${base}${intakesPath}`, perSecond: 5 },
    { what: 'poll', url: `${base}${intakesPath}/${intakeId}`, token, perSecond: 20 },
    { what: 'list events', url: `${base}/api/gap/v1/events`, token: key, perSecond: 5 },
  ];
}

async function playTurn({ lab, stage, callers, honest }: Play, seconds: number): Promise<Omit<Turn, 'atS'>> {
  await lab.receivers.collect();
  const began = new Date();
  const accounts = stage.endpoints.map(({ accountId }) => accountId);
  await honest.start(callers);
  const written = await stage.writer.write({ perSecond: eventsPerSecond, seconds, accounts });
  const { latenciesMs: asked, errors } = await honest.stop();
  const { latenciesMs, missing, forged } = await awaitArrivals(lab.receivers, written, stage.endpoints);
  const all = { ...asked, deliver: latenciesMs, 'send a mail': await mailWaits(stage, began) };
  return {
    p95Ms: Object.fromEntries(Object.entries(all).map(([what, of]) => [what, percentiles(of).p95Ms])),
    errors: errors + missing + forged,
    ...(await queueState(stage)),
  };
}

/** A read-only transaction that keeps the rows it can see from being vacuumed. */
async function holdSnapshot(closing: RunStack, { databaseUrl }: Stage): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  closing.defer(() => client.end().catch(() => undefined));
  await client.query('begin isolation level repeatable read read only');
  await client.query('select count(*) from webhooks.deliveries');
  return client;
}

/** From the moment an email was caused until the mail server had it, for emails that left since then. */
const mailWaits = ({ databaseUrl }: Stage, since: Date): Promise<number[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from customers.messages
       where state = 'sent' and finished_at >= $1`,
      [since],
    );
    return rows.map(({ ms }) => ms);
  });

type QueueState = Pick<Turn, 'queueBytes' | 'deadRows' | 'vacuums'>;

/** Of the tables that are polled; the dead rows as the database itself counts them. */
const queueState = ({ databaseUrl }: Stage): Promise<QueueState> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<QueueState>(
      `select sum(pg_total_relation_size(q.name::regclass))::float8 as "queueBytes",
         sum(pg_stat_get_dead_tuples(q.name::regclass))::integer as "deadRows",
         sum(pg_stat_get_autovacuum_count(q.name::regclass))::integer as vacuums
       from unnest($1::text[]) as q (name)`,
      [queues],
    );
    return rows[0] ?? { queueBytes: Number.NaN, deadRows: Number.NaN, vacuums: Number.NaN };
  });

async function vacuumed(stage: Stage): Promise<QueueState> {
  await withClient(stage.databaseUrl, (client) => client.query(`vacuum ${queues.join(', ')}`));
  return queueState(stage);
}

/** The last fifth of the time compared with the first: the median of p95 in each. */
function slowerBy(played: readonly Turn[]): Record<string, number> {
  const share = Math.max(1, Math.floor(played.length / 5));
  const middle = (turns: readonly Turn[], what: string) => median(turns.map(({ p95Ms }) => p95Ms[what] ?? NaN));
  const names = Object.keys(played[0]?.p95Ms ?? {});
  const ratio = (what: string) => middle(played.slice(-share), what) / middle(played.slice(0, share), what);
  return Object.fromEntries(names.map((what) => [what, round(ratio(what), 2)]));
}

const printTurns = (played: readonly Turn[]): void =>
  printTable(
    played.map((turn) => ({
      'after s': String(turn.atS),
      ...Object.fromEntries(Object.entries(turn.p95Ms).map(([name, ms]) => [`${name} p95 ms`, ms])),
      errors: turn.errors,
      'dead rows': turn.deadRows,
      'queue bytes': turn.queueBytes,
      vacuums: turn.vacuums,
    })),
  );

export const instrument: Instrument = {
  takes: ['minutes'],
  run: (closing, { size, minutes }) => runMixed(closing, { size, minutes }),
};
