import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser } from '#testing/portal';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenSettledReferral } from '#testing/figures/exposure';
import { givenStaffToken } from '#testing/staff';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();

type Row = {
  readonly improvement_cents: number | null;
  readonly fee_cents: number | null;
  readonly days_to_settlement: number | null;
  readonly exposure: { readonly before_cents: number; readonly after_cents: number } | null;
};

async function givenFinance() {
  const h = harness.current;
  const partner = await givenPartner(h);
  const user = await givenPortalUser(h, { role: 'finance', institutionId: partner.institutionId });
  return { h, partner, user };
}

describe('analytics in the portal', () => {
  it('portal analytics are those of the partner interface, in the mode of the path, with exposure and days', async () => {
    const { h, partner, user } = await givenFinance();
    await givenReferral(h, partner.key);
    const own = await h.call('GET', '/api/gap/v1/analytics', { token: partner.key });
    const shown = await user.call('GET', '/analytics');
    expect(shown.body.figures).toEqual(own.body);
    expect(shown.body.figures.referrals.created).toBe(1);
    expect(shown.body.lenders).toMatchObject({ institution_id: user.institutionId, livemode: false });
    expect(shown.body.settlement_days.map(({ month }: { month: string }) => month)).toEqual(
      own.body.by_month.map(({ month }: { month: string }) => month),
    );
    expect((await user.call('GET', '/analytics', { mode: 'live' })).body.figures.referrals.created).toBe(0);
  });

  it('portal analytics list the rows behind every number, without identifying the borrower', async () => {
    const { h, partner, user } = await givenFinance();
    const first = await givenReferral(h, partner.key);
    h.clock.advance(1);
    const second = await givenReferral(h, partner.key);
    const month = h.clock.now().toISOString().slice(0, 7);
    const page = await user.call('GET', `/analytics/referrals?milestone=created&month=${month}&limit=1`);
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    const next = await user.call(
      'GET',
      `/analytics/referrals?milestone=created&limit=1&cursor=${page.body.next_cursor}`,
    );
    expect(next.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(next.body.has_more).toBe(false);
    expect(JSON.stringify([page.body, next.body])).not.toMatch(/@|borrower|\+1/);
    expect((await user.call('GET', '/analytics/referrals?milestone=settled')).body.data).toEqual([]);
    expect((await user.call('GET', '/analytics/referrals?milestone=created', { mode: 'live' })).body.data).toEqual([]);
  });

  it('portal analytics list settlements with gain, fee, exposure and days, which add up to the figures', async () => {
    const h = harness.current;
    const program = { mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 20_000 } as const;
    const partner = await givenPartner(h, { livemode: true, institution: { program } });
    const token = await givenStaffToken(h);
    const offer = { value_cents: 1_500_000 };
    for (const cents of [1_620_033, 1_490_050])
      await givenSettledReferral(h, { key: partner.key, token }, { offer, settlement: { value_cents: cents } });
    await givenSettledReferral(h, { key: partner.key, token }, { settlement: { total_cents: 1_700_000 } });
    const user = await givenPortalUser(h, { role: 'finance', institutionId: partner.institutionId });
    const { figures, lenders } = (await user.call('GET', '/analytics', { mode: 'live' })).body;
    const { data } = (await user.call('GET', '/analytics/referrals?milestone=settled', { mode: 'live' })).body;
    const sum = (of: (row: Row) => number | null | undefined) =>
      (data as Row[]).reduce((total, row) => total + (of(row) ?? 0), 0);
    expect([data.length, data.filter(({ exposure }: Row) => exposure === null).length]).toEqual([3, 1]);
    expect(sum((row) => row.improvement_cents)).toBe(figures.savings.increase_cents);
    expect([sum((row) => row.fee_cents), figures.spend.total_cents]).toEqual([20_000, 20_000]);
    expect(sum((row) => row.exposure?.before_cents)).toBe(lenders.exposure.totals.before_cents);
    expect(sum((row) => row.exposure?.after_cents)).toBe(lenders.exposure.totals.after_cents);
    expect(data.map((row: Row) => row.days_to_settlement)).toEqual([0, 0, 0]);
    const created = await user.call('GET', '/analytics/referrals?milestone=created', { mode: 'live' });
    expect(created.body.data.map(({ exposure }: Row) => exposure)).toEqual([null, null, null]);
  });

  it('portal analytics are also a CSV of the same months', async () => {
    const { user } = await givenFinance();
    const { text, headers } = await user.call('GET', '/analytics.csv?from=2026-09-01&to=2026-11-01');
    expect(headers.get('content-disposition')).toBe('attachment; filename="analytics.csv"');
    const lines = text.trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/^month,created,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['2026-09', '2026-10']);
  });

  it('portal analytics refuse invalid periods and cursors, other roles and other institutions', async () => {
    const { h, user } = await givenFinance();
    for (const path of [
      '/analytics?from=2026-02-01&to=2026-01-01',
      '/analytics/referrals?milestone=all',
      '/analytics/referrals?milestone=created&month=1999-01',
      '/analytics/referrals?milestone=created&month=x',
    ])
      expect(codeOf(await user.call('GET', path))).toBe('400 validation_failed');
    expect((await user.call('GET', '/analytics/referrals?milestone=created&cursor=x')).status).toBe(400);
    const developer = await givenPortalUser(h, { role: 'developer', institutionId: user.institutionId });
    expect(codeOf(await developer.call('GET', '/analytics'))).toBe('403 role_required');
    const foreign = await givenPortalUser(h, { role: 'owner' });
    const path = `/api/portal/v1/${user.institutionId}/test/analytics`;
    expect(codeOf(await h.call('GET', path, { headers: foreign.headers }))).toBe('404 not_found');
  });
});
