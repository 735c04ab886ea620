import { describe, expect, it } from 'vitest';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { givenEnrollment, useBilling } from '../testing.ts';
import { issueDueStatements } from './issue-statements.ts';

const { harness, live, moveTo, run, staff, statements } = useBilling();

describe('a statement', () => {
  it('a statement bills every enrollment active in the month, to the millisecond at its ends [P-STMT-001, P-STMT-002]', async () => {
    // An institution for each case, so that each has its own count; it is noon on November 15.
    const cases: [name: string, months: Record<string, number>][] = [
      ['stays', { '2026-10': 0, '2026-11': 1, '2026-12': 1, '2027-01': 1 }],
      ['canceled at the last moment of November', { '2026-11': 1, '2026-12': 0 }],
      ['canceled at the first moment of December', { '2026-11': 1, '2026-12': 1, '2027-01': 0 }],
      ['redeemed at the last moment of November', { '2026-11': 1, '2026-12': 0 }],
      ['redeemed at the first moment of December', { '2026-11': 1, '2026-12': 1, '2027-01': 0 }],
      ['lost and never ended', { '2026-11': 1, '2026-12': 1, '2027-01': 1 }],
      ['lost in November, found in January', { '2026-11': 1, '2026-12': 1, '2027-01': 1 }],
    ];
    const callers = new Map<string, { caller: PartnerClient; id: string; redemption: string }>();
    for (const [name] of cases) {
      const caller = await live();
      const { id } = await givenEnrollment(harness.current, caller.key);
      const loss = { enrollment_id: id, date_of_loss: '2026-11-15' };
      const lost = /redeemed|lost/.test(name);
      const redemption = lost
        ? (await partnerCalls(harness.current, caller.key)('POST /plans/loss-notices', loss)).body.redemption_id
        : '';
      callers.set(name, { caller, id, redemption });
    }
    const act = async (name: string, how: 'canceled' | 'complete' | 'cancel') => {
      const { caller, id, redemption } = callers.get(name)!;
      const { status } =
        how === 'canceled'
          ? await partnerCalls(harness.current, caller.key)(`PATCH /plans/enrollments/${id}`, { status: 'canceled' })
          : await staff(`POST /redemptions/${redemption}/${how}`);
      expect(status).toBe(200);
    };
    moveTo('2026-11-30T23:59:59.999Z');
    await act('canceled at the last moment of November', 'canceled');
    await act('redeemed at the last moment of November', 'complete');
    moveTo('2026-12-01T00:00:00.000Z');
    await act('canceled at the first moment of December', 'canceled');
    await act('redeemed at the first moment of December', 'complete');
    moveTo('2027-01-20T00:00:00.000Z');
    await act('lost in November, found in January', 'cancel');
    moveTo('2027-02-01T06:00:00.000Z');
    for (const period of ['2026-10', '2026-11', '2026-12', '2027-01']) await run(period);
    for (const [name, months] of cases) {
      const issued = await statements(callers.get(name)!.caller);
      for (const [period, count] of Object.entries(months)) {
        const found = issued.filter((statement) => statement.period === period);
        expect([name, period, found.map((statement) => statement.enrollment_count)]).toEqual([
          name,
          period,
          count === 0 ? [] : [count],
        ]);
      }
    }
  });

  it("a statement counts from an enrollment's effective day, ahead and back", async () => {
    moveTo('2027-03-10T00:00:00.000Z');
    const caller = await live();
    for (const effective_on of ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-01', '2027-03-10'])
      await givenEnrollment(harness.current, caller.key, { effective_on });
    moveTo('2027-05-01T00:00:00.000Z');
    const counts: Record<string, number> = { '2026-12': 0, '2027-01': 1, '2027-02': 2, '2027-03': 4, '2027-04': 5 };
    for (const period of Object.keys(counts)) await run(period);
    const found = Object.fromEntries(
      (await statements(caller)).map(({ period, enrollment_count: count }) => [period, count]),
    );
    expect({ '2026-12': 0, ...found }).toEqual(counts);
  });

  it('a statement has a line for each plan at the price of the day it is issued [P-STMT-002]', async () => {
    moveTo('2027-06-15T00:00:00.000Z');
    const plans = [
      { code: 'standard', unit_price_cents: 500 },
      { code: 'gold', unit_price_cents: 1_000_000 },
      { code: 'free', unit_price_cents: 0 },
      { code: 'unused', unit_price_cents: 7 },
    ];
    const caller = await live(plans);
    for (const plan of ['gold', 'standard', 'standard', 'free', 'gold', 'standard'])
      await givenEnrollment(harness.current, caller.key, { plan });
    const test = await givenPartner(harness.current, { institutionId: caller.institutionId, livemode: false });
    await givenEnrollment(harness.current, test.key);
    plans[0] = { code: 'standard', unit_price_cents: 750 };
    await staff(`PATCH /institutions/${caller.institutionId}`, { plans });
    moveTo('2027-07-01T06:00:00.000Z');
    await run('2027-06');
    const [statement, ...more] = await statements(caller);
    expect(more).toEqual([]);
    expect(Object.entries(statement!)).toEqual(
      Object.entries({
        id: expect.stringMatching(/^stm_[0-9A-Za-z]{24}$/),
        object: 'gap.statement',
        number: expect.stringMatching(/^MS-202706-\d{4}$/),
        period: '2027-06',
        status: 'issued',
        currency: 'USD',
        enrollment_count: 6,
        amount_cents: 2_002_250,
        lines: [
          { plan: 'free', quantity: 1, unit_price_cents: 0, amount_cents: 0 },
          { plan: 'gold', quantity: 2, unit_price_cents: 1_000_000, amount_cents: 2_000_000 },
          { plan: 'standard', quantity: 3, unit_price_cents: 750, amount_cents: 2_250 },
        ],
        issued_at: '2027-07-01T06:00:00.000Z',
        due_at: '2027-07-31T06:00:00.000Z',
      }),
    );
    for (const line of statement!.lines)
      expect(Object.keys(line)).toEqual(['plan', 'quantity', 'unit_price_cents', 'amount_cents']);
    // A later change of price does not affect issued statements.
    await staff(`PATCH /institutions/${caller.institutionId}`, {
      plans: plans.map((plan) => ({ ...plan, unit_price_cents: 1 })),
    });
    await run('2027-06');
    expect(await statements(caller)).toEqual([statement]);
    expect(await statements(test)).toEqual([]);
  });

  it('no statement is issued without enrollments, and never for the sandbox', async () => {
    moveTo('2027-08-15T00:00:00.000Z');
    const idle = await live();
    const sandbox = await givenPartner(harness.current);
    await givenEnrollment(harness.current, sandbox.key);
    moveTo('2027-09-01T06:00:00.000Z');
    await run('2027-08');
    expect([await statements(idle), await statements(sandbox)]).toEqual([[], []]);
    const rows = await harness.current.ctx.db.many({
      text: 'select id from memberships.statements where institution_id = any($1)',
      values: [[idle.institutionId, sandbox.institutionId]],
    });
    expect(rows).toEqual([]);
  });

  it('a statement is refused if a plan no longer has a price, and issued once it has one; the others are not delayed', async () => {
    const gold = { code: 'gold', unit_price_cents: 900 };
    const silver = { code: 'silver', unit_price_cents: 100 };
    const caller = await live([gold, silver]);
    const later = await live();
    for (const plan of ['silver', 'gold']) await givenEnrollment(harness.current, caller.key, { plan });
    await givenEnrollment(harness.current, later.key);
    await staff(`PATCH /institutions/${caller.institutionId}`, { plans: [silver] });
    moveTo('2027-10-01T06:00:00.000Z');
    const unpriced = [{ institution_id: caller.institutionId, plan: 'gold' }];
    expect((await run('2027-09')).body).toMatchObject({ period: '2027-09', unpriced });
    expect([await statements(caller), (await statements(later)).length]).toEqual([[], 1]);
    // The scheduled run retries it, and logs it for an operator.
    await issueDueStatements(harness.current.ctx);
    expect(harness.current.logLines.join('')).toContain('memberships.statement-unpriced');
    await staff(`PATCH /institutions/${caller.institutionId}`, { plans: [silver, gold] });
    expect((await run('2027-09')).body).toEqual({
      period: '2027-09',
      issued: 1,
      existing: expect.any(Number),
      unpriced: [],
    });
    expect(await statements(caller)).toMatchObject([{ amount_cents: 1000, enrollment_count: 2 }]);
  });

  it('the team can issue statements for a finished month, and for no other', async () => {
    moveTo('2027-12-31T23:59:59.999Z');
    const refused = await run('2027-12');
    expect([refused.status, refused.body.issues]).toEqual([
      400,
      [{ path: 'period', message: 'must be a month that is over' }],
    ]);
    for (const period of ['2028-01', '9999-12']) expect((await run(period)).status).toBe(400);
    moveTo('2028-01-01T00:00:00.000Z');
    expect((await run('2027-12')).status).toBe(200);
    for (const period of ['1900-01', '1970-01'])
      expect((await run(period)).body).toEqual({ period, issued: 0, existing: 0, unpriced: [] });
    for (const period of [
      '0000-01',
      '0099-12',
      '1899-12',
      '2027-13',
      '2027-00',
      '2027-1',
      '2027',
      '2027-12-01',
      '',
      ' 2027-12',
      2027,
      null,
    ]) {
      const { status, body } = await staff('POST /statements/run', { period });
      expect([status, body.issues[0].path]).toEqual([400, 'period']);
    }
    expect((await staff('POST /statements/run', {})).status).toBe(400);
  });
});
