import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { enterEra } from './store.ts';
import { beginEra, emit, registerLongWriter, resumeWork, watchPause } from './events.ts';
import { listEvents, type EventPage, type EventQuery } from './list-events.ts';
import type { PartnerEvent } from './rules.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '16' });

const happened = (accountId: string): PartnerEvent => ({
  audience: 'partner',
  type: 'plan.enrollment.created',
  accountId,
  subjectId: `enr_${crypto.randomUUID()}`,
  livemode: true,
  thin: { enrollment: { id: 'enr_1' } },
  full: {},
});

const write = (accountId: string): Promise<string | undefined> =>
  transact(harness.current.ctx, async (tx) => emit(tx, happened(accountId))[0]?.id);

const read = (accountId: string, changes: Partial<EventQuery> = {}): Promise<EventPage> =>
  listEvents(harness.current.ctx, {
    accountId,
    livemode: true,
    type: undefined,
    createdFrom: undefined,
    createdTo: undefined,
    order: 'asc',
    after: undefined,
    limit: 100,
    ...changes,
  });

const idsOf = ({ events }: EventPage): string[] => events.map((text) => JSON.parse(text).id as string);

/** The page of these events and no others. A transaction in another database that ends at this moment delays readers. */
const readUntil = (ids: readonly (string | undefined)[], changes: Partial<EventQuery> = {}): Promise<EventPage> =>
  until(`a page of ${ids.join()}`, async () => {
    const page = await read(account, changes);
    return idsOf(page).join() === ids.join() && page;
  });

const sql = (text: string, values: unknown[] = []) => harness.current.ctx.db.pool.query(text, values);

/** Simulates a restore or a move: the log and the last epoch are from another cluster's history. */
const comeFrom = (history: string) =>
  sql('update events.log_epochs set history = $1 where era = (select max(era) from events.log_epochs)', [history]);

const here = async (): Promise<string> => (await sql('select events.history() as here')).rows[0].here;

/** The same cluster, before it was promoted. */
const otherTimeline = async (): Promise<string> => `${(await here()).split('/')[0]}/0000BEEF`;

/** Simulates the log of another cluster: every id so far is higher than this cluster's next one. */
const raiseIds = () =>
  sql(`update events.events set transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8`);

