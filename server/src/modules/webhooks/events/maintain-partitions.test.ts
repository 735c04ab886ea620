import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { startHarness, type Harness } from '#test/harness';
import { emit, findEventsOverdueSince } from './events.ts';
import { maintainPartitions } from './store.ts';

// Every test starts from a log without partitions, so each has its own database.
let harness: Harness;

const day = 86_400;
/** Partitions are dropped only when the database's clock agrees, so these days are long past. */
const fiveYears = 1826 * day;

beforeEach(async () => {
  harness = await startHarness();
  harness.clock.advance(-fiveYears);
});
afterEach(() => harness.close());

async function happened(subjectId: string): Promise<void> {
  const about = { accountId: undefined, subjectId, livemode: true, data: {} };
  const event = { audience: 'agent', type: 'intake.received', ...about } as const;
  await transact(harness.ctx, async (tx) => emit(tx, event));
}

async function partitions(): Promise<string[]> {
  const { rows } = await harness.ctx.db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events.events'::regclass order by 1`,
  );
  return rows.map((row) => row.name.replace('events.events_', ''));
}

/** The partition that the event is in. */
async function partitionOf(subjectId: string): Promise<string | undefined> {
  const { rows } = await harness.ctx.db.pool.query<{ name: string }>(
    'select tableoid::regclass::text as name from events.events where subject_id = $1',
    [subjectId],
  );
  return rows[0]?.name.replace('events.events_', '');
}

const madeAhead = ['20211115', '20211116', '20211117', '20211118', '20211119', '20211120', '20211121', '20211122'];

describe('maintaining the partitions of the event log', () => {
  it('maintenance creates today and the next seven days, and changes nothing the second time', async () => {
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 8, dropped: 0 });
    expect(await partitions()).toEqual([...madeAhead, 'default']);
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 0, dropped: 0 });
    expect(await partitions()).toEqual([...madeAhead, 'default']);
  });

  it('maintenance puts an event into the partition of its UTC day, to the millisecond', async () => {
    await maintainPartitions(harness.ctx);
    harness.clock.advance(day / 2 - 0.001);
    await happened('int_last');
    harness.clock.advance(0.001);
    await happened('int_first');
    expect(harness.clock.now().toISOString()).toBe('2021-11-16T00:00:00.000Z');
    expect([await partitionOf('int_last'), await partitionOf('int_first')]).toEqual(['20211115', '20211116']);
  });

  it('an event of a day without a partition is accepted, and moved once the partition exists', async () => {
    await happened('int_early');
    harness.clock.advance(20 * day);
    await happened('int_late');
    expect([await partitionOf('int_early'), await partitionOf('int_late')]).toEqual(['default', 'default']);
    const before = await wholeRow('int_late');
    await maintainPartitions(harness.ctx);
    expect(await partitionOf('int_late')).toBe('20211205');
    expect(await wholeRow('int_late')).toEqual(before);
    expect(await partitionOf('int_early')).toBe('20211115');
  });

  it('maintenance catches up after forty days: late events get their partitions, expired ones are dropped', async () => {
    await happened('int_old');
    harness.clock.advance(10 * day);
    await happened('int_kept');
    harness.clock.advance(30 * day);
    await happened('int_now');
    expect(await findEventsOverdueSince(harness.ctx)).toEqual(new Date('2021-12-18'));
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 9, dropped: 0 });
    expect([await partitionOf('int_old'), await partitionOf('int_kept'), await partitionOf('int_now')]).toEqual([
      undefined,
      '20211125',
      '20211225',
    ]);
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 0, dropped: 0 });
    expect(await findEventsOverdueSince(harness.ctx)).toBeUndefined();
    harness.clock.advance(2 * day);
    // A partition to create since yesterday, and one to drop since today.
    expect(await findEventsOverdueSince(harness.ctx)).toEqual(new Date('2021-12-26'));
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 2, dropped: 1 });
    expect(await partitionOf('int_kept')).toBeUndefined();
  });

  it('maintenance runs in one process at a time, so that two workers that start together do not collide', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => maintainPartitions(harness.ctx)));
    expect(results.reduce((sum, { made }) => sum + made, 0)).toBe(8);
  });

  it('maintenance drops a day after 31 days, with its events and no others', async () => {
    await maintainPartitions(harness.ctx);
    await happened('int_old');
    harness.clock.advance(day);
    await happened('int_next');
    harness.clock.advance(30 * day);
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 8, dropped: 0 });
    expect(await partitionOf('int_old')).toBe('20211115');
    harness.clock.advance(day);
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 1, dropped: 1 });
    expect([await partitionOf('int_old'), await partitionOf('int_next')]).toEqual([undefined, '20211116']);
    expect(await maintainPartitions(harness.ctx)).toEqual({ made: 0, dropped: 0 });
  });

  it('maintenance gives every partition the indexes of the log, so that reading stays fast', async () => {
    await maintainPartitions(harness.ctx);
    const { rows } = await harness.ctx.db.pool.query<{ columns: string }>(
      `select indexdef as columns from pg_indexes where schemaname = 'events' and tablename = 'events_20211115'`,
    );
    const definitions = rows.map((row) => row.columns).join('\n');
    for (const columns of ['(id, created_at)', '(subject_id)', '(account_id, era, transaction_id, place)']) {
      expect(definitions).toContain(columns);
    }
  });
});

async function wholeRow(subjectId: string): Promise<unknown> {
  const { rows } = await harness.ctx.db.pool.query('select * from events.events where subject_id = $1', [subjectId]);
  return rows;
}
