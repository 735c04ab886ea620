import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { rosterPath } from '#test/fixtures/rosters';
import { givenStaffToken } from '#testing/staff';
import { givenIntake, minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { givenReferral, referralBody } from '#testing/referrals';

const harness = useHarness();
type Call = readonly [method: string, path: string, body?: unknown];
/** A call for each member of each surface that takes a day, a month or a time. */
let saying: (year: string) => readonly Call[];
let tokens: { readonly gap: string; readonly staff: string };

beforeAll(async () => {
  const { key, institutionId } = await givenPartner(harness.current);
  tokens = { gap: key, staff: await givenStaffToken(harness.current) };
  const referral = await givenReferral(harness.current, key);
  const enrollment = await givenEnrollment(harness.current, key);
  const intake = await givenIntake(harness.current);
  const [gap, staff] = ['/api/gap/v1', '/api/staff/v1'];
  const attestation = { attestor_name: 'Synthetic', channel: 'phone', attestation: 'The borrower wants to be called.' };
  saying = (year) => {
    const [day, time] = [`${year}-06-15`, `${year}-06-15T12:00:00Z`];
    const claim = { ...referralBody().claim, date_of_loss: day };
    return [
      ['POST', '/api/agent/v1/intakes', { ...minimalIntake(), loss: { date_of_loss: day } }],
      ['POST', `${gap}/referrals`, referralBody({ claim })],
      ['POST', `${gap}/referrals/bulk`, { referrals: [referralBody({ claim })] }],
      ['POST', `${gap}/referrals/${referral.id}/attest`, { ...attestation, confirmed_at: time }],
      ['POST', `${gap}/plans/enrollments`, enrollmentBody({ effective_on: day })],
      ['POST', rosterPath, { roster: [enrollmentBody({ effective_on: day })] }],
      ['POST', `${gap}/plans/loss-notices`, { enrollment_id: enrollment.id, date_of_loss: time }],
      ['GET', `${gap}/referrals?created_from=${day}`],
      ['GET', `${gap}/plans/enrollments?created_to=${time}`],
      ['GET', `${gap}/plans/redemptions?created_to=${time}`],
      ['GET', `${gap}/plans/statements?period=${year}-06`],
      ['GET', `${gap}/events?created_from=${time}`],
      ['GET', `${gap}/analytics?to=${day}`],
      ['GET', `${staff}/audit?created_from=${day}`],
      ['GET', `${staff}/exposure/ledger?to=${day}`],
      ['GET', `${staff}/analytics/lenders?to=${time}`],
      ['PUT', `${staff}/institutions/${institutionId}/gap-terms`, { effective_on: day }],
      ['PUT', `${staff}/referrals/${referral.id}/loan`, { payoff_cents: 1, payoff_as_of: day }],
      ['PUT', `${staff}/referrals/${referral.id}/checklist`, { item: 'refunds', received_on: day }],
      ['POST', `${staff}/statements/run`, { period: `${year}-06` }],
      ['POST', `${staff}/intakes/${intake.intake_id}/calls`, { outcome: 'callback_requested', callback_at: time }],
      ['POST', `${staff}/institutions/${institutionId}/keys`, { livemode: false, expires_at: time }],
    ];
  };
});

const send = ([method, path, body]: Call) =>
  harness.current.call(method, path, {
    ...(path.startsWith('/api/agent') ? {} : { token: path.startsWith('/api/gap') ? tokens.gap : tokens.staff }),
    ...(body === undefined ? {} : { body }),
  });

describe('a day, month or time of a year out of range', () => {
  it.each(['0000', '0001', '0099', '1899', '2201', '9999'])('is refused wherever it is said: %s', async (year) => {
    for (const call of saying(year)) {
      const { status, text } = await send(call);
      // A bulk call has a result per row.
      const refused = call[1].endsWith('/bulk') ? 200 : 400;
      expect([call[1], status, text]).toEqual([call[1], refused, expect.stringContaining('from 1900 to 2200')]);
    }
  });

  it.each(['1900', '2200'])('the range ends exactly at %s', async (year) => {
    for (const call of saying(year)) {
      const { text } = await send(call);
      expect([call[1], text]).not.toEqual([call[1], expect.stringContaining('from 1900 to 2200')]);
    }
  });
});
