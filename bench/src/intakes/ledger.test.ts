import { describe, expect, it } from 'vitest';
import { countRepeated, findDiscrepancies } from './ledger.ts';

const mailTo = (...emails: string[]) => new Map(emails.map((email) => [email, new Map([['<msg>', 1]])]));

/** One intake, answered, welcomed and told: nothing to find. */
type Evidence = Parameters<typeof findDiscrepancies>[0];

const whole: Evidence = {
  acknowledged: [{ key: 'k', email: 'a@example.com', intakeId: 'int_a' }],
  stored: {
    intakes: [{ id: 'int_a', email: 'a@example.com', status: 'welcome_sent' }],
    events: [
      { subjectId: 'int_a', type: 'intake.received' },
      { subjectId: 'int_a', type: 'intake.welcome_sent' },
    ],
  },
  mails: mailTo('a@example.com'),
};

const counts = (evidence: Evidence) =>
  Object.fromEntries(Object.entries(findDiscrepancies(evidence)).map(([name, found]) => [name, found.length]));

const clean = { lost: 0, wrong: 0, doubled: 0, orphanEvents: 0, undelivered: 0, unsettled: 0 };

describe('the ledger', () => {
  it('finds nothing when every promise was kept', () => {
    expect(counts(whole)).toEqual(clean);
  });

  it('finds an acknowledged intake that does not exist', () => {
    const stored = { intakes: [], events: [] };
    expect(counts({ ...whole, stored })).toEqual({ ...clean, lost: 1, unsettled: 1 });
  });

  it("finds another customer's intake under an acknowledged id", () => {
    const intakes = [{ id: 'int_a', email: 'b@example.com', status: 'welcome_sent' }];
    expect(counts({ ...whole, stored: { ...whole.stored, intakes } })).toEqual({ ...clean, wrong: 1 });
  });

  it('finds a customer with two intakes', () => {
    const intakes = [...whole.stored.intakes, { id: 'int_b', email: 'a@example.com', status: 'received' }];
    const events = [...whole.stored.events, { subjectId: 'int_b', type: 'intake.received' }];
    expect(counts({ ...whole, stored: { intakes, events } })).toEqual({ ...clean, doubled: 1 });
  });

  it('finds events of no intake, and intakes with no event or two', () => {
    const events = [...whole.stored.events, { subjectId: 'int_gone', type: 'intake.received' }];
    expect(counts({ ...whole, stored: { ...whole.stored, events } })).toEqual({ ...clean, orphanEvents: 1 });
    const twice = [...whole.stored.events, { subjectId: 'int_a', type: 'intake.received' }];
    expect(counts({ ...whole, stored: { ...whole.stored, events: twice } })).toEqual({ ...clean, orphanEvents: 1 });
  });

  it('finds a welcome that never arrived, and one that was never recorded', () => {
    expect(counts({ ...whole, mails: mailTo() })).toEqual({ ...clean, undelivered: 1 });
    const events = whole.stored.events.slice(0, 1);
    expect(counts({ ...whole, stored: { ...whole.stored, events } })).toEqual({ ...clean, unsettled: 1 });
  });

  it('counts messages that arrived more than once', () => {
    expect(
      countRepeated(
        new Map([
          [
            'a@example.com',
            new Map([
              ['<1>', 2],
              ['<2>', 1],
            ]),
          ],
        ]),
      ),
    ).toBe(1);
  });
});
