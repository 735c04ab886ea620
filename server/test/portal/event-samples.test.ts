import { expect, it } from 'vitest';
import { listEventSamples, partnerEventTypes } from '#modules/webhooks';
import { bringEnrollmentTo, givenEnrollment, useBilling } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { bringTo, givenReferral, partnerCalls } from '#testing/referrals';

const { harness, live, moveTo, run, staff } = useBilling();

/** Member names, including nested ones, in the order in which they are written. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
    : 'a value';

/** The first logged text of each event type. */
async function loggedTexts(institutionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await harness.current.ctx.db.many<{ type: string; thin: string }>({
    text: 'select distinct on (type) type, thin from events.events where account_id = any($1) order by type, id',
    values: [institutionIds],
  });
  return new Map(rows.map(({ type, thin }) => [type, thin]));
}

it('samples have the members of real events of their type, in the same order', async () => {
  const { current } = harness;
  const partner = await givenPartner(current, { livemode: false });
  const call = partnerCalls(current, partner.key);
  for (const status of ['activated', 'settled', 'closed', 'declined', 'expired', 'canceled']) {
    const { id } = await givenReferral(current, partner.key);
    await bringTo(current, partner.key, { id, status });
    if (status !== 'activated') continue;
    await staff(`POST /referrals/${id}/review`, { status: 'in_review', summary: 'Synthetic' });
  }
  const { id: edited } = await givenReferral(current, partner.key);
  await call(`PATCH /referrals/${edited}`, { external_ref: 'loan-2' });
  for (const status of ['canceled', 'redeemed'])
    await bringEnrollmentTo(current, (await givenEnrollment(current, partner.key)).id, status);
  const { id: changed } = await givenEnrollment(current, partner.key);
  await call(`PATCH /plans/enrollments/${changed}`, { external_ref: 'loan-3' });
  const billed = await live([{ code: 'standard', unit_price_cents: 500 }]);
  moveTo('2027-01-10T12:00:00Z');
  await givenEnrollment(current, billed.key, { plan: 'standard' });
  moveTo('2027-02-02T12:00:00Z');
  await run('2027-01');

  const logged = await loggedTexts([partner.institutionId, billed.institutionId]);
  const samples = listEventSamples({ accountId: partner.institutionId, livemode: false });
  expect(samples.map(({ type }) => type)).toEqual([...partnerEventTypes]);
  for (const { type, body } of samples) {
    const text = logged.get(type);
    expect([type, shapeOf(JSON.parse(body))]).toEqual([
      type,
      text === undefined ? 'never seen' : shapeOf(JSON.parse(text)),
    ]);
  }
});
