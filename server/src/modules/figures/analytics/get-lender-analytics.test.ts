import { beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenSession, givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { cohortRateOf, wholeMonths } from './rules.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let token = '';
let key = '';
let institutionId = '';

const activate = (id: string) => harness.current.call('POST', `/api/staff/v1/referrals/${id}/activate`, { token });

/** Four invited in November, of whom one accepts then and two in December; one invited in December. */
beforeAll(async () => {
  const { current } = harness;
  token = await givenStaffToken(current);
  ({ key, institutionId } = await givenPartner(current, { livemode: true }));
  current.clock.advance(14 * 86_400);
  token = await givenStaffToken(current);
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await givenReferral(current, key)).id as string);
  await activate(ids[0] ?? '');
  current.clock.advance(2 * 86_400);
  token = await givenStaffToken(current);
  await activate(ids[1] ?? '');
  await activate(ids[2] ?? '');
  await activate((await givenReferral(current, key)).id);
});

const read = (query: string) =>
  harness.current.call('GET', `/api/staff/v1/analytics/lenders?institution_id=${institutionId}&${query}`, { token });

describe('activation by cohort', () => {
  it('a cohort counts a yes in the month of the invitation, so that no rate has to be capped at 1', async () => {
    const { status, body } = await read('');
    expect([status, body.activation]).toEqual([
      200,
      [
        { month: '2026-11', invited: 4, activated: 3, open: 1, activation_rate: 0.75 },
        { month: '2026-12', invited: 1, activated: 1, open: 0, activation_rate: 1 },
      ],
    ]);
    // The contract's own member counts milestones of the window: three accepted in December, one was referred.
    const query = '?from=2026-12-01&to=2027-01-01';
    const analytics = await harness.current.call('GET', `/api/gap/v1/analytics${query}`, { token: key });
    expect(analytics.body.referrals).toMatchObject({ created: 1, activated: 3, activation_rate: 1 });
  });

  it('cohorts show whole months, whichever part of one is requested', async () => {
    const { body } = await read('from=2026-11-30&to=2026-12-01');
    expect(body.activation).toEqual([{ month: '2026-11', invited: 4, activated: 3, open: 1, activation_rate: 0.75 }]);
  });

  it('cohorts include borrowers whose invitation expired', async () => {
    harness.current.clock.advance(40 * 86_400);
    token = await givenStaffToken(harness.current);
    const { body } = await read('');
    expect(body.activation[0]).toEqual({ month: '2026-11', invited: 4, activated: 3, open: 0, activation_rate: 0.75 });
  });

  it('is for leads', async () => {
    const { headers } = await givenSession(harness.current, 'caller');
    expect((await harness.current.call('GET', '/api/staff/v1/analytics/lenders', { headers })).status).toBe(403);
    expect((await harness.current.call('GET', '/api/staff/v1/analytics/lenders', { token: key })).status).toBe(401);
  });
});

describe('whole months', () => {
  it.each([
    ['2026-11-30', '2026-12-01', '2026-11-01', '2026-12-01'],
    ['2026-11-01', '2026-12-02', '2026-11-01', '2027-01-01'],
    ['2026-01-31', '2026-03-01', '2026-01-01', '2026-03-01'],
  ])('the whole months of %s to %s are %s to %s', (...days) => {
    const [from, to, first, last] = days;
    const span = wholeMonths({ from: new Date(from), to: new Date(to) });
    expect(span).toEqual({ from: new Date(first), to: new Date(last) });
  });

  it('rates have four decimals', () => {
    expect(cohortRateOf({ invited: 3, activated: 2 })).toBe(0.6667);
  });
});
