import { beforeAll, expect, it } from 'vitest';
import { maintainPartitions } from '#modules/webhooks';
import { givenIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { startProcess } from '#test/processes/processes';
import { until } from '#test/until';

const harness = useHarness();

beforeAll(async () => {
  const { clock, ctx } = harness.current;
  // Real processes run in real time, and so must the test data.
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  await maintainPartitions(ctx);
});

const query = async (text: string, values: unknown[] = []) =>
  (await harness.current.owner.pool.query(text, values)).rows;

const startWorker = () =>
  startProcess('worker', {
    DATABASE_URL: harness.current.config.databaseUrl.reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    METRICS_PORT: '0',
  });

/** One job of each kind that a row adds: a batch of the ledger, an erasure, a reset, a recovery. */
async function givenWork(): Promise<void> {
  const { intake_id: id } = await givenIntake(harness.current);
  const [row] = await query('select id from consultations.consultations where source_id = $1', [id]);
  await query(
    `insert into privacy.erasure_jobs (id, consultation_id, scope, reason, asked_by, asked_at)
     values ('erj_1', $1, 'case', 'asked_on_page', 'stf_1', now())`,
    [row.id],
  );
  await query(`begin; set local makewhole.account = '*';
    insert into sandbox.resets (institution_id, id, asked_by, asked_at, found) values ('inst_1', 'rst_1', 'usr_1', now(), '{}');
    insert into webhooks.event_recoveries (id, account_id, livemode, endpoint_id, event_ids, total, status, created_at)
    values ('evr_1', 'inst_1', false, 'whe_1', '{evt_1,evt_2}', 2, 'running', now()); commit`);
}

const names = ['consent.chain', 'privacy.erase-asked', 'sandbox.continue-resets', 'webhooks.recover-events'];
/** The tables that each of them uses midway. */
const needed = 'consent.head, consultations.consultations, sandbox.resets, webhooks.event_recoveries';

const countHeld = async (): Promise<number> => {
  const held = `select distinct data ->> 'job' from pgboss.job where state = 'active' and data ->> 'job' = any($1)`;
  const waiting = `select distinct relation from pg_locks where not granted and relation is not null
    and relation = any(string_to_array('${needed}', ', ')::regclass[])`;
  return Math.min((await query(held, [names])).length, (await query(waiting)).length);
};

type Work = { unchained: number; chained: number; links: number; erased: number; resets: number; places: number[] };

const look = async (): Promise<Work> => {
  const [row] = await query(`select count(*) filter (where seq is null)::int as unchained, count(seq)::int as chained,
      coalesce(max(seq), 0)::int as links,
      (select count(*)::int from privacy.erasures) as erased,
      (select count(*)::int from sandbox.resets where finished_at is not null) as resets,
      array(select place from webhooks.event_recoveries where status = 'done') as places from consent.entries`);
  return row as Work;
};

it('work that a worker was doing when it was killed is done by another within 60 seconds, once', async () => {
  await givenWork();
  const blocker = await harness.current.owner.pool.connect();
  await blocker.query(`begin; lock table ${needed} in access exclusive mode`);
  const first = startWorker();
  await until('each job to be in its middle', async () => (await countHeld()) === names.length);
  first.signal('SIGKILL');
  expect((await first.exited).signal).toBe('SIGKILL');
  const killedAt = performance.now();
  await blocker.query('rollback');
  blocker.release();
  const second = startWorker();
  const done = await until('all of it to be done', async () => {
    const work = await look();
    return work.unchained === 0 && work.erased > 0 && work.resets > 0 && work.places.length > 0 && work;
  });
  expect(performance.now() - killedAt).toBeLessThan(60_000);
  expect(done).toMatchObject({ erased: 1, resets: 1, places: [2] });
  expect(done.links).toBe(done.chained);
  second.signal('SIGTERM');
  expect((await second.exited).code).toBe(0);
});
