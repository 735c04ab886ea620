import { beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { givenSession, givenStaffToken } from '#testing/staff';
import { lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { useHarness } from '#test/harness';
import { givenSettledReferral } from '../exposure/testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, TEAM_TIME_ZONE: 'America/New_York' });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

const staff = (route: string, ...body: readonly [] | readonly [unknown]) => {
  const [method = '', path = ''] = route.split(' ');
  return harness.current.call(method, `/api/staff/v1${path}`, {
    token,
    ...(body.length === 0 ? {} : { body: body[0] }),
  });
};

const given = async (settled: Parameters<typeof givenSettledReferral>[2] = {}) => {
  const { key, institutionId } = await givenPartner(harness.current, { livemode: true });
  return { institutionId, key, id: await givenSettledReferral(harness.current, { key, token }, settled) };
};

const values = { offer: { value_cents: 1_500_000 }, settlement: { value_cents: 1_620_000 } };

describe('the exposure of a referral', () => {
  it("the exposure is computed from the institution's submission and the values of both sides", async () => {
    const { id, institutionId } = await given(values);
    const { status, body } = await staff(`GET /referrals/${id}/exposure`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        object: 'gap.exposure',
        referral_id: id,
        institution_id: institutionId,
        livemode: true,
        payoff_cents: 1_800_000,
        payoff_as_of: null,
        payoff_from: 'institution',
        deductible_cents: 50_000,
        ltv_cap_percent: null,
        deductible_cover_cents: null,
        offer_value_cents: 1_500_000,
        settlement_value_cents: 1_620_000,
        before_cents: 350_000,
        after_cents: 230_000,
        reduction_cents: 120_000,
        growth_cents: 0,
        surplus_cents: 0,
        beyond_program_cents: 0,
        basis: 'value',
        unknown: [],
      }),
    ]);
  });

  it('the exposure is unknown, with the reason, until the case is settled and while a value is unknown', async () => {
    const { id, key } = await given();
    expect((await staff(`GET /referrals/${id}/exposure`)).body).toMatchObject({
      before_cents: null,
      after_cents: null,
      reduction_cents: null,
      basis: 'unknown',
      unknown: ['offer_value_unknown', 'not_settled'],
    });
    // A total includes tax and fees, and without its parts it is not a value.
    const settlement = { total_cents: 1_700_000 };
    const other = await givenSettledReferral(harness.current, { key, token }, { ...values, settlement });
    expect((await staff(`GET /referrals/${other}/exposure`)).body).toMatchObject({
      before_cents: 350_000,
      after_cents: null,
      reduction_cents: null,
      unknown: ['settlement_value_unknown'],
    });
  });

  it('the exposure uses the deductible of the settlement over the submitted one', async () => {
    const { id } = await given({ ...values, settlement: { value_cents: 1_620_000, deductible_cents: 0 } });
    expect((await staff(`GET /referrals/${id}/exposure`)).body).toMatchObject({
      deductible_cents: 0,
      before_cents: 300_000,
      after_cents: 180_000,
    });
  });

  it('the exposure uses the payoff that staff state, with its day; earlier statements stay stored', async () => {
    const { id } = await given(values);
    const stated = await staff(`PUT /referrals/${id}/loan`, { payoff_cents: 1_650_000, payoff_as_of: '2026-11-01' });
    expect([stated.status, stated.body]).toEqual([
      200,
      expect.objectContaining({ payoff_cents: 1_650_000, payoff_as_of: '2026-11-01', payoff_from: 'staff' }),
    ]);
    expect(stated.body).toMatchObject({ before_cents: 200_000, after_cents: 80_000, reduction_cents: 120_000 });
    await staff(`PUT /referrals/${id}/loan`, {});
    expect((await staff(`GET /referrals/${id}/exposure`)).body).toMatchObject({
      payoff_cents: 1_800_000,
      payoff_from: 'institution',
    });
    const { rows } = await harness.current.ctx.db.pool.query(
      'select payoff_cents, stated_by from exposure.loan_statements where referral_id = $1 order by seq',
      [id],
    );
    expect(rows.map(({ payoff_cents: cents }) => cents && Number(cents))).toEqual([1_650_000, null]);
    expect(rows[0].stated_by).toMatch(/^stf_/);
    await expect(
      harness.current.owner.pool.query('update exposure.loan_statements set payoff_cents = 1 where referral_id = $1', [
        id,
      ]),
    ).rejects.toThrow('never changed');
  });

  it('the exposure refuses a payoff without its day, a day without a payoff, and a future day', async () => {
    const { id } = await given(values);
    for (const body of [
      { payoff_cents: 1 },
      { payoff_as_of: '2026-11-01' },
      { payoff_cents: 1, payoff_as_of: '2026-11-16' },
      { payoff_cents: -1, payoff_as_of: '2026-11-01' },
    ])
      expect([body, (await staff(`PUT /referrals/${id}/loan`, body)).status]).toEqual([body, 400]);
  });
});

