import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { eventsAbout, eventTypes, partnerCalls } from '#testing/referrals';
import { bringEnrollmentTo, enrollmentTraces, givenEnrollment, rosterVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '24' });

async function given(changes: object = {}) {
  const { key } = await givenPartner(harness.current);
  const made = await givenEnrollment(harness.current, key, changes);
  const call = partnerCalls(harness.current, key);
  const patch = (body: unknown, id: string = made.id) => call(`PATCH /plans/enrollments/${id}`, body);
  return { key, made, call, patch };
}

describe('a cancellation', () => {
  it('a cancellation ends the enrollment, with its reason if there is one [P-PLAN-004]', async () => {
    for (const reason of [undefined, 'paid off']) {
      const { made, call, patch } = await given();
      harness.current.clock.advance(61);
      const now = harness.current.clock.now().toISOString();
      const { status, body } = await patch({ status: 'canceled', ...(reason ? { cancel_reason: reason } : {}) });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...made,
        status: 'canceled',
        canceled_at: now,
        cancel_reason: reason ?? null,
        updated_at: now,
      });
      expect((await call(`GET /plans/enrollments/${made.id}`)).body).toEqual(body);
      expect(await eventTypes(harness.current, made.id)).toEqual([
        'plan.enrollment.created',
        'plan.enrollment.canceled',
      ]);
    }
  });

  it.each([
    [{ status: 'canceled', external_ref: 'x' }, ['external_ref']],
    [{ status: 'canceled', member: { phone: null }, vehicle: { vin: '2SYNTH99999999999' } }, ['member', 'vehicle']],
    [{ cancel_reason: 'paid off' }, ['cancel_reason']],
    [{ cancel_reason: 'paid off', external_ref: 'x' }, ['cancel_reason']],
    [{ status: 'active' }, ['status']],
    [{ status: 'redeemed' }, ['status']],
    [{ status: null }, ['status']],
  ])(
    'a cancellation cannot be combined with an edit, and no other status can be requested: %j',
    async (body, paths) => {
      const { made, patch } = await given();
      const before = await enrollmentTraces(harness.current, made.id);
      const answer = await patch(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      expect([...new Set(answer.body.issues.map(({ path }: { path: string }) => path))]).toEqual(paths);
      expect(await enrollmentTraces(harness.current, made.id)).toEqual(before);
    },
  );
});

describe('an edit', () => {
  it('an edit of contacts and reference changes only the named members; null removes [P-PLAN-006]', async () => {
    const { made, call, patch } = await given({
      external_ref: 'loan-1',
      member: { first_name: 'Ann', last_name: 'Arc', email: 'ann@example.com', phone: '2125550142' },
    });
    let expected = made;
    const steps: [object, object][] = [
      [{ member: { email: 'New@Example.com' } }, { member: { ...made.member, email: 'new@example.com' } }],
      [{ member: { phone: '(212) 555-0199' } }, { member: { phone: '+12125550199' } }],
      [{ member: { first_name: 'Bea', last_name: 'Bow' } }, { member: { first_name: 'Bea', last_name: 'Bow' } }],
      [{ member: { email: null, phone: null } }, { member: { email: null, phone: null } }],
      [{ external_ref: 'loan-2' }, { external_ref: 'loan-2' }],
      [{ external_ref: null }, { external_ref: null }],
    ];
    for (const [sent, change] of steps) {
      harness.current.clock.advance(1);
      const { member, ...rest } = change as { member?: object };
      expected = {
        ...expected,
        ...rest,
        member: { ...expected.member, ...member },
        updated_at: harness.current.clock.now().toISOString(),
      };
      const { status, body } = await patch(sent);
      expect([status, body]).toEqual([200, expected]);
      expect((await call(`GET /plans/enrollments/${made.id}`)).body).toEqual(expected);
    }
    expect(await eventTypes(harness.current, made.id)).toEqual([
      'plan.enrollment.created',
      ...steps.map(() => 'plan.enrollment.updated'),
    ]);
  });

  it('an edit that swaps the VIN describes another vehicle: unsent members become unknown [P-PLAN-005]', async () => {
    const { key, made, call, patch } = await given();
    const vin = rosterVin();
    const swapped = await patch({ vehicle: { vin: vin.toLowerCase() } });
    expect([swapped.status, swapped.body.vehicle]).toEqual([200, { vin, year: null, make: null, model: null }]);
    expect((await call(`GET /plans/enrollments/${made.id}`)).body).toEqual(swapped.body);
    expect(await eventTypes(harness.current, made.id)).toEqual(['plan.enrollment.created', 'plan.enrollment.updated']);
    const told = await patch({ vehicle: { vin, year: 2020, model: 'Coupe' } });
    expect(told.body.vehicle).toEqual({ vin, year: 2020, make: null, model: 'Coupe' });
    // The same vehicle again: known members stay known.
    expect((await patch({ vehicle: { vin, make: 'New' } })).body.vehicle).toEqual({
      vin,
      year: 2020,
      make: 'New',
      model: 'Coupe',
    });
    // The old VIN is free, the new one is in use.
    await givenEnrollment(harness.current, key, { vehicle: made.vehicle });
    const { body } = await call('POST /plans/enrollments', {
      member: { first_name: 'A', last_name: 'B' },
      vehicle: { vin },
    });
    expect([body.code, body.enrollment_id]).toEqual(['enrollment_exists', made.id]);
  });

  it("an edit to a VIN that another enrollment has is refused with its id; a canceled enrollment's VIN is accepted", async () => {
    const { key, made, patch } = await given();
    const other = await givenEnrollment(harness.current, key);
    const before = await enrollmentTraces(harness.current, made.id);
    const refused = await patch({ vehicle: { vin: other.vehicle.vin }, external_ref: 'x' });
    expect([refused.status, refused.body.code, refused.body.enrollment_id]).toEqual([
      409,
      'enrollment_exists',
      other.id,
    ]);
    expect(await enrollmentTraces(harness.current, made.id)).toEqual(before);
    await patch({ status: 'canceled' }, other.id);
    expect((await patch({ vehicle: { vin: other.vehicle.vin } })).status).toBe(200);
  });

  it('concurrent edits of many enrollments to one VIN succeed once; the others get the id of that one', async () => {
    const { key, patch } = await given();
    for (let round = 0; round < 3; round += 1) {
      const rows = await Promise.all(Array.from({ length: 12 }, () => givenEnrollment(harness.current, key)));
      const vin = rosterVin();
      const answers = await Promise.all(rows.map(({ id }) => patch({ vehicle: { vin } }, id)));
      const winners = rows.filter((_, index) => answers[index]?.status === 200);
      expect(winners).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect([status, body.code, body.enrollment_id]).toEqual([409, 'enrollment_exists', winners[0]!.id]);
      for (const row of rows)
        expect(await eventTypes(harness.current, row.id)).toHaveLength(row === winners[0] ? 2 : 1);
    }
  });

  it('an edit sent twice concurrently with one Idempotency-Key is executed once', async () => {
    const { key, made } = await given();
    const send = () =>
      harness.current.call('PATCH', `/api/gap/v1/plans/enrollments/${made.id}`, {
        token: key,
        body: { external_ref: 'once' },
        headers: { 'idempotency-key': 'k1' },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, answers[0]!.text]));
    expect(await eventTypes(harness.current, made.id)).toHaveLength(2);
  });

  it('an edit without a change succeeds and is not published', async () => {
    const { made, patch } = await given({ external_ref: 'loan-1' });
    harness.current.clock.advance(1);
    const nothing = [
      { external_ref: 'loan-1' },
      { member: { email: 'MEMBER@example.com' } },
      { member: { phone: null } },
      { member: { first_name: 'Synthetic' } },
      { vehicle: { vin: made.vehicle.vin.toLowerCase() } },
      { vehicle: made.vehicle, member: { first_name: 'Synthetic' }, external_ref: 'loan-1' },
    ];
    for (const sent of nothing) expect((await patch(sent)).body).toEqual(made);
    expect(await eventTypes(harness.current, made.id)).toEqual(['plan.enrollment.created']);
  });

  it.each([
    [{}, ''],
    [{ member: {} }, 'member'],
    [{ vehicle: {} }, 'vehicle.vin'],
    [{ vehicle: null }, 'vehicle'],
    [{ member: { first_name: null } }, 'member.first_name'],
    [{ plan: 'gold' }, 'plan'],
    [{ effective_on: '2026-11-15' }, 'effective_on'],
    [{ test: false }, 'test'],
  ])('an edit must change something: %j is refused', async (body, path) => {
    const { patch } = await given();
    const answer = await patch(body);
    expect([answer.status, answer.body.code, answer.body.issues[0].path]).toEqual([400, 'validation_failed', path]);
  });
});

