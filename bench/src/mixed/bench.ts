// Everything at once for an hour, while somebody holds a snapshot open: what the vacuum must leave behind, and whether users
// feel it.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { Client } from 'pg';
import { startMailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/service';
import { withClient } from '#bench/service/cluster';
import { type Check, conclude, percentile, printTable, round } from '#bench/report';
import { arrived } from '#bench/webhooks/receivers';
import { createLab, setStage, type Lab, type Stage } from '#bench/webhooks/stage';
import { matchArrivals } from '#bench/webhooks/latency';
import { startClients, type Clients, type Timed } from './clients.ts';

/** Below what two cores can do beside their tests: the question is what changes within the hour. */
const eventsPerSecond = 50;
/** The end by the start, of p95. */
const mostSlower = 1.5;

/** Of the dead rows: those of transactions that are just under way. */
const mostLeft = 0.05;

const sizes = {
  smoke: { minutes: 0.1, turns: 2 },
  quick: { minutes: 3, turns: 9 },
  full: { minutes: 60, turns: 60 },
};

type RunOptions = { readonly size: Size; readonly minutes: number | undefined };

/** The tables that workers look through all the time. */
const queues = ['webhooks.deliveries', 'customers.messages'] as const;

/** What users feel in one part of the time, and what the database holds at its end. */
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
  const clients = await startClients(closing, stage.databaseUrl);
  const play = { lab, stage, clients, perSecond: eventsPerSecond };
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
    { name: 'dead rows after a vacuum, of those before', value: left, atMost: mostLeft },
    ...Object.entries(slower).map(([what, value]): Check => ({
      name: `${what}: p95, end / start`,
      value,
      atMost: mostSlower,
    })),
  ];
  const walBytesPerSecond = walBytes;
  return conclude(
    {
      bench: 'mixed',
      size: options.size,
      minutes,
      perSecond: eventsPerSecond,
      walBytesPerSecond,
      slower,
      after,
      turns: played,
    },
    checks,
  );
}

type Play = { readonly lab: Lab; readonly stage: Stage; readonly clients: Clients; readonly perSecond: number };

async function playTurn({ lab, stage, clients, perSecond }: Play, seconds: number): Promise<Omit<Turn, 'atS'>> {
  await lab.receivers.collect();
  const began = new Date();
  const accounts = stage.endpoints.map(({ accountId }) => accountId);
  const [written, timed] = await Promise.all([
    stage.writer.write({ perSecond, seconds, accounts }),
    clients.visit(seconds),
  ]);
  await arrived(lab.receivers, written.length);
  const arrivals = await lab.receivers.collect();
  const { latenciesMs, missing, forged } = matchArrivals(written, arrivals, stage.endpoints);
  const all: Timed[] = [
    ...timed,
    { what: 'deliver', latenciesMs: [...latenciesMs], errors: missing + forged },
    { what: 'send a mail', latenciesMs: await mailWaits(stage, began), errors: 0 },
  ];
  return {
    p95Ms: Object.fromEntries(
      all.map(({ what, latenciesMs: of }) => [what, round(percentile(of.toSorted(ascending), 0.95), 1)]),
    ),
    errors: all.reduce((sum, of) => sum + of.errors, 0),
    ...(await queueState(stage)),
  };
}

const ascending = (one: number, other: number): number => one - other;

/** A transaction that only reads, and keeps what it could read from being vacuumed. */
async function holdSnapshot(closing: RunStack, { databaseUrl }: Stage): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  closing.defer(() => client.end().catch(() => undefined));
  await client.query('begin isolation level repeatable read read only');
  await client.query('select count(*) from webhooks.deliveries');
  return client;
}

/** From the moment in which a mail was caused to the one in which the mail server had it, of those that left since. */
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

/** The last fifth of the time by the first one: the median of p95 in each. */
function slowerBy(played: readonly Turn[]): Record<string, number> {
  const share = Math.max(1, Math.floor(played.length / 5));
  const middle = (turns: readonly Turn[], what: string) =>
    percentile(turns.map(({ p95Ms }) => p95Ms[what] ?? Number.NaN).toSorted(ascending), 0.5);
  const names = Object.keys(played[0]?.p95Ms ?? {});
  const ratio = (what: string) => middle(played.slice(-share), what) / middle(played.slice(0, share), what);
  return Object.fromEntries(names.map((what) => [what, round(ratio(what), 2)]));
}

function printTurns(played: readonly Turn[]): void {
  const names = Object.keys(played[0]?.p95Ms ?? {});
  printTable(
    ['after s', ...names.map((name) => `${name} p95 ms`), 'errors', 'dead rows', 'queue bytes', 'vacuums'],
    played.map((turn) => [
      String(turn.atS),
      ...names.map((name) => turn.p95Ms[name] ?? ''),
      turn.errors,
      turn.deadRows,
      turn.queueBytes,
      turn.vacuums,
    ]),
  );
}

export const instrument: Instrument = {
  takes: ['minutes'],
  run: (closing, { size, minutes }) => runMixed(closing, { size, minutes }),
};
