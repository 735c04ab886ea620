import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { callOutcomes, type CallOutcome } from '#modules/consultations';
import { AppError } from '#platform/errors';
import { authenticateStaff } from '#modules/access';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { answerLink } from './answer-link.ts';
import { logIntakeCall } from './log-intake-call.ts';
import { decideCall, linkWorks } from './rules.ts';
import { intakeStatuses, type IntakeStatus } from './schemas.ts';
import { startIntake } from './start-intake.ts';
import { daysInSeconds, eventTypes, givenIntake, givenTeam, linkPath, sweep, type Opened } from './testing.ts';
import { canMove, transitions, type Action } from './transitions.ts';

/** Everything anybody can do to an intake after it came to be. */
const doings = ['welcome leaves', 'customer confirms', 'customer declines', 'staff starts', 'time is over'] as const;
type Doing = (typeof doings)[number] | CallOutcome;
const everyDoing: readonly Doing[] = [...doings, ...callOutcomes];

const undecided: readonly IntakeStatus[] = ['received', 'welcome_sent', 'contact_attempted'];

/** Table T1 as it stands in the contract's decisions: where each doing leads, and from where. Nothing else moves. */
const table: Record<Doing, { readonly from: readonly IntakeStatus[]; readonly to: IntakeStatus }> = {
  'welcome leaves': { from: ['received'], to: 'welcome_sent' },
  no_answer: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  voicemail: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  callback_requested: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  confirmed: { from: undecided, to: 'customer_confirmed' },
  'customer confirms': { from: undecided, to: 'customer_confirmed' },
  'staff starts': { from: ['customer_confirmed'], to: 'consultation_active' },
  'customer declines': { from: undecided, to: 'declined' },
  not_requested: { from: undecided, to: 'declined' },
  declined: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  do_not_contact: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  'time is over': { from: undecided, to: 'expired' },
};

const next = (status: IntakeStatus, doing: Doing): IntakeStatus =>
  table[doing].from.includes(status) ? table[doing].to : status;

const isCall = (doing: Doing): doing is CallOutcome => (callOutcomes as readonly string[]).includes(doing);

/** What the service's own rules say, without a database. */
function decided(status: IntakeStatus, doing: Doing): IntakeStatus {
  const by = (action: Action) => (canMove(status, action) ? transitions[action].to : status);
  if (isCall(doing)) {
    const verdict = decideCall(status, doing);
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
  it('move it as table T1 says, from every status by every doing', () => {
    for (const status of intakeStatuses) {
      for (const doing of everyDoing) {
        expect([status, doing, decided(status, doing)]).toEqual([status, doing, next(status, doing)]);
      }
    }
  });

  it('never leave the table, never go back, and stop at the ends, whatever is done in whatever order', () => {
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
      { numRuns: runs({ always: 10_000, nightly: 200_000 }) },
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

  /** Does it through the verb that the world does it through; gives whether it was refused. */
  async function does(opened: Opened, doing: Doing): Promise<'done' | 'refused'> {
    const { ctx, clock } = harness.current;
    const intakeId = opened.intake_id;
    const decision = doing === 'customer confirms' ? 'confirm' : 'decline';
    try {
      if (isCall(doing)) await logIntakeCall(staff, { intakeId, outcome: doing, note: undefined });
      else if (doing === 'staff starts') await startIntake(staff, intakeId);
      else if (doing === 'welcome leaves') await harness.current.sendMessages();
      else if (doing === 'time is over') {
        clock.advance(daysInSeconds(14));
        await sweep(harness.current);
      } else {
        const token = linkPath(opened).slice('/c/'.length);
        await answerLink(ctx, { token, decision, address: '203.0.113.9', userAgent: '' });
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

  it('follows the same table, with one event for each move and none for anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...everyDoing), { maxLength: 7 }), async (list) => {
        const opened = await givenIntake(harness.current);
        let status: IntakeStatus = 'received';
        let welcome = 'waiting';
        const events = ['intake.received'];
        for (const doing of list) {
          // A welcome leaves once, and not after the end; before any other doing it may still be waiting.
          const nothingToSend = doing === 'welcome leaves' && welcome !== 'waiting';
          if (doing === 'welcome leaves') welcome = 'gone';
          const after: IntakeStatus = nothingToSend ? status : next(status, doing);
          await does(opened, doing);
          expect([doing, await statusOf(opened.intake_id)]).toEqual([doing, after]);
          if (after !== status) events.push(`intake.${after}`);
          status = after;
        }
        expect(await eventTypes(harness.current, opened.intake_id)).toEqual(events);
      }),
      { numRuns: runs({ always: 150, nightly: 3_000 }) },
    );
  }, 600_000);

  it('refuses staff what the table does not have', async () => {
    const opened = await givenIntake(harness.current);
    expect(await does(opened, 'staff starts')).toBe('refused');
    await does(opened, 'not_requested');
    for (const outcome of callOutcomes) expect(await does(opened, outcome)).toBe('refused');
  });
});
