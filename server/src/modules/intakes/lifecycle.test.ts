import { beforeAll, describe, expect, it } from 'vitest';
import { callOutcomes, type CallOutcome } from '#modules/consultations';
import { useHarness, type Answer } from '#test/harness';
import { intakeStatuses, type IntakeStatus } from './schemas.ts';
import {
  acceptedStatuses,
  bringTo,
  eventTypes,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  poll,
  submit,
  type AcceptedStatus,
  type Team,
} from './testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

type Known = { readonly intake_id: string };

/** An intake in any of the nine statuses. */
async function givenIn(status: IntakeStatus): Promise<Known> {
  if (status === 'duplicate') {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer });
    return (await submit(harness.current, minimalIntake({ customer }))).body;
  }
  if (status === 'not_eligible') {
    return (await submit(harness.current, minimalIntake({ loss: { loss_state: 'ZZ' } }))).body;
  }
  const opened = await givenIntake(harness.current);
  await bringTo(harness.current, opened, status as AcceptedStatus);
  return opened;
}

const events = ({ intake_id: id }: Known): Promise<string[]> => eventTypes(harness.current, id);
const unanswered: readonly CallOutcome[] = ['no_answer', 'voicemail', 'callback_requested'];
const undecided: readonly IntakeStatus[] = ['received', 'welcome_sent', 'contact_attempted'];

/** Rows 3, 4, 6 and 7 of table T1: where a call leads; the same status where it is only noted; nothing where it is refused. */
function ledTo(status: IntakeStatus, outcome: CallOutcome): IntakeStatus | undefined {
  if (unanswered.includes(outcome)) {
    if (status === 'received' || status === 'welcome_sent') return 'contact_attempted';
    return ['contact_attempted', 'customer_confirmed', 'consultation_active'].includes(status) ? status : undefined;
  }
  if (undecided.includes(status)) return outcome === 'confirmed' ? 'customer_confirmed' : 'declined';
  return status === 'customer_confirmed' && ['declined', 'do_not_contact'].includes(outcome) ? 'declined' : undefined;
}

async function expectRefusal(answer: Answer, status: IntakeStatus): Promise<void> {
  expect(answer.status).toBe(409);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({ code: 'invalid_state', status: 409, current_status: status });
}

describe.each(intakeStatuses)('an intake that is %s', (status) => {
  it.each(callOutcomes)(
    'is moved by a call with outcome %s as table T1 says, or the call is refused',
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
      expect(answer.body.consultation.calls.at(-1).outcome).toBe(outcome);
      const now = harness.current.clock.now().toISOString();
      expect(answer.body.consultation.closed_at).toBe(after === 'declined' ? now : null);
    },
  );

  it('is started only when the customer has confirmed', async () => {
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

describe('the whole way', () => {
  it('is one event for each status entered, in the order they were entered', async () => {
    const opened = await givenIntake(harness.current);
    await harness.current.sendMessages();
    await team.call(opened.intake_id, 'callback_requested');
    await team.call(opened.intake_id, 'confirmed');
    await team.start(opened.intake_id);
    expect(await events(opened)).toEqual([
      'intake.received',
      'intake.welcome_sent',
      'intake.contact_attempted',
      'intake.customer_confirmed',
      'intake.consultation_active',
    ]);
  });

  it.each(acceptedStatuses)('shows %s and when it was entered', async (status) => {
    const opened = await givenIntake(harness.current);
    harness.current.clock.advance(7);
    await bringTo(harness.current, opened, status);
    const record = await team.record(opened.intake_id);
    // What time ends, ends at its time, however much later somebody notes it.
    const by = { received: record.created_at, expired: record.expires_at } as Partial<Record<typeof status, string>>;
    const entered = by[status] ?? harness.current.clock.now().toISOString();
    expect([record.status, record.status_at]).toEqual([status, entered]);
    expect((await poll(harness.current, opened)).body.status).toBe(status);
  });

  it('notes every unanswered call and announces the first alone', async () => {
    const opened = await givenIntake(harness.current);
    for (const outcome of unanswered) expect((await team.call(opened.intake_id, outcome)).status).toBe(200);
    const { consultation } = await team.record(opened.intake_id);
    expect(consultation?.calls.map(({ outcome }) => outcome).toSorted()).toEqual([...unanswered].toSorted());
    expect(await events(opened)).toEqual(['intake.received', 'intake.contact_attempted']);
  });

  it('is decided once by twenty callers at the same moment', async () => {
    const opened = await givenIntake(harness.current);
    const outcomes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'confirmed' : 'not_requested'));
    const answers = await Promise.all(outcomes.map((outcome) => team.call(opened.intake_id, outcome)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ status }) => status === 409).length).toBe(19);
    expect((await events(opened)).length).toBe(2);
  });

  it('keeps how a customer said yes to a person of the team', async () => {
    const opened = await givenIntake(harness.current);
    await team.call(opened.intake_id, 'confirmed');
    const { confirmation, consultation } = await team.record(opened.intake_id);
    expect(confirmation).toEqual({
      at: harness.current.clock.now().toISOString(),
      attestation_version: '2026-09-16.1',
      by: 'staff',
      staff_id: consultation?.calls[0]?.staff_id,
    });
  });
});
