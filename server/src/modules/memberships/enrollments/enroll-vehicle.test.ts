import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { eventTypes, partnerCalls } from '#testing/referrals';
import { enrollmentBody, givenEnrollment, rosterVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('an enrollment', () => {
  it('a new enrollment is active, has all sent members, and is found at its Location [P-PLAN-001, P-PLAN-002, P-PLAN-003, P-EVENT-010]', async () => {
    for (const livemode of [true, false]) {
      const { key } = await givenPartner(harness.current, { livemode });
      const call = partnerCalls(harness.current, key);
      const sent = enrollmentBody({ external_ref: 'loan-1', effective_on: '2026-11-01' });
      const { status, body, headers } = await call('POST /plans/enrollments', sent);
      const now = harness.current.clock.now().toISOString();
      expect(status).toBe(201);
      expect(headers.get('location')).toBe(`http://makewhole.test/api/gap/v1/plans/enrollments/${body.id}`);
      expect(Object.entries(body)).toEqual(
        Object.entries({
          id: expect.stringMatching(/^enr_[0-9A-Za-z]{24}$/),
          object: 'gap.enrollment',
          status: 'active',
          external_ref: 'loan-1',
          test: !livemode,
          plan: 'standard',
          member: { first_name: 'Synthetic', last_name: 'Member', email: 'member@example.com', phone: null },
          vehicle: sent.vehicle,
          effective_at: '2026-11-01T00:00:00.000Z',
          canceled_at: null,
          cancel_reason: null,
          created_at: now,
          updated_at: now,
        }),
      );
      for (const name of ['created_at', 'updated_at', 'effective_at']) expect(body[name]).toMatch(timestamp);
      expect(Object.keys(body.member)).toEqual(['first_name', 'last_name', 'email', 'phone']);
      expect(Object.keys(body.vehicle)).toEqual(['vin', 'year', 'make', 'model']);
      expect((await call(`GET /plans/enrollments/${body.id}`)).body).toEqual(body);
      const list = await call('GET /plans/enrollments');
      expect(list.body).toEqual({ object: 'list', data: [body], has_more: false, next_cursor: null });
      const head = await call(`HEAD /plans/enrollments/${body.id}`);
      expect([head.status, head.text]).toEqual([200, '']);
      expect(await eventTypes(harness.current, body.id)).toEqual(['plan.enrollment.created']);
    }
  });

  it('an enrollment stores one spelling of equivalent values, and null for unsent members', async () => {
    const { key } = await givenPartner(harness.current);
    const vin = rosterVin();
    const body = await givenEnrollment(harness.current, key, {
      member: { first_name: ' Ann ', last_name: 'd’Arc', email: 'Ann@Example.COM', phone: '1 (212) 555.0142' },
      vehicle: { vin: vin.toLowerCase(), year: 2021.0 },
    });
    expect(body).toMatchObject({
      external_ref: null,
      member: { first_name: ' Ann ', last_name: 'd’Arc', email: 'ann@example.com', phone: '+12125550142' },
      vehicle: { vin, year: 2021, make: null, model: null },
      // The day of the call, from its start.
      effective_at: '2026-11-15T00:00:00.000Z',
    });
  });

  it('an enrollment has one of the institution’s plans, the first by default', async () => {
    const plans = [
      { code: 'gold', unit_price_cents: 900 },
      { code: 'standard', unit_price_cents: 500 },
    ];
    const { key, institutionId } = await givenPartner(harness.current, { institution: { plans } });
    const other = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    expect((await givenEnrollment(harness.current, key)).plan).toBe('gold');
    expect((await givenEnrollment(harness.current, key, { plan: 'standard' })).plan).toBe('standard');
    const refused = await call('POST /plans/enrollments', enrollmentBody({ plan: 'silver' }));
    expect([refused.status, refused.body.issues]).toEqual([
      400,
      [{ path: 'plan', message: 'must be one of: gold, standard' }],
    ]);
    const foreign = await partnerCalls(harness.current, other.key)(
      'POST /plans/enrollments',
      enrollmentBody({ plan: 'gold' }),
    );
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'plan']);
    const token = await givenStaffToken(harness.current);
    await harness.current.call('PATCH', `/api/staff/v1/institutions/${institutionId}`, {
      token,
      body: { plans: [{ code: 'silver', unit_price_cents: 1 }] },
    });
    expect((await givenEnrollment(harness.current, key)).plan).toBe('silver');
    expect((await call('POST /plans/enrollments', enrollmentBody({ plan: 'gold' }))).status).toBe(400);
  });

  it('an enrollment is created once per Idempotency-Key; a replay is marked, another body is refused', async () => {
    const { key } = await givenPartner(harness.current);
    const send = (body: object) =>
      harness.current.call('POST', '/api/gap/v1/plans/enrollments', {
        token: key,
        body,
        headers: { 'idempotency-key': 'k1' },
      });
    const sent = enrollmentBody();
    const first = await send(sent);
    const again = await send(sent);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    const other = await send(enrollmentBody());
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    expect(await eventTypes(harness.current, first.body.id)).toEqual(['plan.enrollment.created']);
  });
});

