import { beforeAll, describe, expect, it } from 'vitest';
import { callOutcomes, type CallOutcome } from '#modules/consultations';
import { useHarness, type Answer } from '#test/harness';
import { intakeStatuses, type IntakeStatus } from '../schemas.ts';
import {
  acceptedStatuses,
  bringTo,
  eventTypes,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  submit,
  type AcceptedStatus,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

type Known = { readonly intake_id: string };

/** An intake in any of the nine statuses. */
async function givenIn(status: IntakeStatus): Promise<Known> {
  if (status === 'duplicate') {
    const customer = { email: newEmail(), phone: newPhone() };
    await givenIntake(harness.current, { customer });
    return (await submit(harness.current, minimalIntake({ customer }))).body;
  }
  if (status === 'not_eligible') {
    return (await submit(harness.current, minimalIntake({ loss: { loss_state: 'ZZ' } }))).body;
  }
  const receipt = await givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });
  await bringTo(harness.current, receipt, status as AcceptedStatus);
  return receipt;
}

const events = ({ intake_id: id }: Known): Promise<string[]> => eventTypes(harness.current, id);
const unanswered: readonly CallOutcome[] = ['no_answer', 'voicemail', 'callback_requested', 'wrong_number'];
const noes: readonly CallOutcome[] = ['declined', 'not_requested', 'do_not_contact'];
const undecided: readonly IntakeStatus[] = ['received', 'welcome_sent', 'contact_attempted'];

/**
 * Rows 3, 4, 6 and 7 of T1: the next status; the same status where the call is only recorded; undefined where it is
 * refused.
 */
function ledTo(status: IntakeStatus, outcome: CallOutcome): IntakeStatus | undefined {
  if (unanswered.includes(outcome)) {
    if (status === 'received' || status === 'welcome_sent') return 'contact_attempted';
    return ['contact_attempted', 'customer_confirmed', 'consultation_active'].includes(status) ? status : undefined;
  }
  if (undecided.includes(status)) return outcome === 'confirmed' ? 'customer_confirmed' : 'declined';
  if (status === 'customer_confirmed') return noes.includes(outcome) ? 'declined' : status;
  // A stop is recorded in every status.
  return outcome === 'declined' || outcome === 'do_not_contact' ? status : undefined;
}

async function expectRefusal(answer: Answer, status: IntakeStatus): Promise<void> {
  expect(answer.status).toBe(409);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({ code: 'invalid_state', status: 409, current_status: status });
}

describe.each(intakeStatuses)('an intake that is %s', (status) => {
  it.each(callOutcomes)(
    "an intake's status follows T1 after a call with outcome %s, or the call is refused",
    async (outcome) => {
      const known = await givenIn(status);
      const before = await events(known);
      harness.current.clock.advance(1);
      const answer = await team.call(known.intake_id, outcome);
      const after = ledTo(status, outcome);
      if (after === undefined) {
        await expectRefusal(answer, status);
        expect(await events(known)).toEqual(before);
        return;
      }
      expect([answer.status, answer.body.status]).toEqual([200, after]);
      expect(await events(known)).toEqual(after === status ? before : [...before, `intake.${after}`]);
      const changed = after !== status;
      expect(answer.body.logged).toMatchObject({ status_changed: changed, listed: outcome === 'do_not_contact' });
      const { consultation } = answer.body;
      if (status === 'duplicate' || status === 'not_eligible') return expect(consultation).toBeNull();
      expect(consultation.calls.at(-1).outcome).toBe(outcome);
      const now = harness.current.clock.now().toISOString();
      if (changed) expect(consultation.closed_at).toBe(after === 'declined' ? now : null);
    },
  );

  it('an intake is started only when the customer has confirmed', async () => {
    const known = await givenIn(status);
    const before = await events(known);
    const answer = await team.start(known.intake_id);
    if (status !== 'customer_confirmed') {
      await expectRefusal(answer, status);
      expect(await events(known)).toEqual(before);
      return;
    }
    expect([answer.status, answer.body.status]).toEqual([200, 'consultation_active']);
    expect(await events(known)).toEqual([...before, 'intake.consultation_active']);
  });
});

describe('the whole lifecycle', () => {
  it('the lifecycle has one event for each status entered, in order', async () => {
    const receipt = await givenIntake(harness.current);
    await harness.current.sendMessages();
    await team.call(receipt.intake_id, 'callback_requested');
    await team.call(receipt.intake_id, 'confirmed');
    await team.start(receipt.intake_id);
    expect(await events(receipt)).toEqual([
      'intake.received',
      'intake.welcome_sent',
      'intake.contact_attempted',
      'intake.customer_confirmed',
      'intake.consultation_active',
    ]);
  });

  it.each(acceptedStatuses)('the lifecycle shows %s and when it was entered', async (status) => {
    const receipt = await givenIntake(harness.current);
    harness.current.clock.advance(7);
    await bringTo(harness.current, receipt, status);
    const record = await team.record(receipt.intake_id);
    // An intake that expired did so at its expiry time, however much later it is recorded.
    const by = { received: record.created_at, expired: record.expires_at } as Partial<Record<typeof status, string>>;
    const entered = by[status] ?? harness.current.clock.now().toISOString();
    expect([record.status, record.status_at]).toEqual([status, entered]);
    expect((await poll(harness.current, receipt)).body.status).toBe(status);
  });

  it('the lifecycle records every unanswered call and publishes only the first', async () => {
    const receipt = await givenIntake(harness.current, { customer: { phone: newPhone() } });
    for (const outcome of unanswered) expect((await team.call(receipt.intake_id, outcome)).status).toBe(200);
    const { consultation } = await team.record(receipt.intake_id);
    expect(consultation?.calls.map(({ outcome }) => outcome).toSorted()).toEqual([...unanswered].toSorted());
    expect(await events(receipt)).toEqual(['intake.received', 'intake.contact_attempted']);
  });

  it('the lifecycle is decided each way once by twenty callers at the same moment', async () => {
    const receipt = await givenIntake(harness.current);
    const outcomes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'confirmed' : 'not_requested'));
    const answers = await Promise.all(outcomes.map((outcome) => team.call(receipt.intake_id, outcome)));
    // A no after a yes is accepted, a yes after a no is refused; each changes the status once.
    const moves = answers.filter(({ status, body }) => status === 200 && body.logged.status_changed).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const all = await events(receipt);
    expect([all.at(-1), all.length]).toEqual(['intake.declined', moves + 1]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('the lifecycle records how a customer said yes to a staff member', async () => {
    const receipt = await givenIntake(harness.current);
    await team.call(receipt.intake_id, 'confirmed');
    const { confirmation, consultation } = await team.record(receipt.intake_id);
    expect(confirmation).toEqual({
      at: harness.current.clock.now().toISOString(),
      attestation_version: '2026-09-16.1',
      by: 'staff',
      via: 'call',
      staff_id: consultation?.calls[0]?.staff_id,
    });
  });
});