describe('the terms of a program', () => {
  it('terms apply to referrals made from their day on, and not to earlier ones', async () => {
    const { id, institutionId, key } = await given(values);
    const at = `/institutions/${institutionId}/gap-terms`;
    const terms = { effective_on: '2026-11-16', ltv_cap_percent: 100, deductible_cover_cents: 0 };
    const set = await staff(`PUT ${at}`, terms);
    expect([set.status, set.body.data]).toEqual([200, [expect.objectContaining(terms)]]);
    harness.current.clock.advance(86_400);
    token = await givenStaffToken(harness.current);
    const later = await givenSettledReferral(harness.current, { key, token }, values);
    expect((await staff(`GET /referrals/${id}/exposure`)).body).toMatchObject({
      ltv_cap_percent: null,
      basis: 'value',
    });
    expect((await staff(`GET /referrals/${later}/exposure`)).body).toMatchObject({
      ltv_cap_percent: 100,
      basis: 'unknown',
      unknown: ['financed_value_unknown'],
    });
    const { body } = await staff(`PUT /referrals/${later}/loan`, { financed_value_cents: 1_750_000 });
    // 17,500 of the 18,000 are covered, and none of the deductible of 500.
    expect(body).toMatchObject({
      before_cents: 250_000,
      after_cents: 130_000,
      reduction_cents: 120_000,
      beyond_program_cents: 100_000,
    });
  });

  it('terms are set by administrators, for existing institutions', async () => {
    const { institutionId } = await givenPartner(harness.current, { livemode: true });
    const path = `/api/staff/v1/institutions/${institutionId}/gap-terms`;
    const { headers } = await givenSession(harness.current, 'lead');
    expect((await harness.current.call('PUT', path, { headers, body: {} })).status).toBe(403);
    expect((await staff('PUT /institutions/inst_x/gap-terms', {})).status).toBe(404);
    expect((await staff(`PUT /institutions/${institutionId}/gap-terms`, { ltv_cap_percent: 0 })).status).toBe(400);
  });
});

describe('the checklist', () => {
  it('the checklist has the eight documents, each with the day it was received and who recorded it when', async () => {
    const { id } = await given();
    const { body } = await staff(`GET /referrals/${id}/exposure`);
    expect(body.checklist.map(({ item }: { item: string }) => item)).toEqual([
      'settlement_letter',
      'valuation_report',
      'settlement_breakdown',
      'payment_history',
      'payoff_letter',
      'buyers_order',
      'refunds',
      'police_report',
    ]);
    expect(body.checklist.every((entry: { received_on: unknown }) => entry.received_on === null)).toBe(true);
    const { staffId, headers } = await givenSession(harness.current, 'caller');
    const before = await lastSeq(harness.current);
    const path = `/api/staff/v1/referrals/${id}/checklist`;
    const recorded = { item: 'payoff_letter', received_on: '2026-11-14' };
    const answer = await harness.current.call('PUT', path, { headers, body: recorded });
    expect([answer.status, answer.body.checklist[4]]).toEqual([
      200,
      {
        item: 'payoff_letter',
        title: 'Payoff at the date of loss',
        holder: 'lender',
        received_on: '2026-11-14',
        recorded_by: staffId,
        recorded_by_name: 'Synthetic Staff',
        recorded_at: harness.current.clock.now().toISOString(),
      },
    ]);
    expect(await rowsAfter(harness.current, before)).toEqual([
      expect.objectContaining({
        kind: 'action',
        operation: 'exposure.record-receipt',
        staff_id: staffId,
        subject_id: id,
      }),
    ]);
  });

  it('the checklist can undo a mistake, and keeps both records', async () => {
    const { id } = await given();
    await staff(`PUT /referrals/${id}/checklist`, { item: 'refunds', received_on: '2026-11-10' });
    const { body } = await staff(`PUT /referrals/${id}/checklist`, { item: 'refunds', received_on: null });
    expect(body.checklist[6]).toMatchObject({ received_on: null, recorded_by: expect.stringMatching(/^stf_/) });
    const { rows } = await harness.current.ctx.db.pool.query(
      'select received_on::text from exposure.receipts where referral_id = $1 order by seq',
      [id],
    );
    expect(rows).toEqual([{ received_on: '2026-11-10' }, { received_on: null }]);
    await expect(
      harness.current.owner.pool.query('delete from exposure.receipts where referral_id = $1', [id]),
    ).rejects.toThrow('never changed');
  });

  it('the checklist refuses a future day, an unknown document, an unknown referral and clients outside the team', async () => {
    const { id, key } = await given();
    const body = { item: 'refunds', received_on: '2026-11-10' };
    expect((await staff(`PUT /referrals/${id}/checklist`, { ...body, received_on: '2027-01-01' })).status).toBe(400);
    expect((await staff(`PUT /referrals/${id}/checklist`, { ...body, item: 'passport' })).status).toBe(400);
    expect((await staff('PUT /referrals/ref_x/checklist', body)).status).toBe(404);
    for (const [method, path] of [
      ['GET', 'exposure'],
      ['PUT', 'checklist'],
      ['PUT', 'loan'],
    ] as const) {
      const at = `/api/staff/v1/referrals/${id}/${path}`;
      expect(
        (await harness.current.call(method, at, { token: key, ...(method === 'PUT' ? { body } : {}) })).status,
      ).toBe(401);
    }
  });
});