let account: string;
beforeEach(async () => {
  account = `inst_${crypto.randomUUID()}`;
  await sql('delete from events.events');
  await sql('delete from events.log_epochs where era > 0');
  await sql('update events.log_epochs set history = events.history(), paused = false');
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe('a log that came from another history', () => {
  it('an old cursor continues in a restored log: everything written since, and nothing twice', async () => {
    const before = [await write(account), await write(account)];
    await raiseIds();
    await comeFrom('7000000000000000001/00000001');
    const first = await readUntil(before);
    expect(first.cursor?.era).toBe('0');
    const after = [await write(account), await write(account), await write(account)];
    const more = await readUntil(after.slice(0, 2), { after: first.cursor, limit: 2 });
    await readUntil(after.slice(2), { after: more.cursor });
    await readUntil([...before, ...after]);
    await readUntil([...before, ...after].toReversed(), { order: 'desc' });
  });

  it('a restored log begins one epoch, however many transactions write first', async () => {
    await comeFrom(await otherTimeline());
    await Promise.all(Array.from({ length: 12 }, () => write(account)));
    const { rows } = await sql('select distinct era from events.events');
    expect(rows).toHaveLength(1);
    await until('all of them', async () => (await read(account)).events.length === 12);
    expect((await sql('select from events.log_epochs')).rowCount).toBe(2);
  });

  it('a new epoch is above every earlier one, including those of a lost history', async () => {
    await comeFrom(await otherTimeline());
    const began = Math.floor(Date.now() / 1000);
    expect(Number((await enterEra(harness.current.ctx.db)).era)).toBeGreaterThanOrEqual(began - 5);
    await sql('update events.log_epochs set era = era + 1000000 where era > 0');
    const known = (await sql('select max(era)::text as era from events.log_epochs')).rows[0].era as string;
    expect((await beginEra(harness.current.ctx)).era).toBe(String(BigInt(known) + 1n));
  });

  it('work continues after a promotion, and is paused in another cluster', async () => {
    const { db } = harness.current.ctx;
    await comeFrom(await otherTimeline());
    expect((await enterEra(db)).paused).toBe(false);
    await comeFrom('7000000000000000001/00000001');
    expect((await enterEra(db)).paused).toBe(true);
    // A promotion during the pause does not end the pause.
    await comeFrom(await otherTimeline());
    expect((await enterEra(db)).paused).toBe(true);
    expect([await resumeWork(harness.current.ctx), await resumeWork(harness.current.ctx)]).toEqual([true, false]);
    expect((await enterEra(db)).paused).toBe(false);
  });

  it('a new epoch begins when the log comes back to an earlier cluster', async () => {
    const home = await here();
    await sql(`insert into events.log_epochs (era, history) values (1000, 'elsewhere/1')`);
    const first = await write(account);
    const { rows } = await sql('select era, history from events.log_epochs order by era desc limit 1');
    expect([Number(rows[0].era) > 1000, rows[0].history]).toEqual([true, home]);
    await readUntil([first], { after: { era: '1000', transactionId: '5', position: '5' } });
  });

  it('a restored log can be read before the first write, whatever ids its events have', async () => {
    const before = await write(account);
    await raiseIds();
    await comeFrom(await otherTimeline());
    expect((await readUntil([before])).hasMore).toBe(false);
  });

  it('a restored log drops its long writers, whose ids are reused', async () => {
    await sql(`insert into events.long_writers select (n::text)::xid8, 'inst_other' from generate_series(
      pg_current_xact_id()::text::bigint, pg_current_xact_id()::text::bigint + 1000) as n`);
    await comeFrom(await otherTimeline());
    const client = new Client({ connectionString: harness.current.config.databaseUrl.reveal() });
    await client.connect();
    ends.push(() => client.end());
    await enterEra(harness.current.ctx.db);
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const written = await write(account);
    // The open transaction may still write for this account, whatever an earlier registration under its id.
    expect((await read(account)).events).toEqual([]);
    await client.query('commit');
    await readUntil([written]);
  });

  it('a long transaction that writes first in a restored log does not block others', async () => {
    await comeFrom(await otherTimeline());
    const { ctx } = harness.current;
    await transact(ctx, async (tx) => {
      await registerLongWriter(ctx, tx, 'inst_long');
      emit(tx, happened('inst_long'));
      await tx.db.many({ text: 'select 1', values: [] });
      expect((await readUntil([await write(account)])).hasMore).toBe(false);
    });
  });
});

describe('a cursor of a history that a restore discarded', () => {
  it('a discarded cursor continues from the last common epoch, and repeats rather than skips', async () => {
    const before = [await write(account), await write(account)];
    await beginEra(harness.current.ctx);
    const after = await write(account);
    const { rows } = await sql('select max(era)::text as era from events.log_epochs');
    const lost = String(BigInt(rows[0].era) - 1n);
    const page = await readUntil([...before, after], { after: { era: lost, transactionId: '9', position: '9' } });
    expect(page.cursor?.era).toBe(rows[0].era);
  });

  it('a cursor ahead of the cluster continues from the beginning of its epoch, as after a disk restore', async () => {
    const before = await write(account);
    const ahead = { era: '0', transactionId: '18446744073709551615', position: '1' };
    await readUntil([before], { after: ahead });
    // There are no events yet, so the reader keeps its cursor and loses nothing.
    const other = await read('inst_without_events', { after: ahead });
    expect([other.events, other.cursor]).toEqual([[], ahead]);
  });
});

describe('an epoch begun by command', () => {
  it('an epoch begun by command waits for open writers, so that the earlier epoch is complete', async () => {
    const { ctx } = harness.current;
    const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = transact(ctx, async (tx) => {
      const [event] = emit(tx, happened(account));
      await tx.db.many({ text: 'select 1', values: [] });
      written.resolve();
      await end.promise;
      return event?.id;
    });
    await written.promise;
    const begun = beginEra(ctx);
    await until('the command waits', async () => {
      const { rowCount } = await sql(`select from pg_locks where not granted and relation = 'events.events'::regclass`);
      return rowCount === 1;
    });
    const later = write(account);
    end.resolve();
    const [first, , second] = await Promise.all([open, begun, later]);
    await readUntil([first, second]);
    const { rows } = await sql('select id, era::text from events.events order by era');
    expect(rows.map((row) => row.era)).toEqual(['0', (await begun).era]);
  });

  it('an epoch begun by command pauses workers until they are resumed', async () => {
    const { ctx } = harness.current;
    const watch = watchPause(ctx);
    ends.push(() => watch.stop());
    await watch.known;
    expect(watch.isPaused()).toBe(false);
    await beginEra(ctx);
    await until('paused', async () => watch.isPaused());
    await resumeWork(ctx);
    await until('resumed', async () => !watch.isPaused());
    expect(harness.current.logLines.join('\n')).toMatch(/events\.paused[^]*events\.resumed/);
  });
});

it('a page in a new epoch is read by the index of the log only', async () => {
  const { ctx } = harness.current;
  await transact(ctx, async (tx) => emit(tx, ...Array.from({ length: 500 }, () => happened(account))));
  await sql('analyze events.events');
  const { rows } = await sql(
    `explain (costs off) select thin from events.events e where account_id = $1
       and (era, transaction_id) < (events.open_epoch(), events.horizon($1))
       and (era, transaction_id, place) > (select era, transaction_id, place from events.go_on_from(0, '3'::xid8, 0))
     order by e.era, e.transaction_id, e.place limit 10`,
    [account],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Cond: .*events\.horizon/);
  expect(plan).not.toMatch(/Filter: .*(era|transaction_id)/);
  expect(plan).not.toMatch(/Sort/);
});
