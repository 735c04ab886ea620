import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/access';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, givenEnrollment } from '#testing/plans';

const harness = useHarness();

it('goes through a membership', async () => {
  const h = harness.current;
  const { key } = await givenPartner(h, { livemode: true });
  const token = await givenStaffToken(h);
  const one = await givenEnrollment(h, key);
  const rows = [one, ...(await Promise.all([givenEnrollment(h, key), givenEnrollment(h, key)]))];
  const sync = await h.call('POST', '/api/gap/v1/plans/roster-sync', {
    token: key,
    headers: { 'idempotency-key': 's1' },
    body: {
      mode: 'apply',
      roster: [
        enrollmentBody({ vehicle: { vin: rows[0].vehicle.vin } }),
        enrollmentBody({ vehicle: { vin: rows[1].vehicle.vin }, external_ref: 'x' }),
        enrollmentBody(),
      ],
    },
  });
  expect(sync.body).toMatchObject({
    totals: { submitted: 3, created: 1, updated: 1, unchanged: 1, canceled: 1, kept: 0 },
  });
  const nd = await h.call('POST', '/api/gap/v1/plans/roster-sync?mode=dry_run', {
    token: key,
    headers: { 'content-type': 'application/x-ndjson' },
    raw: [enrollmentBody(), enrollmentBody()].map((r) => JSON.stringify(r)).join('\n'),
  });
  expect(nd.body).toMatchObject({ mode: 'dry_run', totals: { created: 2, canceled: 3 } });
  const loss = await h.call('POST', '/api/gap/v1/plans/loss-notices', {
    token: key,
    body: { enrollment_id: one.id, date_of_loss: '2026-11-15' },
  });
  expect(loss.body).toMatchObject({ object: 'gap.loss_notice' });
  const done = await h.call('POST', `/api/staff/v1/redemptions/${loss.body.redemption_id}/complete`, { token });
  expect(done.body).toMatchObject({ status: 'completed' });
  h.clock.advance(20 * 86_400);
  const run = await h.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-11' } });
  expect(run.body).toEqual({ period: '2026-11', issued: 1 });
  const list = await h.call('GET', '/api/gap/v1/plans/statements', { token: key });
  expect(list.body.data).toMatchObject([{ enrollment_count: 4, amount_cents: 2000, number: 'MS-202611-0001' }]);
  const events = await h.call('GET', '/api/gap/v1/events?order=asc&limit=100', { token: key });
  expect(events.body.data.map((e: { type: string }) => e.type)).toEqual([
    'plan.enrollment.created',
    'plan.enrollment.created',
    'plan.enrollment.created',
    'plan.enrollment.updated',
    'plan.enrollment.created',
    'plan.enrollment.canceled',
    'plan.loss.reported',
    'plan.redemption.created',
    'plan.redemption.completed',
    'plan.statement.issued',
  ]);
});
