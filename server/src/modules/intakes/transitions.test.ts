import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { callOutcomes, type CallOutcome } from '#modules/consultations';
import { AppError } from '#platform/errors';
import { authenticateStaff } from '#modules/staff';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { answerLink } from './confirmation/answer-link.ts';
import { logIntakeCall } from './staff/log-intake-call.ts';
import { decideCall, linkWorks } from './rules.ts';
import { intakeStatuses, type IntakeStatus } from './schemas.ts';
import { startIntake } from './staff/intake-records.ts';
import {
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  newEmail,
  newPhone,
  sweep,
  type CreatedReceipt,
} from './testing.ts';
import { intakeTransitions, type IntakeAction } from './transitions.ts';

/** Every action on an intake after it was created. */
const doings = ['welcome leaves', 'customer confirms', 'customer declines', 'staff starts', 'time is over'] as const;
type Doing = (typeof doings)[number] | CallOutcome;
const everyDoing: readonly Doing[] = [...doings, ...callOutcomes];

const undecided: readonly IntakeStatus[] = ['received', 'welcome_sent', 'contact_attempted'];

/** T1 as the contract's decisions state it: where each action leads, and from where. No other action changes an intake's status. */
const table: Record<Doing, { readonly from: readonly IntakeStatus[]; readonly to: IntakeStatus }> = {
  'welcome leaves': { from: ['received'], to: 'welcome_sent' },
  no_answer: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  voicemail: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  callback_requested: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  confirmed: { from: undecided, to: 'customer_confirmed' },
  'customer confirms': { from: undecided, to: 'customer_confirmed' },
  'staff starts': { from: ['customer_confirmed'], to: 'consultation_active' },
  'customer declines': { from: undecided, to: 'declined' },
  not_requested: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  declined: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  do_not_contact: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  wrong_number: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  'time is over': { from: undecided, to: 'expired' },
};

const next = (status: IntakeStatus, doing: Doing): IntakeStatus =>
  table[doing].from.includes(status) ? table[doing].to : status;

const isCall = (doing: Doing): doing is CallOutcome => (callOutcomes as readonly string[]).includes(doing);

/** The decision of the service's own rules, without a database. */
function decided(status: IntakeStatus, doing: Doing): IntakeStatus {
  const by = (action: IntakeAction) => intakeTransitions.next(status, action) ?? status;
  if (isCall(doing)) {
    const verdict = decideCall({ status, hasNumber: true }, doing);
    return verdict.kind === 'move' ? by(verdict.action) : status;
  }
  if (doing === 'welcome leaves') return by('welcome_accepted');
  if (doing === 'staff starts') return by('started');
  if (doing === 'time is over') return by('expired');
  if (!linkWorks(status)) return status;
  return by(doing === 'customer confirms' ? 'confirmed' : 'declined_by_customer');
}

const sequences = fc.array(fc.constantFrom(...everyDoing), { maxLength: 12 });

describe('the rules of an intake', () => {
  it('the rules move an intake as T1 says, from every status by every action', () => {
    for (const status of intakeStatuses) {
      for (const doing of everyDoing) {
        expect([status, doing, decided(status, doing)]).toEqual([status, doing, next(status, doing)]);
      }
    }
  });

  it('the rules never leave the table, never go back, and stop at terminal statuses, in any order of actions', () => {
    const order = [...undecided, 'customer_confirmed', 'consultation_active', 'declined', 'expired'];
    const ends = ['consultation_active', 'declined', 'expired'];
    fc.assert(
      fc.property(sequences, (list) => {
        let status: IntakeStatus = 'received';
        for (const doing of list) {
          const after = decided(status, doing);
          expect(after).toBe(next(status, doing));
          expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(status));
          if (ends.includes(status)) expect(after).toBe(status);
          status = after;
        }
      }),
      { numRuns: runs({ always: 4_000, nightly: 200_000 }) },
    );
  }, 600_000);
});

const harness = useHarness();

describe('an intake in the database', () => {
  let staff: Ctx;
  beforeAll(async () => {
    const { token } = await givenTeam(harness.current);
    const { ctx } = harness.current;
    staff = { ...ctx, actor: await authenticateStaff(ctx, `Bearer ${token}`) };
  });

  /** Performs the action through its verb; returns whether it was refused. */
  async function does(receipt: CreatedReceipt, doing: Doing): Promise<'done' | 'refused'> {
    const { ctx, clock } = harness.current;
    const intakeId = receipt.intake_id;
    const decision = doing === 'customer confirms' ? 'confirm' : 'decline';
    try {
      if (isCall(doing)) await logIntakeCall(staff, { intakeId, outcome: doing, note: undefined });
      else if (doing === 'staff starts') await startIntake(staff, intakeId);
      else if (doing === 'welcome leaves') await harness.current.sendMessages();
      else if (doing === 'time is over') {
        clock.advance(daysInSeconds(14));
        await sweep(harness.current);
      } else {
        const token = linkPath(receipt).slice('/c/'.length);
        await answerLink(ctx, { token, decision, language: 'en', address: '203.0.113.9', userAgent: '' });
      }
      return 'done';
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_state') return 'refused';
      throw error;
    }
  }

  const statusOf = async (id: string): Promise<string | undefined> =>
    (
      await harness.current.ctx.db.find<{ status: string }>({
        text: 'select status from intakes.intakes where id = $1',
        values: [id],
      })
    )?.status;

  it('an intake in the database follows the same table, with one event for each move and none for anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...everyDoing), { maxLength: 7 }), async (list) => {
        const receipt = await givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });
        let status: IntakeStatus = 'received';
        let welcome = 'waiting';
        const events = ['intake.received'];
        for (const doing of list) {
          // A welcome is sent once, and not after the end; before any other action it may still be waiting.
          const nothingToSend = doing === 'welcome leaves' && welcome !== 'waiting';
          if (doing === 'welcome leaves') welcome = 'gone';
          const after: IntakeStatus = nothingToSend ? status : next(status, doing);
          await does(receipt, doing);
          expect([doing, await statusOf(receipt.intake_id)]).toEqual([doing, after]);
          if (after !== status) events.push(`intake.${after}`);
          status = after;
        }
        expect(await eventTypes(harness.current, receipt.intake_id)).toEqual(events);
      }),
      { numRuns: runs({ always: 60, nightly: 3_000 }) },
    );
  }, 600_000);

  it('an intake in the database refuses staff actions outside the table, and never a stop', async () => {
    const receipt = await givenIntake(harness.current);
    expect(await does(receipt, 'staff starts')).toBe('refused');
    await does(receipt, 'not_requested');
    const done = new Set<Doing>();
    for (const outcome of callOutcomes) if ((await does(receipt, outcome)) === 'done') done.add(outcome);
    expect([...done]).toEqual(['declined', 'do_not_contact']);
  });
});