describe('allowed changes', () => {
  const vehicle = { vin: '2SYNTH99999999998' };
  it.each([
    ['active', { status: 'canceled' }, 200],
    ['active', { vehicle }, 200],
    ['active', { member: { email: 'x@example.com' } }, 200],
    ['active', { external_ref: 'x' }, 200],
    ['loss_reported', { status: 'canceled' }, 409],
    ['loss_reported', { vehicle }, 409],
    ['loss_reported', { vehicle, external_ref: 'x' }, 409],
    ['loss_reported', { member: { email: 'x@example.com' } }, 200],
    ['loss_reported', { external_ref: 'x' }, 200],
    ['redeemed', { status: 'canceled' }, 409],
    ['redeemed', { vehicle }, 409],
    ['redeemed', { member: { email: 'x@example.com' } }, 200],
    ['redeemed', { external_ref: 'x' }, 200],
    ['canceled', { status: 'canceled' }, 409],
    ['canceled', { vehicle }, 409],
    ['canceled', { member: { email: 'x@example.com' } }, 409],
    ['canceled', { external_ref: 'x' }, 409],
    ['canceled', { external_ref: null }, 409],
  ])('the allowed changes depend on the status: %s, %j', async (status, body, expected) => {
    const { made, patch } = await given();
    await bringEnrollmentTo(harness.current, made.id, status);
    const before = await enrollmentTraces(harness.current, made.id);
    const answer = await patch(body);
    expect(answer.status).toBe(expected);
    if (expected === 409) {
      expect([answer.body.code, answer.body.current_status]).toEqual(['invalid_state', status]);
      expect(await enrollmentTraces(harness.current, made.id)).toEqual(before);
    } else {
      const last = (await eventsAbout(harness.current, made.id)).at(-1);
      const canceled = answer.body.status === 'canceled';
      expect(last?.type).toBe(canceled ? 'plan.enrollment.canceled' : 'plan.enrollment.updated');
      expect(answer.body.status).toBe(canceled ? 'canceled' : status);
    }
  });

  it('the status is checked with the enrollment locked: of two concurrent cancellations one is too late', async () => {
    const { made, patch } = await given();
    const answers = await Promise.all(Array.from({ length: 8 }, () => patch({ status: 'canceled' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(await eventTypes(harness.current, made.id)).toEqual(['plan.enrollment.created', 'plan.enrollment.canceled']);
  });
});
