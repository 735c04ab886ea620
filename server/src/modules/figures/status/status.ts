import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { prepared, type Db } from '#platform/db';
import {
  computeStatus,
  lateS,
  partNames,
  reportedWithinS,
  slowMs,
  storedDays,
  type Counts,
  type PartName,
  type Sample,
  type ServiceStatus,
} from './rules.ts';

/** The samples' summary: now, in the last 24 hours and in the last 90 days. */
export async function getStatus(ctx: Ctx): Promise<ServiceStatus> {
  const now = ctx.clock.now();
  const [aDayAgo, longAgo] = [addDays(now, -1), addDays(now, -storedDays)];
  const [newest, hours, days, firstOfHours, firstOfDays] = await Promise.all([
    findNewest(ctx.db, now),
    countDays(ctx.db, aDayAgo, now),
    countDays(ctx.db, longAgo, now),
    findFirst(ctx.db, aDayAgo),
    findFirst(ctx.db, longAgo),
  ]);
  // Before the very first sample there was nothing to measure; later gaps are missing samples.
  const isOlder = firstOfDays !== undefined && firstOfDays < aDayAgo;
  return computeStatus({
    now,
    hasMail: ctx.mail.configured,
    newest,
    lastDay: { days: hours, since: isOlder ? aDayAgo : firstOfHours },
    lastDays: { days, since: firstOfDays },
  });
}

/** What other modules know about themselves. */
export type Measurements = {
  readonly webhookWaitS: (ctx: Ctx) => Promise<number>;
  readonly messageWaitS: (ctx: Ctx) => Promise<number>;
  /** Undefined while unknown. */
  readonly readers: () => boolean | undefined;
};

/** Measures the service once and stores the sample for this minute. */
export async function sampleStatus(ctx: Ctx, { webhookWaitS, messageWaitS, readers }: Measurements): Promise<number> {
  const databaseMs = await measureAnswerMs(ctx.db);
  const [webhooks, messages] = [await webhookWaitS(ctx), await messageWaitS(ctx)];
  await insertSample(ctx.db, {
    minute: ctx.clock.now(),
    databaseMs,
    webhookWaitS: Math.round(webhooks),
    messageWaitS: Math.round(messages),
    readers: readers() ?? null,
  });
  return 0;
}

type Row = {
  readonly minute: Date;
  readonly api_processes: number;
  readonly database_ms: number;
  readonly webhook_wait_s: number;
  readonly message_wait_s: number;
  readonly readers: boolean | null;
};

const insert = prepared<
  [minute: Date, databaseMs: number, webhookWaitS: number, messageWaitS: number, readers: boolean | null],
  never
>(
  'status.insert-sample',
  `insert into status.samples (minute, api_processes, database_ms, webhook_wait_s, message_wait_s, readers)
   select date_trunc('minute', $1::timestamptz),
     (select count(*) from platform.processes
      where (name like 'makewhole-api-%' or name like 'makewhole-all-%')
        and beat_at > now() - make_interval(secs => ${reportedWithinS})), $2, $3, $4, $5
   on conflict (minute) do nothing`,
);

/** Once a minute, whichever worker is first. */
const insertSample = (db: Db, sample: Omit<Sample, 'apiProcesses'>) =>
  db.many(insert(sample.minute, sample.databaseMs, sample.webhookWaitS, sample.messageWaitS, sample.readers));

const nothing = prepared<[], { one: number }>('status.ask-nothing', 'select 1 as one');

/** How long the database takes to answer an empty statement. */
async function measureAnswerMs(db: Db): Promise<number> {
  const started = performance.now();
  await db.find(nothing());
  return Math.round(performance.now() - started);
}

const newest = prepared<[now: Date], Row>(
  'status.find-newest',
  'select * from status.samples where minute <= $1 order by minute desc limit 1',
);

async function findNewest(db: Db, now: Date): Promise<Sample | undefined> {
  const row = await db.find(newest(now));
  return (
    row && {
      minute: row.minute,
      apiProcesses: row.api_processes,
      databaseMs: row.database_ms,
      webhookWaitS: row.webhook_wait_s,
      messageWaitS: row.message_wait_s,
      readers: row.readers,
    }
  );
}

const first = prepared<[from: Date], { minute: Date | null }>(
  'status.find-first',
  'select min(minute) as minute from status.samples where minute >= $1',
);

/** The first sample since then. */
const findFirst = async (db: Db, from: Date): Promise<Date | undefined> =>
  (await db.find(first(from)))?.minute ?? undefined;

type CountRow = { readonly day: string; readonly measured: number; readonly readers_known: number } & Readonly<
  Record<PartName, number>
>;

const counts = prepared<[from: Date, to: Date], CountRow>(
  'status.count-days',
  `select to_char(minute at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as measured,
     count(readers)::integer as readers_known,
     (count(*) filter (where api_processes > 0))::integer as api,
     (count(*) filter (where database_ms < ${slowMs}))::integer as database,
     (count(*) filter (where webhook_wait_s < ${lateS}))::integer as webhooks,
     (count(*) filter (where message_wait_s < ${lateS}))::integer as messages,
     (count(*) filter (where readers))::integer as readers
   from status.samples where minute >= $1 and minute <= $2 group by 1 order by 1`,
);

/** Minutes by day in UTC. */
async function countDays(db: Db, from: Date, to: Date): Promise<Counts[]> {
  const rows = await db.many(counts(from, to));
  return rows.map((row) => ({
    day: row.day,
    measured: byPart((name) => (name === 'readers' ? row.readers_known : row.measured)),
    ok: byPart((name) => row[name]),
  }));
}

const byPart = (count: (name: PartName) => number): Record<PartName, number> =>
  Object.fromEntries(partNames.map((name) => [name, count(name)])) as Record<PartName, number>;
