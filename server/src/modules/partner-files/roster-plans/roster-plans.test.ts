import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { useHarness, type Harness } from '#test/harness';
import { publishedEventsOf, storedOf } from '#test/fixtures/rosters';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { bringEnrollmentTo, rosterVin } from '#testing/memberships';
import { applyPlan, givenPlan, toCsvFile, workFiles, type SyntheticRow } from '../roster-files/testing.ts';

const harness = useHarness();

const row = (changes: Partial<SyntheticRow> = {}): SyntheticRow => ({
  vin: rosterVin(),
  first: 'Synthetic',
  last: 'Member',
  email: 'member@example.com',
  ...changes,
});
const rowsOf = (count: number) => Array.from({ length: count }, () => row());

const apply = async (h: Harness, portal: PortalBrowser, rows: readonly SyntheticRow[]) =>
  applyPlan(h, portal, await givenPlan(h, portal, toCsvFile(rows)));

/** Active enrollments, all columns but the time of the last change. */
async function livingOf({ ctx }: Harness, institutionId: string): Promise<unknown[]> {
  const text = `select to_jsonb(e) - 'updated_at' as row from memberships.enrollments e
    where institution_id = $1 and status <> 'canceled' order by vin`;
  const { rows } = await ctx.db.pool.query<{ row: unknown }>(text, [institutionId]);
  return rows.map((one) => one.row);
}

const undo = async (h: Harness, portal: PortalBrowser, id: string) => {
  const asked = await portal.call('POST', `/rosters/${id}/undo`);
  await workFiles(h);
  return { asked, file: (await portal.call('GET', `/rosters/${id}`)).body };
};

