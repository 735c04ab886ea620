import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { expireIntakes } from './lifecycle.ts';
import {
  bringTo,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  press,
  sendReport,
  submit,
  sweep,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';

// The worker is off: a sweep runs only where a test calls it.
const harness = useHarness();
const undecided = ['received', 'welcome_sent', 'contact_attempted'] as const;

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});
/** Completes due work left by other tests. */
beforeEach(() => expireIntakes(harness.current.ctx, 10_000));

const staffGet = async (path: string) =>
  (await harness.current.call('GET', `/api/staff/v1${path}`, { token: team.token })).body;

/** An intake whose time is over but not yet processed by a sweep. */
async function givenOver(changes = {}, status: (typeof undecided)[number] = 'received') {
  const receipt = await givenIntake(harness.current, changes);
  await bringTo(harness.current, receipt, status);
  const { expires_at: expiresAt, consultation } = await team.record(receipt.intake_id);
  harness.current.clock.advance(daysInSeconds(14));
  return { opened: receipt, id: receipt.intake_id, expiresAt, caseId: consultation?.id ?? '' };
}

describe('an intake whose time is over, before a sweep', () => {
  it.each(undecided)('an overdue intake that was %s reads expired, for its agent and for the team', async (status) => {
    const { opened: receipt, id, expiresAt } = await givenOver({}, status);
    const { body } = await poll(harness.current, receipt);
    expect([body.status, body.customer_confirmation_url, body.customer_message]).toEqual(['expired', null, null]);
    expect([body.contact_policy.will_email, body.contact_policy.will_text]).toEqual([false, false]);
    const { messages: _unsent, ...record } = await team.record(id);
    expect([record.status, record.status_at, record.consultation?.closed_at]).toEqual([
      'expired',
      expiresAt,
      expiresAt,
    ]);
    harness.current.clock.advance(60);
    await sweep(harness.current);
    // The record shown before the sweep stays true after it.
    expect(await team.record(id)).toMatchObject(record);
  });

  it('an overdue intake accepts no report, and its page shows that it has ended', async () => {
    const { opened: receipt } = await givenOver();
    const { pdf } = await makeReport('ccc', 1);
    expect((await sendReport(harness.current, receipt, pdf)).status).toBe(409);
    expect((await harness.current.call('GET', linkPath(receipt))).status).toBe(410);
    expect((await press(harness.current, receipt, 'confirm')).status).toBe(410);
  });

  it.each(['declined', 'do_not_contact'])(
    'an overdue intake accepts a stop: %s is recorded, and it stays expired',
    async (outcome) => {
      const { id } = await givenOver();
      const { status, body } = await team.call(id, outcome);
      expect([status, body.status, body.logged.status_changed]).toEqual([200, 'expired', false]);
      expect(body.consultation.calls.map((call: { outcome: string }) => call.outcome)).toEqual([outcome]);
      await sweep(harness.current);
      expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
    },
  );

  it.each(['no_answer', 'callback_requested', 'confirmed', 'not_requested', 'wrong_number'])(
    'an overdue intake is not called: %s is refused, and so is the start',
    async (outcome) => {
      const { id } = await givenOver();
      for (const answer of [await team.call(id, outcome), await team.start(id)])
        expect([answer.status, answer.body.current_status]).toEqual([409, 'expired']);
      expect((await team.record(id)).consultation?.calls).toEqual([]);
    },
  );

  it("an overdue intake's status does not change when its welcome is sent late", async () => {
    const { id } = await givenOver();
    await harness.current.sendMessages();
    await sweep(harness.current);
    expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
  });

  it('an overdue intake is assigned to no caller and shown as open on no board', async () => {
    const customer = { phone: newPhone() };
    // A New York number, because those of `newPhone` may be in places where it is night.
    const open = await givenIntake(harness.current, { customer: { phone: '2125550123' } });
    await bringTo(harness.current, open, 'customer_confirmed');
    const before = await staffGet('/board/columns');
    const { id, caseId } = await givenOver({ customer, loss: { zip: '10001' } });
    // Noon in UTC is morning in New York; three hours later calls are allowed in the whole country.
    harness.current.clock.advance(6 * 3600);
    const next = await team.post('/queue/next', undefined);
    expect(next.body.consultation?.source_id).toBe(open.intake_id);
    expect([(await team.post(`/queue/${caseId}/claim`, undefined)).status]).toEqual([409]);

    const columns = await staffGet('/board/columns');
    const counts = (of: typeof columns) => of.columns.map(({ count }: { count: number }) => count);
    expect(counts(columns)).toEqual(counts(before));
    expect(JSON.stringify(columns)).not.toContain(id);
    expect((await staffGet('/board/load')).lanes.map(({ count }: { count: number }) => count)).toEqual(counts(before));
    const listed = (await staffGet('/board?limit=100')).data.map((row: { source_id: string }) => row.source_id);
    expect([listed.includes(open.intake_id), listed.includes(id)]).toEqual([true, false]);
    const { card } = await staffGet(`/board/cases/${caseId}`);
    expect([card.status, card.closed_at === null]).toEqual(['expired', false]);
  });

  it('an overdue intake does not block the same customer, and ends with one event before the new intake begins', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const { id } = await givenOver({ customer });
    const again = await submit(harness.current, minimalIntake({ customer }));
    expect([again.status, again.body.status]).toEqual([201, 'received']);
    expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
    await sweep(harness.current);
    expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
    expect(await eventTypes(harness.current, again.body.intake_id)).toEqual(['intake.received']);
    expect((await submit(harness.current, minimalIntake({ customer }))).body.status).toBe('duplicate');
  });

  it('an overdue intake ends once, whichever comes first: a sweep, or a submission by the same email or phone', async () => {
    const people = Array.from({ length: 10 }, () => ({ email: newEmail(), phone: newPhone() }));
    const olds = await Promise.all(people.map((customer) => givenIntake(harness.current, { customer })));
    harness.current.clock.advance(daysInSeconds(14));
    const resubmitted = people.flatMap(({ email, phone }) => [{ email }, { phone }]);
    const [answers] = await Promise.all([
      Promise.all(resubmitted.map((customer) => submit(harness.current, minimalIntake({ customer })))),
      sweep(harness.current),
      sweep(harness.current),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(resubmitted.map(() => 201));
    await sweep(harness.current);
    for (const { intake_id: id } of olds as readonly CreatedReceipt[])
      expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
  });
});
