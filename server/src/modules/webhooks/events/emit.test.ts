import { describe, expect, it } from 'vitest';
import { sql, transact, typed } from '#platform/db';
import { useHarness } from '#test/harness';
import { emit } from './events.ts';
import type { NewEvent } from './rules.ts';

const harness = useHarness();

const received = (subjectId: string): Extract<NewEvent, { audience: 'agent' }> => ({
  audience: 'agent',
  type: 'intake.received',
  accountId: undefined,
  subjectId,
  livemode: true,
  data: { intake_id: subjectId, status: 'received' },
});

const eventsOf = (...subjectIds: string[]) =>
  harness.current.ctx.db.many(
    typed(sql.selectFrom('events.events').selectAll().where('subject_id', 'in', subjectIds).orderBy('place')),
  );

describe('emitting events', () => {
  it('emitting writes any number of events in one statement, in the order given', async () => {
    const { ctx } = harness.current;
    await harness.current.owner.pool.query(`create table test_statements (at timestamptz);
      grant all on test_statements to makewhole_worker;
      create function note_statement() returns trigger language plpgsql as
        $$ begin insert into test_statements values (now()); return null; end $$;
      create trigger note_statement after insert on events.events for each statement execute function note_statement()`);
    const subjects = Array.from({ length: 500 }, (_, index) => `int_many_${String(index).padStart(3, '0')}`);
    await transact(ctx, async (tx) => emit(tx, ...subjects.map(received)));
    const rows = await eventsOf(...subjects);
    expect(rows.map((row) => row.subject_id)).toEqual(subjects);
    expect(new Set(rows.map((row) => row.id)).size).toBe(500);
    expect(new Set(rows.map((row) => row.transaction_id)).size).toBe(1);
    expect((await ctx.db.pool.query('select from test_statements')).rowCount).toBe(1);
    await harness.current.owner.pool.query('drop function note_statement cascade');
  });

  it('emitting stores the text that is listed and delivered: id, type, time and status, nothing else', async () => {
    const { ctx, clock } = harness.current;
    await transact(ctx, async (tx) => emit(tx, { ...received('int_text'), accountId: 'agt_one' }));
    const [row] = await eventsOf('int_text');
    expect(row).toMatchObject({ type: 'intake.received', account_id: 'agt_one', created_at: clock.now() });
    expect(row?.id).toMatch(/^evt_[0-9A-Za-z]{24}$/);
    expect(JSON.parse(row?.thin ?? '')).toEqual({
      id: row?.id,
      object: 'event',
      type: 'intake.received',
      created_at: clock.now().toISOString(),
      data: { intake_id: 'int_text', status: 'received' },
    });
  });

  it('emitting writes nothing when there is no event', async () => {
    const count = async () => (await harness.current.ctx.db.pool.query('select from events.events')).rowCount;
    const before = await count();
    await transact(harness.current.ctx, async (tx) => emit(tx));
    expect(await count()).toBe(before);
  });

  it('emitting leaves no event of a change that was rolled back', async () => {
    const refused = transact(harness.current.ctx, async (tx) => {
      emit(tx, received('int_rolled_back'));
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(await eventsOf('int_rolled_back')).toEqual([]);
  });
});