describe('a VIN', () => {
  it('a VIN is on a roster once, however it is spelled; the refusal names its enrollment', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const first = await givenEnrollment(harness.current, key);
    for (const vin of [first.vehicle.vin, first.vehicle.vin.toLowerCase()]) {
      const { status, body } = await call('POST /plans/enrollments', enrollmentBody({ vehicle: { vin } }));
      expect([status, body.code, body.enrollment_id]).toEqual([409, 'enrollment_exists', first.id]);
    }
    expect((await call('GET /plans/enrollments')).body.data).toHaveLength(1);
  });

  it('a VIN is free for another institution, for the other mode, and again after a cancellation', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const first = await givenEnrollment(harness.current, key);
    const { vehicle } = first;
    const live = await givenPartner(harness.current, { institutionId, livemode: true });
    const other = await givenPartner(harness.current);
    const others = [
      await givenEnrollment(harness.current, live.key, { vehicle }),
      await givenEnrollment(harness.current, other.key, { vehicle }),
    ];
    const call = partnerCalls(harness.current, key);
    await call(`PATCH /plans/enrollments/${first.id}`, { status: 'canceled' });
    const again = await givenEnrollment(harness.current, key, { vehicle });
    expect(new Set([first.id, again.id, ...others.map(({ id }) => id)]).size).toBe(4);
    const { body } = await call('POST /plans/enrollments', enrollmentBody({ vehicle }));
    expect(body.enrollment_id).toBe(again.id);
  });

  it('a VIN goes to one of twenty concurrent calls; the others get the id of that enrollment', async () => {
    const { key } = await givenPartner(harness.current);
    for (let round = 0; round < 3; round += 1) {
      const vehicle = { vin: rosterVin() };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          partnerCalls(harness.current, key)('POST /plans/enrollments', enrollmentBody({ vehicle })),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer !== made[0]))
        expect([status, body.code, body.enrollment_id]).toEqual([409, 'enrollment_exists', made[0]!.body.id]);
      expect(await eventTypes(harness.current, made[0]!.body.id)).toEqual(['plan.enrollment.created']);
    }
  });

  it('a VIN canceled and enrolled concurrently never has two enrollments, and every refusal names one', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const vehicle = { vin: rosterVin() };
    const turn = async () => {
      const { status, body } = await call('POST /plans/enrollments', enrollmentBody({ vehicle }));
      if (status === 201) await call(`PATCH /plans/enrollments/${body.id}`, { status: 'canceled' });
      else expect([status, body.enrollment_id]).toEqual([409, expect.stringMatching(/^enr_/)]);
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, turn));
    expect((await call(`GET /plans/enrollments?vin=${vehicle.vin}&status=active`)).body.data).toEqual([]);
  });
});
