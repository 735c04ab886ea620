import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calendarMetrics } from '#app/workers/calendar-metrics';
import { measures, sweeps } from '#app/workers/sweeps';
import { sweepOnce } from '#platform/jobs';
import { startHarness, type Harness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { givenEnrollment } from '../testing.ts';

// Statements fall due for all institutions, so each test has its own database. It begins at noon on November 15, 2026.
let harness: Harness;

beforeEach(async () => {
  harness = await startHarness({ gapRequestsPerMin: 1_000_000 });
});
afterEach(() => harness.close());

const moveTo = (time: string): void => harness.clock.advance((Date.parse(time) - harness.clock.now().getTime()) / 1000);

const turn = async (name: string): Promise<void> => {
  const found = [...sweeps(harness.ctx), ...measures(harness.ctx)].find((sweep) => sweep.name === name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  await sweepOnce(found, harness.ctx);
};
const issueDue = () => turn('memberships.issue-statements');

const live = (plans?: { code: string; unit_price_cents: number }[]): Promise<PartnerClient> =>
  givenPartner(harness, { livemode: true, ...(plans === undefined ? {} : { institution: { plans } }) });

/** Periods in order, with the time of their issue. */
async function issued({ key }: PartnerClient): Promise<string[]> {
  const { body } = await harness.call('GET', '/api/gap/v1/plans/statements?limit=100', { token: key });
  return body.data
    .map(({ period, issued_at: at }: { period: string; issued_at: string }) => `${period} ${at}`)
    .toSorted();
}

const periods = async (caller: PartnerClient) => (await issued(caller)).map((line) => line.slice(0, 7));

const staff = async (method: string, path: string, body: object) =>
  harness.call(method, `/api/staff/v1${path}`, { token: await givenStaffToken(harness), body });

async function overdue(): Promise<number | undefined> {
  await turn('calendar.measure');
  const { values } = await harness.ctx.metrics.of(calendarMetrics).overdue.get();
  return values.find(({ labels }) => labels.work === 'memberships.issue-statements')?.value;
}

describe('statements that are due by the calendar', () => {
  it('due statements are issued from 6 a.m. on the first day after the month, and at no other time [P-STMT-001]', async () => {
    const caller = await live();
    await givenEnrollment(harness, caller.key);
    const times = [
      '2026-12-01T05:59:59.999Z',
      '2026-12-01T06:00:00.000Z',
      '2026-12-31T23:59:59.999Z',
      '2027-01-01T05:59:59.999Z',
      '2027-01-01T06:00:00.000Z',
      '2027-03-01T05:59:59.999Z',
      '2027-03-01T06:00:00.000Z',
    ];
    for (const time of times) {
      moveTo(time);
      await issueDue();
      await issueDue();
    }
    expect(await issued(caller)).toEqual([
      '2026-11 2026-12-01T06:00:00.000Z',
      '2026-12 2027-01-01T06:00:00.000Z',
      // No worker ran at 6 a.m. on February 1.
      '2027-01 2027-03-01T05:59:59.999Z',
      '2027-02 2027-03-01T06:00:00.000Z',
    ]);
  });

  it('many concurrent workers issue each statement once, for every missed month, without a gap in their numbers', async () => {
    const callers = await Promise.all(Array.from({ length: 5 }, () => live()));
    for (const { key } of callers) await givenEnrollment(harness, key);
    moveTo('2027-02-10T00:00:00.000Z');
    await Promise.all(Array.from({ length: 4 }, issueDue));
    for (const caller of callers) expect(await periods(caller)).toEqual(['2026-11', '2026-12', '2027-01']);
    const { rows } = await harness.ctx.db.pool.query<{ number: string }>(
      "select number from memberships.statements where period = '2026-12' order by number",
    );
    expect(rows.map(({ number }) => number)).toEqual(callers.map((_, index) => `MS-202612-000${index + 1}`));
    const told = await harness.ctx.db.pool.query("select from events.events where type = 'plan.statement.issued'");
    expect(told.rows).toHaveLength(15);
  });

  it('due statements cover months in which the institution had enrollments by then; a later enrollment adds no past month', async () => {
    const early = await live();
    await givenEnrollment(harness, early.key);
    moveTo('2027-02-10T00:00:00.000Z');
    // Created later, with an enrollment that takes effect earlier.
    const later = await live();
    await givenEnrollment(harness, later.key, { effective_on: '2026-11-20' });
    const idle = await live();
    await issueDue();
    expect(await periods(early)).toEqual(['2026-11', '2026-12', '2027-01']);
    moveTo('2027-03-01T06:00:00.000Z');
    await issueDue();
    expect([await periods(later), await periods(idle)]).toEqual([['2027-02'], []]);
    expect(await periods(early)).toHaveLength(4);
  });

  it('statements issued before periods were recorded are neither repeated nor forgotten', async () => {
    const caller = await live();
    await givenEnrollment(harness, caller.key);
    moveTo('2027-01-05T00:00:00.000Z');
    expect((await staff('POST', '/statements/run', { period: '2026-12' })).body.issued).toBe(1);
    moveTo('2027-04-05T00:00:00.000Z');
    await issueDue();
    await issueDue();
    expect(await periods(caller)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02', '2027-03']);
  });

  it("a statement waits for a plan's price, delays nothing else, and is issued within an hour of getting it", async () => {
    const [gold, silver] = [
      { code: 'gold', unit_price_cents: 900 },
      { code: 'silver', unit_price_cents: 100 },
    ];
    const [unpriced, other] = [await live([gold, silver]), await live()];
    const { id } = await givenEnrollment(harness, unpriced.key, { plan: 'gold' });
    await givenEnrollment(harness, unpriced.key, { plan: 'silver' });
    await givenEnrollment(harness, other.key);
    await staff('PATCH', `/institutions/${unpriced.institutionId}`, { plans: [silver] });
    await harness.call('PATCH', `/api/gap/v1/plans/enrollments/${id}`, {
      token: unpriced.key,
      body: { status: 'canceled' },
    });
    moveTo('2027-01-10T00:00:00.000Z');
    await issueDue();
    // November has a vehicle without a price; December has none.
    expect([await periods(unpriced), await periods(other)]).toEqual([['2026-12'], ['2026-11', '2026-12']]);
    const complaints = () => harness.logLines.filter((line) => line.includes('memberships.statement-unpriced')).length;
    expect(complaints()).toBe(1);
    expect(await overdue()).toBe((Date.parse('2027-01-10') - Date.parse('2026-12-01T06:00:00Z')) / 1000);
    await staff('PATCH', `/institutions/${unpriced.institutionId}`, { plans: [silver, gold] });
    harness.clock.advance(3599);
    await issueDue();
    expect([await periods(unpriced), complaints()]).toEqual([['2026-12'], 1]);
    harness.clock.advance(1);
    await issueDue();
    expect(await periods(unpriced)).toEqual(['2026-11', '2026-12']);
    expect(await overdue()).toBe(0);
  });

  it('statements are not overdue if there is no institution, or no enrollment', async () => {
    moveTo('2027-06-10T00:00:00.000Z');
    expect(await overdue()).toBe(0);
    await issueDue();
    await live();
    moveTo('2027-08-01T07:00:00.000Z');
    expect(await overdue()).toBe((31 * 24 + 1) * 3600);
    await issueDue();
    expect(await overdue()).toBe(0);
  });
});
