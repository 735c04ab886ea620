import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#lib/tokens/ids';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { partnerCalls } from '#testing/referrals';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

type Owner = { readonly institutionId: string; readonly livemode: boolean };

type Row = {
  readonly status: 'active' | 'loss_reported' | 'redeemed' | 'canceled';
  readonly createdAt: Date;
  readonly canceledAt: Date | null;
  readonly lostAt: readonly Date[];
};

type Billed = { readonly period: string; readonly cents: number; readonly status: string };

/** Directly into the tables, since tests cannot wait for years. */
async function insertRows({ institutionId, livemode }: Owner, rows: readonly Row[]): Promise<void> {
  const enrollments = rows.map((row) => ({ ...row, id: newId('enr', row.createdAt) }));
  const losses = enrollments.flatMap(({ id, lostAt }) =>
    lostAt.map((at) => ({ enrollment: id, at, notice: newId('lnt', at), redemption: newId('rdm', at) })),
  );
  const { db } = harness.current.ctx;
  await db.many({
    text: `insert into memberships.enrollments (institution_id, livemode, id, status, plan, first_name, last_name, vin,
        effective_at, canceled_at, created_at, updated_at)
      select $1, $2, id, status, 'standard', 'A', 'B', id, "createdAt", "canceledAt", "createdAt", "createdAt"
      from jsonb_to_recordset($3) as r(id text, status text, "createdAt" timestamptz, "canceledAt" timestamptz)`,
    values: [institutionId, livemode, JSON.stringify(enrollments)],
  });
  await db.many({
    text: `with notices as (
        insert into memberships.loss_notices (institution_id, livemode, id, enrollment_id, redemption_id, date_of_loss, loss_day, created_at)
        select $1, $2, notice, enrollment, redemption, at, at::date, at
        from jsonb_to_recordset($3) as r(notice text, enrollment text, redemption text, at timestamptz))
      insert into memberships.redemptions (institution_id, livemode, id, enrollment_id, loss_notice_id, consultation_id,
        consultation_number, status, created_at)
      select $1, $2, redemption, enrollment, notice, 'con_x', 'CN-1', 'open', at
      from jsonb_to_recordset($3) as r(notice text, enrollment text, redemption text, at timestamptz)`,
    values: [institutionId, livemode, JSON.stringify(losses)],
  });
}

let statementsMade = 0;

async function insertStatements(institutionId: string, billed: readonly Billed[]): Promise<void> {
  const rows = billed.map((one) => ({ ...one, id: `stm_${(statementsMade += 1)}`, number: `MS-${statementsMade}` }));
  await harness.current.ctx.db.many({
    text: `insert into memberships.statements (institution_id, id, period, number, status, enrollment_count, amount_cents, lines,
        issued_at, due_at)
      select $1, id, period, number, status, 1, cents, '[]', now(), now()
      from jsonb_to_recordset($2) as r(id text, period text, number text, status text, cents bigint)`,
    values: [institutionId, JSON.stringify(rows)],
  });
}

/** T7's membership part, computed one row at a time. */
function naive(rows: readonly Row[], billed: readonly Billed[], window: readonly [from: string, to: string]) {
  const [from, to] = window.map((day) => new Date(day)) as [Date, Date];
  const inside = (at: Date | null): boolean => at !== null && at >= from && at < to;
  const losses = rows.flatMap(({ lostAt }) => lostAt.filter(inside)).length;
  // A period is in the window when it begins there.
  const inWindow = billed.filter(({ period, status }) => status !== 'void' && inside(new Date(`${period}-01`)));
  const sum = (some: readonly Billed[]) => some.reduce((total, { cents }) => total + cents, 0);
  return {
    membership: {
      active_enrollments: rows.filter(({ status }) => status === 'active').length,
      enrolled: rows.filter(({ createdAt }) => inside(createdAt)).length,
      canceled: rows.filter(({ canceledAt }) => inside(canceledAt)).length,
      losses_reported: losses,
      redemptions: losses,
    },
    spend: { referral_subsidy_cents: 0, membership_cents: sum(inWindow), total_cents: sum(inWindow) },
    byMonth: (month: string) => sum(inWindow.filter(({ period }) => period === month)),
  };
}

/** Around the ends of days, months and years, where off-by-one errors happen. */
const edges = ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01', '2026-03-01', '2026-11-01', '2026-11-16'];
const moment = fc
  .record({ day: fc.constantFrom(...edges), shiftMs: fc.constantFrom(-86_400_000, -1, 0, 1, 43_200_000, 86_399_999) })
  .map(({ day, shiftMs }) => new Date(Date.parse(day) + shiftMs));
