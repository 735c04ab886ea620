import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { forms, givenRoster, rowsOf, storedOf, publishedEventsOf } from '#test/fixtures/rosters';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, rosterVin } from '../testing.ts';

const harness = useHarness();

/** A vehicle with a reported loss, optionally with a completed redemption. */
async function givenLoss(key: string, vin: string, redeemed: boolean): Promise<void> {
  const h = harness.current;
  const loss = await h.call('POST', '/api/gap/v1/plans/loss-notices', {
    token: key,
    body: { vin, date_of_loss: '2026-11-15' },
  });
  expect(loss.status).toBe(201);
  if (!redeemed) return;
  const path = `/api/staff/v1/redemptions/${loss.body.redemption_id}/complete`;
  const { status } = await h.call('POST', path, { token: await givenStaffToken(h) });
  expect(status).toBe(200);
}

const byVin = (rows: readonly { vin: string; status: string }[]) =>
  Object.fromEntries(rows.map(({ vin, status }) => [vin, status]));

describe.each(Object.entries(forms))('a roster as %s', (_form, sync) => {
  it('the enrollments match the roster: it enrolls, updates, leaves, cancels and keeps, and publishes each change [P-ROSTER-001]', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, 9);
    const [same, member, ref, plain, gone, loss, lossNamed, used, usedNamed] = roster.map(({ vehicle }) => vehicle.vin);
    await givenLoss(key, loss!, false);
    await givenLoss(key, lossNamed!, false);
    await givenLoss(key, used!, true);
    await givenLoss(key, usedNamed!, true);
    const before = (await publishedEventsOf(h, institutionId)).length;
    h.clock.advance(60);
    const [first, second] = [rosterVin(), rosterVin()];
    const vehicle = (vin: string) => ({ vehicle: { vin } });
    const answer = await sync(h, key, {
      roster: [
        enrollmentBody({ vehicle: { vin: first!.toLowerCase(), year: 2020, make: 'Make', model: 'Model' } }),
        enrollmentBody(vehicle(same!)),
        enrollmentBody({
          ...vehicle(member!),
          member: { first_name: 'Other', last_name: 'Member', phone: '(212) 555-0142' },
        }),
        enrollmentBody({ ...vehicle(ref!), external_ref: 'loan-1' }),
        enrollmentBody({ ...vehicle(plain!), effective_on: '2026-11-01' }),
        enrollmentBody({ ...vehicle(lossNamed!), external_ref: 'ignored' }),
        enrollmentBody(vehicle(usedNamed!)),
        enrollmentBody(vehicle(second!)),
      ],
    });
    expect(answer.status).toBe(200);
    const stored = await storedOf(h, institutionId);
    const idOf = (vin: string) => stored.find((row) => row.vin === vin)?.id;
    expect(answer.body).toEqual({
      object: 'gap.roster_sync',
      id: expect.stringMatching(/^rsy_[0-9A-Za-z]{24}$/),
      mode: 'apply',
      livemode: false,
      totals: { submitted: 8, created: 2, updated: 2, unchanged: 2, canceled: 1, kept: 4 },
      changes: [
        { action: 'created', enrollment_id: idOf(first), vin: first, external_ref: null },
        { action: 'updated', enrollment_id: idOf(member!), vin: member, external_ref: null },
        { action: 'updated', enrollment_id: idOf(ref!), vin: ref, external_ref: 'loan-1' },
        { action: 'created', enrollment_id: idOf(second), vin: second, external_ref: null },
        { action: 'canceled', enrollment_id: idOf(gone!), vin: gone, external_ref: null },
      ],
      changes_truncated: false,
      created_at: h.clock.now().toISOString(),
    });
    expect(byVin(stored)).toEqual({
      [first]: 'active',
      [second]: 'active',
      [same!]: 'active',
      [member!]: 'active',
      [ref!]: 'active',
      [plain!]: 'active',
      [gone!]: 'canceled',
      [loss!]: 'loss_reported',
      [lossNamed!]: 'loss_reported',
      [used!]: 'redeemed',
      [usedNamed!]: 'redeemed',
    });
    expect(stored.find(({ vin }) => vin === member)).toMatchObject({
      first_name: 'Other',
      email: null,
      phone: '+12125550142',
    });
    expect(stored.find(({ vin }) => vin === gone)).toMatchObject({ cancel_reason: 'roster_sync' });
    expect(stored.find(({ vin }) => vin === lossNamed)).toMatchObject({ external_ref: null });
    expect((await publishedEventsOf(h, institutionId)).slice(before)).toEqual([
      { type: 'plan.enrollment.created', enrollmentId: idOf(first), status: 'active' },
      { type: 'plan.enrollment.updated', enrollmentId: idOf(member!), status: 'active' },
      { type: 'plan.enrollment.updated', enrollmentId: idOf(ref!), status: 'active' },
      { type: 'plan.enrollment.created', enrollmentId: idOf(second), status: 'active' },
      { type: 'plan.enrollment.canceled', enrollmentId: idOf(gone!), status: 'canceled' },
    ]);
    const { body: made } = await h.call('GET', `/api/gap/v1/plans/enrollments/${idOf(first)}`, { token: key });
    expect(made).toMatchObject({
      vehicle: { vin: first, year: 2020, make: 'Make', model: 'Model' },
      plan: 'standard',
      test: true,
      effective_at: '2026-11-15T00:00:00.000Z',
      created_at: h.clock.now().toISOString(),
    });
  });

  it('the same roster again changes nothing and publishes nothing', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, 3);
    const again = await sync(h, key, { roster: roster.toReversed() });
    expect(again.body).toMatchObject({
      totals: { submitted: 3, created: 0, updated: 0, unchanged: 3, canceled: 0, kept: 0 },
      changes: [],
    });
    expect(await publishedEventsOf(h, institutionId)).toHaveLength(3);
  });

  it('a dry run only reports the changes', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, 4);
    const [stored, told] = [await storedOf(h, institutionId), await publishedEventsOf(h, institutionId)];
    const added = enrollmentBody();
    const [first, second, third] = roster;
    const wanted = [added, first, { ...second, external_ref: 'x' }, third];
    const dry = await sync(h, key, { mode: 'dry_run', roster: wanted });
    expect(dry.body).toMatchObject({
      mode: 'dry_run',
      totals: { submitted: 4, created: 1, updated: 1, unchanged: 2, canceled: 1, kept: 0 },
      changes: [
        { action: 'created', enrollment_id: null, vin: added.vehicle.vin },
        { action: 'updated', enrollment_id: expect.stringMatching(/^enr_/), external_ref: 'x' },
        { action: 'canceled', enrollment_id: expect.stringMatching(/^enr_/) },
      ],
    });
    expect([await storedOf(h, institutionId), await publishedEventsOf(h, institutionId)]).toEqual([stored, told]);
    const applied = await sync(h, key, { mode: 'apply', roster: wanted });
    expect(applied.body.totals).toEqual(dry.body.totals);
  });

  it('a dry run that would cancel too many has no totals, unless their number is confirmed', async () => {
    const h = harness.current;
    const { key, roster } = await givenRoster(harness.current, 4);
    const short = { mode: 'dry_run' as const, roster: roster.slice(3) };
    const refused = await sync(h, key, short);
    expect([refused.status, refused.body.code, refused.body.would_cancel, refused.body.totals]).toEqual([
      409,
      'roster_cancel_threshold',
      3,
      undefined,
    ]);
    const confirmed = await sync(h, key, { ...short, confirm_cancel_count: 3 });
    expect([confirmed.status, confirmed.body.totals.canceled]).toEqual([200, 3]);
  });

  it('the roster enrolls a vehicle again whose enrollment was canceled', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, 2);
    await sync(h, key, { roster: roster.slice(1) });
    const back = await sync(h, key, { roster });
    expect(back.body.totals).toMatchObject({ created: 1, unchanged: 1 });
    expect((await storedOf(h, institutionId)).map(({ status }) => status).toSorted()).toEqual([
      'active',
      'active',
      'canceled',
    ]);
  });

  it('the response shows the first thousand changes, and all are published', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const most = rowsOf(1000);
    const exactly = await sync(h, key, { roster: most });
    expect([exactly.body.changes.length, exactly.body.changes_truncated]).toEqual([1000, false]);
    const changed = [...most.map((row) => ({ ...row, external_ref: 'changed' })), enrollmentBody()];
    const more = await sync(h, key, { roster: changed });
    expect([more.body.changes.length, more.body.changes_truncated]).toEqual([1000, true]);
    expect(more.body.totals).toMatchObject({ updated: 1000, created: 1 });
    expect(await publishedEventsOf(h, institutionId)).toHaveLength(2001);
  });

  it('the roster affects its own mode only, and no other institution', async () => {
    const h = harness.current;
    const { institutionId, roster } = await givenRoster(harness.current, 2);
    const { key: live } = await givenPartner(h, { institutionId, livemode: true });
    const other = await givenRoster(harness.current, 1);
    const { body } = await sync(h, live, { roster });
    expect(body).toMatchObject({ livemode: true, totals: { created: 2, canceled: 0 } });
    expect((await storedOf(h, institutionId, false)).map(({ status }) => status)).toEqual(['active', 'active']);
    expect((await storedOf(h, institutionId, true)).map(({ status }) => status)).toEqual(['active', 'active']);
    expect((await storedOf(h, other.institutionId)).map(({ status }) => status)).toEqual(['active']);
  });

  it('the roster is refused to a read-only credential', async () => {
    const h = harness.current;
    const { institutionId, roster } = await givenRoster(harness.current, 1);
    const { key } = await givenPartner(h, { institutionId, role: 'read_only' });
    const { status, body } = await sync(h, key, { roster });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('the roster is applied once per Idempotency-Key, and another one with the same key is refused', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const roster = rowsOf(2);
    const first = await sync(h, key, { roster, headers });
    await h.call('PATCH', `/api/gap/v1/plans/enrollments/${first.body.changes[0].enrollment_id}`, {
      token: key,
      body: { status: 'canceled' },
    });
    const again = await sync(h, key, { roster, headers });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 'true', first.body]);
    for (const other of [
      { roster: roster.toReversed(), headers },
      { roster, headers, mode: 'dry_run' as const },
    ]) {
      const { status, body } = await sync(h, key, other);
      expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
    }
    expect((await storedOf(h, institutionId)).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  });
});
