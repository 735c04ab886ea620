import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#actor';
import { givenPartner } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { givenSettledReferral } from '../exposure/testing.ts';
import { getExposure } from './loans.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, TEAM_TIME_ZONE: 'UTC' });

let token = '';
let id = '';
let own: { key: string; institutionId: string };

beforeAll(async () => {
  token = await givenStaffToken(harness.current);
  own = await givenPartner(harness.current, { livemode: true });
  id = await givenSettledReferral(harness.current, { key: own.key, token });
});

const put = (path: string, body: unknown) => harness.current.call('PUT', `/api/staff/v1${path}`, { token, body });

const count = async (table: string): Promise<number> => {
  const { rows } = await harness.current.ctx.db.pool.query(`select count(*)::int as n from exposure.${table}`);
  return rows[0].n;
};

const noAmounts = [-1, 0.5, 100_000_001, 1e308, '100', true, [], {}];
const noDays = [
  '0000-01-01',
  '2026-02-30',
  '2026-13-01',
  '10000-01-01',
  '+002026-1-1',
  '2026-11-01T00:00:00Z',
  '',
  20261101,
];

describe('invalid loans', () => {
  it.each(noAmounts.map((cents) => [cents] as const))(
    'a payoff or a value of %j is refused, and nothing is stored',
    async (cents) => {
      const before = await count('loan_statements');
      const day = { payoff_as_of: '2026-11-01' };
      expect((await put(`/referrals/${id}/loan`, { ...day, payoff_cents: cents })).status).toBe(400);
      expect((await put(`/referrals/${id}/loan`, { financed_value_cents: cents })).status).toBe(400);
      expect(await count('loan_statements')).toBe(before);
    },
  );

  it.each(noDays)('%j is not a valid day of a payoff, a document or terms', async (day) => {
    const path = `/institutions/${own.institutionId}/gap-terms`;
    expect((await put(`/referrals/${id}/loan`, { payoff_cents: 1, payoff_as_of: day })).status).toBe(400);
    expect((await put(`/referrals/${id}/checklist`, { item: 'refunds', received_on: day })).status).toBe(400);
    expect((await put(path, { effective_on: day })).status).toBe(400);
  });

  it('a loan accepts the bounds themselves, and the figures stay whole and at least zero', async () => {
    for (const cents of [0, 100_000_000]) {
      const body = { payoff_cents: cents, payoff_as_of: '2026-11-01', financed_value_cents: cents };
      expect((await put(`/referrals/${id}/loan`, body)).body).toMatchObject({ payoff_cents: cents });
    }
  });
});

describe('invalid terms', () => {
  it.each([
    { ltv_cap_percent: 0 },
    { ltv_cap_percent: -1 },
    { ltv_cap_percent: 501 },
    { ltv_cap_percent: 10_000 },
    { ltv_cap_percent: 120.5 },
    { ltv_cap_percent: '120' },
    { deductible_cover_cents: -1 },
    { deductible_cover_cents: 10_000_001 },
    { deductible_cover_cents: 0.1 },
    { colour: 'red' },
  ])('%j is refused', async (terms) => {
    const before = await count('terms_history');
    expect((await put(`/institutions/${own.institutionId}/gap-terms`, terms)).status).toBe(400);
    expect(await count('terms_history')).toBe(before);
  });

  it('concurrent terms for one day leave one complete set, and the others as history', async () => {
    const { institutionId } = await givenPartner(harness.current, { livemode: true });
    const path = `/institutions/${institutionId}/gap-terms`;
    const given = Array.from({ length: 8 }, (_, index) => ({
      effective_on: '2026-11-15',
      ltv_cap_percent: 101 + index,
      deductible_cover_cents: (101 + index) * 100,
    }));
    const answers = await Promise.all(given.map((terms) => put(path, terms)));
    expect(answers.map(({ status }) => status)).toEqual(given.map(() => 200));
    const { body } = await harness.current.call('GET', `/api/staff/v1${path}`, { token });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].former).toHaveLength(given.length - 1);
    expect(given).toContainEqual({
      effective_on: body.data[0].effective_on,
      ltv_cap_percent: body.data[0].ltv_cap_percent,
      deductible_cover_cents: body.data[0].deductible_cover_cents,
    });
  });
});

it('concurrent payoffs leave the newest statement, and all are stored', async () => {
  const before = await count('loan_statements');
  const bodies = Array.from({ length: 8 }, (_, index) => ({ payoff_cents: 1000 + index, payoff_as_of: '2026-11-01' }));
  const answers = await Promise.all(bodies.map((body) => put(`/referrals/${id}/loan`, body)));
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  expect(await count('loan_statements')).toBe(before + bodies.length);
  const { body } = await harness.current.call('GET', `/api/staff/v1/referrals/${id}/exposure`, { token });
  const { rows } = await harness.current.ctx.db.pool.query(
    'select payoff_cents from exposure.loan_statements where referral_id = $1 order by seq desc limit 1',
    [id],
  );
  expect(body.payoff_cents).toBe(Number(rows[0].payoff_cents));
});

it('another institution gets not found for any referral id it names', async () => {
  const other = await givenPartner(harness.current, { livemode: true });
  const as = (institutionId: string, livemode = true) => ({
    ...harness.current.ctx,
    actor: {
      kind: 'partner',
      institutionId,
      livemode,
      role: 'read_only',
      credentialId: 'key_x',
      credentialType: 'bearer',
    } satisfies Actor,
  });
  expect((await getExposure(as(own.institutionId), own.institutionId, id)).referral_id).toBe(id);
  for (const [ctx, institutionId] of [
    [as(other.institutionId), own.institutionId],
    [as(other.institutionId), other.institutionId],
    [as(own.institutionId), other.institutionId],
    [as(own.institutionId, false), own.institutionId],
  ] as const)
    await expect(getExposure(ctx, institutionId, id)).rejects.toMatchObject({ status: 404 });
});
