import { describe, expect, it } from 'vitest';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { dying } from '#testing/webhooks';
import { givenEnrollment, useBilling } from '../testing.ts';
import { issueStatements } from './issue-statements.ts';
import type { StatementView } from './schemas.ts';

const { harness, live, moveTo, run, statements } = useBilling();

const numbers = async (period: string): Promise<string[]> => {
  const rows = await harness.current.ctx.db.many<{ number: string }>({
    text: 'select number from memberships.statements where period = $1 order by number',
    values: [period],
  });
  return rows.map(({ number }) => number);
};

describe("a month's statements", () => {
  it('statements are issued once: run twice, concurrently, and after a process died midway, without a gap in their numbers', async () => {
    const callers: PartnerClient[] = [];
    for (let count = 0; count < 12; count += 1) {
      const caller = await live();
      await givenEnrollment(harness.current, caller.key);
      callers.push(caller);
    }
    moveTo('2026-12-01T06:00:00.000Z');
    const { ctx } = harness.current;
    // Killed between institutions, and killed just before an institution's statement is committed.
    let left = 4;
    const inTransaction: typeof ctx.db.inTransaction = (work) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return ctx.db.inTransaction(work);
    };
    await expect(issueStatements({ ...ctx, db: { ...ctx.db, inTransaction } }, '2026-11')).rejects.toThrow('killed');
    const four = await numbers('2026-11');
    expect(four).toHaveLength(4);
    await expect(issueStatements(dying(ctx), '2026-11')).rejects.toThrow('killed');
    expect(await numbers('2026-11')).toEqual(four);
    const results = await Promise.all(Array.from({ length: 4 }, () => issueStatements(ctx, '2026-11')));
    expect(results.reduce((sum, { issued }) => sum + issued, 0)).toBe(8);
    expect((await run('2026-11')).body).toEqual({ period: '2026-11', issued: 0, existing: 12, unpriced: [] });
    const expected = callers.map((_, index) => `MS-202611-${String(index + 1).padStart(4, '0')}`);
    expect(await numbers('2026-11')).toEqual(expected);
    for (const caller of callers) {
      expect(await statements(caller)).toHaveLength(1);
      const { rows } = await ctx.db.pool.query(
        "select from events.events where account_id = $1 and type = 'plan.statement.issued'",
        [caller.institutionId],
      );
      expect(rows).toHaveLength(1);
    }
    await run('2026-10');
    moveTo('2027-01-01T06:00:00.000Z');
    await run('2026-12');
    expect([(await numbers('2026-10')).length, (await numbers('2026-12')).at(-1)]).toEqual([0, 'MS-202612-0012']);
  });

  it('statements are listed newest first, by period and status, a page at a time; test credentials see none [P-STMT-001]', async () => {
    const caller = await live();
    await givenEnrollment(harness.current, caller.key);
    for (const [period, next] of [
      ['2027-01', '2027-02'],
      ['2027-02', '2027-03'],
      ['2027-03', '2027-04'],
    ] as const) {
      moveTo(`${next}-01T06:00:00.000Z`);
      await run(period);
    }
    const periods = async (query: string) => (await statements(caller, query)).map(({ period }) => period);
    expect(await periods('')).toEqual(['2027-03', '2027-02', '2027-01']);
    expect(await periods('&period=2027-02')).toEqual(['2027-02']);
    expect(await periods('&period=2026-02')).toEqual([]);
    expect(await periods('&status=paid')).toEqual([]);
    await harness.current.ctx.db.many({
      text: "update memberships.statements set status = 'paid' where institution_id = $1 and period = '2027-01'",
      values: [caller.institutionId],
    });
    expect(await periods('&status=paid')).toEqual(['2027-01']);
    expect(await periods('&status=issued&period=2027-01')).toEqual([]);
    const call = partnerCalls(harness.current, caller.key);
    const first = (await call('GET /plans/statements?limit=2')).body;
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const second = (await call(`GET /plans/statements?limit=2&cursor=${first.next_cursor}`)).body;
    expect([second.data.map(({ period }: StatementView) => period), second.has_more, second.next_cursor]).toEqual([
      ['2027-01'],
      false,
      null,
    ]);
    const test = await givenPartner(harness.current, { institutionId: caller.institutionId, livemode: false });
    for (const query of ['', '?period=2027-02', `?cursor=${first.next_cursor}`])
      expect((await partnerCalls(harness.current, test.key)(`GET /plans/statements${query}`)).body).toEqual({
        object: 'list',
        data: [],
        has_more: false,
        next_cursor: null,
      });
    expect(await statements(await live())).toEqual([]);
  });

  it.each([
    ['period', 'period=2027-13'],
    ['period', 'period=2027'],
    ['period', 'period='],
    ['status', 'status=open'],
    ['cursor', 'cursor=x'],
    ['created_from', 'created_from=2027-01-01'],
    ['limit', 'limit=101'],
  ])('the list refuses a query by the name of its parameter, in either mode: %s (%s)', async (path, query) => {
    for (const livemode of [true, false]) {
      const { key } = await givenPartner(harness.current, { livemode });
      const { status, body } = await partnerCalls(harness.current, key)(`GET /plans/statements?${query}`);
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'validation_failed', path]);
    }
  });

  it('a single statement has no URL in the partner API [P-STMT-002]', async () => {
    const caller = await live();
    expect((await partnerCalls(harness.current, caller.key)('GET /plans/statements/stm_x')).status).toBe(404);
  });
});
