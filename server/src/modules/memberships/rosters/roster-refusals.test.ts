import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { forms, givenRoster, storedOf } from '#test/fixtures/rosters';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, rosterVin } from '../testing.ts';

const harness = useHarness();

describe.each(Object.entries(forms))('a roster as %s', (_form, sync) => {
  it('the roster is refused with the index and the member of each invalid row, and changes nothing', async () => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, 2);
    const before = await storedOf(h, institutionId);
    const [good] = roster;
    const { status, body } = await sync(h, key, {
      roster: [
        good,
        enrollmentBody({ member: { first_name: '', last_name: 'x' } }),
        { ...enrollmentBody(), vehicle: { vin: 'short' }, more: 1 },
        enrollmentBody({ plan: 'unknown' }),
        enrollmentBody({ effective_on: '2028-01-01' }),
        enrollmentBody({ external_ref: 'nul \u0000' }),
        enrollmentBody({ member: { first_name: '\ud800', last_name: 'x' } }),
        [],
        null,
      ],
    });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'roster.1.member.first_name',
      'roster.2.more',
      'roster.2.vehicle.vin',
      'roster.3.plan',
      'roster.4.effective_on',
      'roster.5.external_ref',
      'roster.6.member.first_name',
      'roster.7',
      'roster.8',
    ]);
    expect(await storedOf(h, institutionId)).toEqual(before);
  });

  it('the roster is refused with at most a hundred of its issues', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const bad = Array.from({ length: 60 }, () => ({}));
    const { body } = await sync(h, key, { roster: [enrollmentBody(), ...bad] });
    expect(body.issues).toHaveLength(100);
    expect(body.issues[0]).toEqual({ path: 'roster.1.member', message: 'is required' });
  });

  it('the roster is refused when a VIN comes twice, in upper or lower case', async () => {
    const h = harness.current;
    const { key, institutionId } = await givenPartner(h);
    const vin = rosterVin();
    const rows = [vin, rosterVin(), vin.toLowerCase(), vin].map((one) => enrollmentBody({ vehicle: { vin: one } }));
    const { status, body } = await sync(h, key, { roster: rows });
    expect([status, body.issues]).toEqual([
      400,
      [2, 3].map((place) => ({ path: `roster.${place}.vehicle.vin`, message: 'is in an earlier row' })),
    ]);
    expect(await storedOf(h, institutionId)).toEqual([]);
  });

  it('the roster is refused without rows', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    const { status, body } = await sync(h, key, { roster: [] });
    expect([status, body.issues]).toEqual([400, [{ path: 'roster', message: 'must have at least one row' }]]);
  });

  it.each([
    // Up to two may be canceled without confirmation, even if that is all of them.
    [1, 1, false],
    [2, 2, false],
    [3, 2, false],
    [3, 3, true],
    [9, 2, false],
    [12, 10, true],
    // More than two, around a fifth.
    [14, 3, true],
    [15, 3, false],
    [16, 3, false],
    [19, 4, true],
    [20, 4, false],
    [20, 5, true],
    [50, 10, false],
    [50, 11, true],
    [60, 12, false],
    [60, 13, true],
    [64, 12, false],
    [64, 13, true],
  ])('a roster of %s members cancels %s without confirmation: refused %s', async (count, cancellations, refused) => {
    const h = harness.current;
    const { key, institutionId, roster } = await givenRoster(harness.current, count);
    const rest = [...roster.slice(cancellations), ...(cancellations === count ? [enrollmentBody()] : [])];
    const { status, body } = await sync(h, key, { roster: rest });
    if (!refused) {
      expect([status, body.totals.canceled]).toEqual([200, cancellations]);
      return;
    }
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'roster_cancel_threshold',
        would_cancel: cancellations,
        active_count: count,
        threshold_percent: 20,
      }),
    ]);
    for (const wrong of [cancellations - 1, cancellations + 1, 0])
      expect((await sync(h, key, { roster: rest, confirm_cancel_count: wrong })).status).toBe(409);
    expect((await storedOf(h, institutionId)).every(({ status: one }) => one === 'active')).toBe(true);
    const confirmed = await sync(h, key, { roster: rest, confirm_cancel_count: cancellations });
    expect([confirmed.status, confirmed.body.totals.canceled]).toEqual([200, cancellations]);
  });
});