const row: fc.Arbitrary<Row> = fc
  .record({
    status: fc.constantFrom('active', 'loss_reported', 'redeemed', 'canceled'),
    createdAt: moment,
    canceledAt: moment,
    lostAt: fc.array(moment, { maxLength: 2 }),
  })
  .map(({ canceledAt, ...rest }) => ({ ...rest, canceledAt: rest.status === 'canceled' ? canceledAt : null }));
const statement: fc.Arbitrary<Billed> = fc.record({
  period: fc.constantFrom('2024-12', '2025-01', '2025-02', '2025-12', '2026-01', '2026-03', '2026-10', '2026-11'),
  cents: fc.constantFrom(0, 1, 500, 100_000_000_000),
  status: fc.constantFrom('issued', 'paid', 'void'),
});
const windows = fc
  .uniqueArray(fc.constantFrom(...edges), { minLength: 2, maxLength: 2 })
  .map((days) => days.toSorted() as [string, string]);

describe('the membership part of the analytics', () => {
  it('membership analytics match totals computed by hand, for one institution and one mode [P-ANALYTICS-001]', async () => {
    const billed = fc.uniqueArray(statement, { selector: ({ period }) => period, maxLength: 6 });
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      billed,
      fc.tuple(windows, fc.boolean()),
      async (rows, statements, [window, livemode]) => {
        const { key, institutionId } = await givenPartner(harness.current, { livemode });
        await insertRows({ institutionId, livemode }, rows);
        await insertRows({ institutionId, livemode: !livemode }, rows.slice(0, 3));
        await insertStatements(institutionId, statements);
        const [from, to] = window;
        const { status, body } = await partnerCalls(harness.current, key)(`GET /analytics?from=${from}&to=${to}`);
        expect(status).toBe(200);
        // The sandbox is not billed.
        const expected = naive(rows, livemode ? statements : [], window);
        expect([body.membership, body.spend]).toEqual([expected.membership, expected.spend]);
        for (const { month, spend_cents: spend } of body.by_month)
          expect([month, spend]).toEqual([month, expected.byMonth(month)]);
        const total = body.by_month.reduce(
          (sum: number, { spend_cents: spend }: { spend_cents: number }) => sum + spend,
          0,
        );
        expect(total).toBe(expected.spend.total_cents);
      },
    );
    await fc.assert(property, { numRuns: runs({ always: 60, nightly: 2000 }) });
  }, 900_000);

  it('membership analytics follow what happens to a roster [P-ANALYTICS-001]', async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const call = partnerCalls(harness.current, key);
    const rows = [];
    for (let count = 0; count < 5; count += 1) rows.push(await givenEnrollment(harness.current, key));
    await call(`PATCH /plans/enrollments/${rows[0].id}`, { status: 'canceled' });
    for (const [index, how] of [
      [1, 'complete'],
      [2, 'cancel'],
      [3, undefined],
    ] as const) {
      const loss = { enrollment_id: rows[index].id, date_of_loss: '2026-11-15' };
      const { body } = await call('POST /plans/loss-notices', loss);
      if (how !== undefined)
        await harness.current.call('POST', `/api/staff/v1/redemptions/${body.redemption_id}/${how}`, { token });
    }
    const today = (await call('GET /analytics')).body;
    expect(Object.entries(today.membership)).toEqual(
      Object.entries({ active_enrollments: 2, enrolled: 5, canceled: 1, losses_reported: 3, redemptions: 3 }),
    );
    expect(today.spend.membership_cents).toBe(0);
    harness.current.clock.advance(20 * 86_400);
    await harness.current.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-11' } });
    const later = (await call('GET /analytics')).body;
    expect(later.spend).toEqual({ referral_subsidy_cents: 0, membership_cents: 2500, total_cents: 2500 });
    expect(later.by_month.find(({ month }: { month: string }) => month === '2026-11').spend_cents).toBe(2500);
    // A window that contains only the later part of November does not include its statement.
    expect((await call('GET /analytics?from=2026-11-02&to=2026-12-01')).body.spend.membership_cents).toBe(0);
    expect((await call('GET /analytics?from=2026-11-01&to=2026-11-02')).body.spend.membership_cents).toBe(2500);
  });
});
