import { beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { givenSession, givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { givenSettledReferral } from '../exposure/testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, TEAM_TIME_ZONE: 'UTC' });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

const day = '2026-11-15';
const read = async (path: string) => (await harness.current.call('GET', `/api/staff/v1${path}`, { token })).body;
const query = async (text: string, values: readonly unknown[] = []) =>
  (await harness.current.owner.pool.query(text, [...values])).rows;

async function givenProgram() {
  const { key, institutionId } = await givenPartner(harness.current, { livemode: true });
  const path = `/institutions/${institutionId}/gap-terms`;
  const set = async (terms: object) => {
    harness.current.clock.advance(60);
    const { status, body } = await harness.current.call('PUT', `/api/staff/v1${path}`, { token, body: terms });
    return { status, body, at: harness.current.clock.now().toISOString() };
  };
  return { key, institutionId, path, set };
}

describe('terms that are set for a day again', () => {
  it('corrected terms leave the figures of a settled referral unchanged, change those of an open one, and stay listed', async () => {
    const { key, institutionId, path, set } = await givenProgram();
    const offer = { value_cents: 1_500_000 };
    const settlement = { value_cents: 1_620_000 };
    const first = await set({ effective_on: day, deductible_cover_cents: 5_000 });
    const id = await givenSettledReferral(harness.current, { key, token }, { offer, settlement });
    const openId = await givenSettledReferral(harness.current, { key, token });
    const open = () => read(`/referrals/${openId}/exposure`);
    const ledger = async () => {
      const { rows } = await read(`/exposure/ledger?institution_id=${institutionId}`);
      const { before_cents: before, deductible_cover_cents: cover, terms_from: from, terms_set_at: at } = rows[0];
      return { rows: rows.length, before, cover, from, at };
    };
    const settled = { rows: 1, before: 305_000, cover: 5_000, from: day, at: first.at };
    expect(await ledger()).toEqual(settled);

    const second = await set({ effective_on: day, deductible_cover_cents: 50_000 });
    expect(await ledger()).toEqual(settled);
    expect(await read(`/referrals/${id}/exposure`)).toMatchObject({
      before_cents: 305_000,
      terms_from: day,
      terms_set_at: first.at,
    });
    expect(await open()).toMatchObject({ deductible_cover_cents: 50_000, terms_from: day, terms_set_at: second.at });

    const [of] = (await read(path)).data;
    expect(of).toEqual({
      effective_on: day,
      ltv_cap_percent: null,
      deductible_cover_cents: 50_000,
      set_by: expect.stringMatching(/^stf_/),
      set_at: second.at,
      former: [
        {
          ltv_cap_percent: null,
          deductible_cover_cents: 5_000,
          set_by: expect.stringMatching(/^stf_/),
          set_at: first.at,
        },
      ],
    });
    expect(second.body.data).toEqual([of]);

    const at = `/api/staff/v1/exposure/ledger.csv?institution_id=${institutionId}`;
    const { text } = await harness.current.call('GET', at, { token });
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`,${day},${first.at}$`));
  });

  it('terms count for a referral that was settled before any were set, and only the first time', async () => {
    const { key, set } = await givenProgram();
    const values = { offer: { value_cents: 1_500_000 }, settlement: { value_cents: 1_620_000 } };
    const id = await givenSettledReferral(harness.current, { key, token }, values);
    const before = async () => (await read(`/referrals/${id}/exposure`)).before_cents;
    expect(await before()).toBe(350_000);
    await set({ effective_on: day, deductible_cover_cents: 5_000 });
    expect(await before()).toBe(305_000);
    await set({ effective_on: day, deductible_cover_cents: 50_000 });
    expect(await before()).toBe(305_000);
  });

  it('terms for another day leave the others unchanged, and earlier ones are never changed', async () => {
    const { institutionId, path, set } = await givenProgram();
    await set({ effective_on: day, ltv_cap_percent: 120 });
    await set({ effective_on: '2026-11-16', ltv_cap_percent: 130 });
    const { data } = await read(path);
    expect(
      data.map((of: Record<string, unknown>) => [of['effective_on'], of['ltv_cap_percent'], of['former']]),
    ).toEqual([
      ['2026-11-16', 130, []],
      [day, 120, []],
    ]);
    for (const change of [
      'update exposure.terms_history set ltv_cap_percent = 1',
      'delete from exposure.terms_history',
    ])
      await expect(query(`${change} where institution_id = $1`, [institutionId])).rejects.toThrow('never changed');
  });

  it('are listed for leads, and a caller sees neither', async () => {
    const { path } = await givenProgram();
    const call = async (role: 'lead' | 'caller') => {
      const { headers } = await givenSession(harness.current, role);
      return (await harness.current.call('GET', `/api/staff/v1${path}`, { headers })).status;
    };
    expect([await call('lead'), await call('caller')]).toEqual([200, 403]);
  });
});
