import { describe, expect, it } from 'vitest';
import { syncObject } from '#test/fixtures/rosters';
import type { PartnerClient } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { enrollmentBody, givenEnrollment, rosterVin, useBilling } from '../testing.ts';

const { harness, live, moveTo, run, staff, statements } = useBilling();

const sync = async ({ key }: PartnerClient, roster: readonly object[]) => {
  const { status } = await syncObject(harness.current, key, { roster });
  expect(status).toBe(200);
};

const change = async ({ key }: PartnerClient, id: string, patch: object) => {
  const { status } = await partnerCalls(harness.current, key)(`PATCH /plans/enrollments/${id}`, patch);
  expect(status).toBe(200);
};

/** A month's bill: by plan, in total, and in its CSV file. */
async function billed(caller: PartnerClient, period: string) {
  await run(period);
  const [statement] = await statements(caller, `&period=${period}`);
  if (statement === undefined) return undefined;
  const path = `/institutions/${caller.institutionId}/statements/${statement.id}.csv`;
  const rows = (await staff(`GET ${path}`)).text.trim().split('\r\n').slice(1);
  const onPaper = rows.map((row) => row.split(',').slice(5, 7));
  const plans = statement.lines.map(({ plan, quantity }) => [plan, String(quantity)]);
  expect(onPaper).toEqual([...plans, ['TOTAL', String(statement.enrollment_count)]]);
  expect(statement.amount_cents).toBe(statement.lines.reduce((sum, line) => sum + line.amount_cents, 0));
  return Object.fromEntries(statement.lines.map(({ plan, quantity }) => [plan, quantity]));
}

const plans = [
  { code: 'standard', unit_price_cents: 500 },
  { code: 'gold', unit_price_cents: 900 },
];

describe('a billed vehicle', () => {
  it('a vehicle is billed once a month, however often rosters remove and re-enroll it [P-STMT-002]', async () => {
    const caller = await live();
    const roster = Array.from({ length: 5 }, () => enrollmentBody());
    await sync(caller, roster);
    for (let round = 0; round < 3; round += 1) {
      moveTo(`2026-11-${String(17 + round)}T01:00:00.000Z`);
      await sync(caller, roster.slice(1));
      moveTo(`2026-11-${String(17 + round)}T02:00:00.000Z`);
      await sync(caller, roster);
    }
    moveTo('2026-12-01T06:00:00.000Z');
    expect(await billed(caller, '2026-11')).toEqual({ standard: 5 });
    // The enrollments that ended in November are not on December's bill.
    moveTo('2027-01-01T06:00:00.000Z');
    expect(await billed(caller, '2026-12')).toEqual({ standard: 5 });
  });

  it('a vehicle is billed in every plan that it left and returned to', async () => {
    moveTo('2027-01-05T00:00:00.000Z');
    const caller = await live(plans);
    const vehicle = { vin: rosterVin() };
    for (const plan of ['standard', 'gold', 'standard', 'gold']) {
      const { id } = await givenEnrollment(harness.current, caller.key, { vehicle, plan });
      harness.current.clock.advance(60);
      await change(caller, id, { status: 'canceled' });
    }
    moveTo('2027-02-01T06:00:00.000Z');
    expect(await billed(caller, '2027-01')).toEqual({ gold: 1, standard: 1 });
  });

  it('a vehicle is not billed if it was canceled before it took effect, or at that moment', async () => {
    moveTo('2027-03-10T12:00:00.000Z');
    const [before, then, after, later] = [await live(), await live(), await live(), await live()];
    const cancels: [caller: PartnerClient, at: string][] = [
      [before, '2027-03-19T23:59:59.999Z'],
      [then, '2027-03-20T00:00:00.000Z'],
      [after, '2027-03-20T00:00:00.001Z'],
    ];
    const ids = new Map<PartnerClient, string>();
    for (const [caller] of cancels)
      ids.set(caller, (await givenEnrollment(harness.current, caller.key, { effective_on: '2027-03-20' })).id);
    // Canceled in another month than its first.
    const { id } = await givenEnrollment(harness.current, later.key, { effective_on: '2027-04-10' });
    for (const [caller, at] of cancels) {
      moveTo(at);
      await change(caller, ids.get(caller)!, { status: 'canceled' });
    }
    await change(later, id, { status: 'canceled' });
    moveTo('2027-05-01T06:00:00.000Z');
    expect(await Promise.all([before, then, after].map((caller) => billed(caller, '2027-03')))).toEqual([
      undefined,
      undefined,
      { standard: 1 },
    ]);
    expect([await billed(later, '2027-03'), await billed(later, '2027-04')]).toEqual([undefined, undefined]);
  });

  it('a vehicle that replaced another is billed instead of it, and neither is billed twice', async () => {
    moveTo('2027-05-05T00:00:00.000Z');
    const [swapped, back, returned] = [await live(), await live(), await live()];
    const enroll = async (caller: PartnerClient, vin = rosterVin()) =>
      (await givenEnrollment(harness.current, caller.key, { vehicle: { vin } })).id as string;
    // One enrollment, another vehicle: one price.
    await change(swapped, await enroll(swapped), { vehicle: { vin: rosterVin() } });
    // The vehicle that was swapped away is enrolled again: two vehicles, two prices.
    const first = rosterVin();
    await change(back, await enroll(back, first), { vehicle: { vin: rosterVin() } });
    await enroll(back, first);
    // A vehicle that left returns in place of another.
    const second = rosterVin();
    await change(returned, await enroll(returned, second), { status: 'canceled' });
    harness.current.clock.advance(60);
    const other = await enroll(returned);
    harness.current.clock.advance(60);
    await change(returned, other, { vehicle: { vin: second } });
    moveTo('2027-06-01T06:00:00.000Z');
    expect(await billed(swapped, '2027-05')).toEqual({ standard: 1 });
    expect(await billed(back, '2027-05')).toEqual({ standard: 2 });
    expect(await billed(returned, '2027-05')).toEqual({ standard: 1 });
  });

  it('a vehicle is billed as it was enrolled at the end of the month, whatever changed before the statement', async () => {
    moveTo('2027-06-05T00:00:00.000Z');
    const [swapped, moved] = [await live(plans), await live(plans)];
    const vins = [rosterVin(), rosterVin()] as const;
    const left = await givenEnrollment(harness.current, swapped.key, { vehicle: { vin: vins[0] } });
    const stays = await givenEnrollment(harness.current, swapped.key, { vehicle: { vin: vins[1] } });
    const roster = [enrollmentBody({ plan: 'gold' }), enrollmentBody({ plan: 'gold' })];
    await sync(moved, roster);
    moveTo('2027-06-30T23:59:59.999Z');
    await sync(moved, [roster[0]!, { ...roster[1]!, plan: 'standard' }]);
    moveTo('2027-07-01T00:00:00.000Z');
    await sync(
      moved,
      roster.map((row) => ({ ...row, plan: 'standard' })),
    );
    await sync(
      moved,
      roster.map((row) => ({ ...row, plan: 'standard', external_ref: 'again' })),
    );
    await change(swapped, left.id, { status: 'canceled' });
    await change(swapped, stays.id, { vehicle: { vin: rosterVin() } });
    await change(swapped, stays.id, { vehicle: { vin: vins[0] } });
    moveTo('2027-07-01T06:00:00.000Z');
    expect(await billed(swapped, '2027-06')).toEqual({ standard: 2 });
    expect(await billed(moved, '2027-06')).toEqual({ gold: 1, standard: 1 });
    moveTo('2027-08-01T06:00:00.000Z');
    expect(await billed(moved, '2027-07')).toEqual({ standard: 2 });
  });
});