describe('a roster file', () => {
  it('a roster file changes nothing until it is applied, then exactly what its preview shows', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations' });
    const [kept, changed, gone] = rowsOf(3);
    await apply(h, portal, [kept!, changed!, gone!]);
    const before = await storedOf(h, portal.institutionId);
    const added = row({ ref: 'loan-9' });
    const plan = await givenPlan(h, portal, toCsvFile([kept!, { ...changed!, last: 'Changed' }, added]));
    expect(plan.file).toMatchObject({
      status: 'planned',
      counts: { add: 1, change: 1, remove: 1, unchanged: 1, kept: 0, invalid: 0, active: 3 },
      confirm_removals: false,
    });
    expect(await storedOf(h, portal.institutionId)).toEqual(before);
    const { body } = await portal.call('GET', `${plan.path}/rows`);
    expect(body.data.map((one: { action: string; row: number | null }) => [one.action, one.row])).toEqual([
      ['add', 4],
      ['change', 3],
      ['remove', null],
      ['unchanged', 2],
    ]);
    expect(body.data[1]).toMatchObject({ before: { last_name: 'Member' }, after: { last_name: 'Changed' } });
    const done = await applyPlan(h, portal, plan);
    expect(done).toMatchObject({ status: 'applied', changes_done: 3, overtaken: 0, file_stored: true });
    const after = await storedOf(h, portal.institutionId);
    expect(after.find(({ vin }) => vin === added.vin)).toMatchObject({ status: 'active', external_ref: 'loan-9' });
    expect(after.find(({ vin }) => vin === gone!.vin)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'roster_sync',
    });
    const { text } = await portal.call('GET', `${plan.path}/result.csv`);
    const added2 = after.find(({ vin }) => vin === added.vin);
    expect(text.split('\r\n')[1]).toBe(`4,${added.vin},added,,${added2?.id},vin_check_digit`);
    const told = (await publishedEventsOf(h, portal.institutionId)).slice(3);
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      'plan.enrollment.canceled',
      'plan.enrollment.created',
      'plan.enrollment.updated',
    ]);
  });

  it('a roster file is undone to the original rows, with one event each as in the contract', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const rows = rowsOf(4);
    await apply(h, portal, rows);
    const before = await livingOf(h, portal.institutionId);
    h.clock.advance(60);
    const file = await apply(h, portal, [{ ...rows[0]!, last: 'Changed' }, rows[1]!, rows[2]!, row()]);
    expect(await livingOf(h, portal.institutionId)).not.toEqual(before);
    h.clock.advance(600);
    const { asked, file: undone } = await undo(h, portal, file.id);
    expect([asked.status, undone.status, undone.undo_overtaken]).toEqual([200, 'undone', 0]);
    expect(await livingOf(h, portal.institutionId)).toEqual(before);
    const told = (await publishedEventsOf(h, portal.institutionId)).slice(7);
    expect(told.map(({ type, status }) => [type, status]).toSorted()).toEqual([
      ['plan.enrollment.canceled', 'canceled'],
      ['plan.enrollment.updated', 'active'],
      ['plan.enrollment.updated', 'active'],
    ]);
    expect((await portal.call('POST', `/rosters/${file.id}/undo`)).body.code).toBe('invalid_state');
    await workFiles(h);
    expect(await livingOf(h, portal.institutionId)).toEqual(before);
  });

  it('a roster file is void when the roster changed meanwhile, and can be read again', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const rows = rowsOf(3);
    await apply(h, portal, rows);
    const plan = await givenPlan(h, portal, toCsvFile([...rows, row()]));
    await apply(h, portal, [...rows.slice(1), row()]);
    const refused = await portal.call('POST', `${plan.path}/apply`, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([409, 'roster_plan_void']);
    const mapping = plan.file.columns.map(({ field }: { field: string | null }) => field);
    await portal.call('PUT', `${plan.path}/mapping`, { body: { mapping } });
    await workFiles(h);
    const again = await portal.call('GET', plan.path);
    expect(again.body).toMatchObject({ status: 'planned', counts: { add: 2, remove: 1 } });
  });

  it('a roster file cannot be undone when the roster changed since, or after 24 hours', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const file = await apply(h, portal, rowsOf(2));
    const [one] = await storedOf(h, portal.institutionId);
    await bringEnrollmentTo(h, one!.id, 'loss_reported');
    const changed = await portal.call('POST', `/rosters/${file.id}/undo`);
    expect([changed.status, changed.body.code]).toEqual([409, 'roster_plan_void']);
    const other = await givenPortalUser(h);
    const late = await apply(h, other, rowsOf(2));
    h.clock.advance(24 * 3600);
    const again = await givenPortalUser(h, { institutionId: other.institutionId });
    expect((await again.call('POST', `/rosters/${late.id}/undo`)).body.code).toBe('roster_plan_void');
  });

  it('a roster file asks for the number of removals above the threshold, and accepts no other number', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const rows = rowsOf(6);
    await apply(h, portal, rows);
    const plan = await givenPlan(h, portal, toCsvFile(rows.slice(3)));
    expect(plan.file).toMatchObject({ confirm_removals: true, threshold_percent: 20 });
    for (const body of [{}, { confirm_removals: 2 }, { confirm_removals: 4 }]) {
      const { status, body: answer } = await portal.call('POST', `${plan.path}/apply`, { body });
      expect([status, answer.code, answer.removals, answer.active]).toEqual([409, 'roster_confirmation_needed', 3, 6]);
    }
    expect((await applyPlan(h, portal, plan)).status).toBe('applied');
  });

  it('a roster file leaves invalid rows out when that is confirmed, and removes no vehicle that such a row names', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const rows = rowsOf(2);
    await apply(h, portal, rows);
    const twice = row();
    const bad = [
      { ...rows[0]!, email: 'not an address' },
      { ...row(), vin: 'SHORT' },
      twice,
      { ...twice, vin: twice.vin.toLowerCase() },
    ];
    const plan = await givenPlan(h, portal, toCsvFile(bad));
    expect(plan.file.counts).toMatchObject({ add: 1, remove: 1, invalid: 3, unnamed: 1 });
    // A row that names no vehicle may be for any.
    expect(plan.file.confirm_removals).toBe(true);
    const { body } = await portal.call('GET', `${plan.path}/rows?action=invalid`);
    expect(
      body.data.map((one: { row: number; reasons: { path: string }[] }) => [one.row, one.reasons[0]?.path]),
    ).toEqual([
      [2, 'member.email'],
      [3, 'vehicle.vin'],
      [5, 'vehicle.vin'],
    ]);
    const unconfirmed = await portal.call('POST', `${plan.path}/apply`, { body: { confirm_removals: 1 } });
    expect(unconfirmed.body).toMatchObject({ code: 'roster_confirmation_needed', invalid: 3 });
    await applyPlan(h, portal, plan);
    const stored = await storedOf(h, portal.institutionId);
    expect(stored.find(({ vin }) => vin === rows[0]!.vin)?.status).toBe('active');
    expect(stored.find(({ vin }) => vin === rows[1]!.vin)?.status).toBe('canceled');
    const csv = await portal.call('GET', `${plan.path}/result.csv?action=invalid`);
    expect(csv.text.trim().split('\r\n')).toHaveLength(4);
  });

  it('a roster file leaves a vehicle with a reported loss unchanged, and warns about unusual values', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const rows = [row({ phone: '2125550142' }), row({ phone: '(212) 555-0142', first: 'Other' })];
    await apply(h, portal, rows);
    const [first] = await storedOf(h, portal.institutionId);
    await bringEnrollmentTo(h, first!.id, 'loss_reported');
    const changed = rows.map((one) => ({ ...one, last: 'Changed' }));
    const plan = await givenPlan(h, portal, toCsvFile(changed));
    expect(plan.file.counts).toMatchObject({ kept: 1, change: 1, warned: 2 });
    const { body } = await portal.call('GET', `${plan.path}/rows?warned=true`);
    expect(body.data.map((one: { warnings: string[] }) => one.warnings)).toEqual([
      ['phone_shared', 'vin_check_digit'],
      ['phone_shared', 'vin_check_digit'],
    ]);
  });
});

/** Numbers below 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it.each([1, 2, 3, 4, 5, 6].slice(0, runs({ always: 2, nightly: 6 })))(
  'random rosters: applying matches the preview, and undoing restores the roster (seed %s)',
  async (seed) => {
    const h = harness.current;
    const random = seeded(seed);
    const portal = await givenPortalUser(h);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const pool = Array.from({ length: 40 }, () => row());
    const draw = () => {
      const some = pool.filter(() => random() < 0.6);
      return (some.length === 0 ? pool : some).map((one) => ({
        ...one,
        last: pick(['Member', 'Changed', 'O"Neil']).replace('"', ''),
        email: pick(['member@example.com', '', 'not an address', 'other@example.com']),
        ref: pick(['', 'loan-1']),
      }));
    };
    for (let round = 0; round < 3; round += 1) {
      const before = await livingOf(h, portal.institutionId);
      const events = (await publishedEventsOf(h, portal.institutionId)).length;
      const plan = await givenPlan(h, portal, toCsvFile(draw()));
      const { counts } = plan.file;
      h.clock.advance(60);
      const file = await applyPlan(h, portal, plan);
      const told = (await publishedEventsOf(h, portal.institutionId)).slice(events);
      const count = (action: string) => told.filter(({ type }) => type === `plan.enrollment.${action}`).length;
      expect([count('created'), count('updated'), count('canceled')]).toEqual([
        counts.add,
        counts.change,
        counts.remove,
      ]);
      const after = await livingOf(h, portal.institutionId);
      expect(after).toHaveLength(before.length + counts.add - counts.remove);
      if (random() < 0.5) continue;
      h.clock.advance(60);
      const { file: undone } = await undo(h, portal, file.id);
      expect(undone).toMatchObject({ status: 'undone', undo_overtaken: 0 });
      expect(await livingOf(h, portal.institutionId)).toEqual(before);
    }
  },
);
