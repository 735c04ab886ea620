import { describe, expect, it } from 'vitest';
import { analyticsOf } from './analytics.ts';
import { closeSettled } from './closing.ts';
import { EventLog, type LoggedEvent } from './events.ts';
import { mayCall } from './hours.ts';
import { accept, answerLink, callIntake, decide, expireIntakes, statusAt, submit } from './intakes.ts';
import { Outbox } from './messages.ts';
import { captureRefusal, dollarsToCents, type Hold } from './money.ts';
import { compareRoster, enroll, needsAsking, type Row } from './plans.ts';
import { isQueued, recordCall, createConsultation } from './queue.ts';
import { receiptOf } from './receipt.ts';
import { activate, move, priceOf, refer } from './referrals.ts';
import { Model, type Institution, type Tenant, type Submission } from './state.ts';
import { issue } from './statements.ts';

const now = Date.parse('2026-11-15T18:00:00.000Z');
const day = 86_400_000;
const email = 'a@example.com';
const phone = '+12125550100';

const submission = (changes: Partial<Submission> = {}): Submission => ({
  agent: undefined,
  contacts: { email, phone },
  firstName: undefined,
  lossState: 'NY',
  vin: undefined,
  offer: undefined,
  notify: true,
  mode: 'customer_directed',
  externalRef: undefined,
  ...changes,
});

function accepted(model: Model, changes: Partial<Submission> = {}) {
  const intake = submit(model, submission(changes));
  accept(model, intake, { id: `int_${model.intakes.length}`, link: `/c/${model.intakes.length}` });
  return intake;
}

const institution = (): Institution => ({
  index: 0,
  id: 'inst_0',
  keys: { live: '', test: '' },
  program: { mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 33 },
  plans: [{ code: 'standard', unit_price_cents: 500 }],
  suspended: false,
});

function withOwner(): { model: Model; owner: Tenant } {
  const model = new Model(now, []);
  const owner = { institution: institution(), livemode: true };
  model.institutions.push(owner.institution);
  model.tenants.push(owner);
  return { model, owner };
}

const row = (vin: string, effectiveAt = now - 40 * day): Row => ({
  externalRef: null,
  plan: 'standard',
  member: { first_name: 'A', last_name: 'B', email: null, phone: null },
  vehicle: { vin, year: null, make: null, model: null },
  effectiveAt,
});

function referred(model: Model, tenant: Tenant) {
  const borrower = { first_name: 'A', last_name: 'B', email, phone };
  const claim = { carrier: '', claim_number: '', loss_state: 'NY', date_of_loss: '', initial_offer_cents: 0 };
  const vehicle = { vin: 'A', year: 2020, make: '', model: '' };
  const liability = { loan_payoff_cents: 0, deductible_cents: 0 };
  const told = { externalRef: null, borrower, claim, vehicle, liability, submittedVia: 'api' };
  return refer(model, { ...told, tenant, id: 'ref_1' });
}

describe('intakes', () => {
  it('treats a second submission of a customer as a duplicate until the first is over, swept or not', () => {
    const model = new Model(now, []);
    const first = accepted(model);
    expect(decide(model, submission({ contacts: { email, phone: undefined } }))).toBe('duplicate');
    model.now = now + 14 * day;
    expect(statusAt(first, model.now)).toBe('expired');
    expect(decide(model, submission())).toBe('received');
    expect(answerLink(model, first, { decision: 'confirm', via: 'relayed' })).toBe(410);
    expireIntakes(model);
    expect(model.log.events.map(({ type }) => type)).toEqual(['intake.received', 'intake.expired']);
  });

  it('lets an unproven one of another submitter through, three times, and none once it is proven', () => {
    const model = new Model(now, []);
    const first = accepted(model);
    const agents = [1, 2, 3, 4].map((index) => ({
      index,
      principalId: `p${index}`,
      key: '',
      status: 'active' as const,
    }));
    expect(decide(model, submission({ agent: agents[0] }))).toBe('received');
    answerLink(model, first, { decision: 'confirm', via: 'relayed' });
    expect(decide(model, submission({ agent: agents[0] }))).toBe('received');
    for (const agent of agents.slice(0, 2)) submit(model, submission({ agent }));
    expect(decide(model, submission({ agent: agents[2] }))).toBe('duplicate');
    answerLink(model, first, { decision: 'confirm', via: 'email' });
    expect(decide(model, submission({ agent: agents[2], contacts: { email, phone: undefined } }))).toBe('duplicate');
  });

  it('moves by T1 only', () => {
    const model = new Model(now, []);
    const intake = accepted(model);
    const call = (outcome: 'no_answer' | 'confirmed' | 'not_requested' | 'declined') =>
      callIntake(model, intake, { outcome, callbackAt: undefined });
    expect([call('no_answer'), intake.status]).toEqual([true, 'contact_attempted']);
    expect([call('confirmed'), intake.status]).toEqual([true, 'customer_confirmed']);
    expect([call('confirmed'), intake.status]).toEqual([true, 'customer_confirmed']);
    expect([call('not_requested'), intake.status]).toEqual([true, 'declined']);
    expect([call('declined'), intake.status, call('confirmed')]).toEqual([true, 'declined', false]);
    expect(intake.case?.closedAt).toBe(model.now);
  });

  it('takes no answer by a link that was sent once its owner said stop, and still one by the relayed link', () => {
    const model = new Model(now, []);
    const intake = accepted(model);
    model.suppress([phone], 'stopped');
    const confirm = (via: 'relayed' | 'email') => answerLink(model, intake, { decision: 'confirm', via });
    expect([confirm('email'), confirm('relayed')]).toEqual([409, 303]);
  });

  it('quotes the discount to the cent while it is available', () => {
    const model = new Model(now, []);
    const intake = accepted(model);
    const price = () => (receiptOf(model, intake, '')['pricing'] as ReturnType<typeof Object>).representation;
    expect(price().your_price_cents).toBe(47_200);
    model.contactBook.consume({ email, phone }, intake.promise!);
    expect(price().your_price_cents).toBe(49_700);
  });
});

describe('the queue', () => {
  it('calls nobody outside the hours of every state they may be in', () => {
    expect(mayCall(phone, 'NY', Date.parse('2026-11-16T12:59:00Z'))).toBe(false);
    expect(mayCall(phone, 'NY', Date.parse('2026-11-16T13:00:00Z'))).toBe(true);
    expect(mayCall(phone, 'CA', Date.parse('2026-11-16T13:00:00Z'))).toBe(false);
    expect(mayCall(phone, 'MS', Date.parse('2026-11-15T18:00:00Z'))).toBe(false);
    expect(mayCall('+18085550100', 'HI', Date.parse('2026-11-16T14:30:00Z'))).toBe(false);
  });

  it('ends with a no, and waits longer after every unanswered call', () => {
    const contact = () => ({ email, phone, state: 'NY' });
    const made = { source: 'referral', sourceId: '', test: false, priority: false, openedAt: now } as const;
    const one = createConsultation({ ...made, contact, isOver: () => false, offerCents: undefined });
    recordCall(one, { outcome: 'no_answer', at: now, callbackAt: undefined });
    recordCall(one, { outcome: 'voicemail', at: now, callbackAt: undefined });
    expect(one.nextCallAt).toBe(now + 4 * 3_600_000);
    expect(isQueued(one, now)).toBe(true);
    recordCall(one, { outcome: 'declined', at: now, callbackAt: undefined });
    expect(isQueued(one, now)).toBe(false);
  });
});

describe('money', () => {
  it('rounds half a cent as people write it', () => {
    expect([18_250.755, 1.005].map(dollarsToCents)).toEqual([1_825_076, 101]);
  });

  it('captures representation from an improvement of exactly $1,000', () => {
    const hold = { product: 'representation', state: 'held', amountCents: 47_200 } as Hold;
    const creditCents = 19_900;
    expect(captureRefusal(hold, { creditCents, offerCents: 1, settlementCents: 100_000 }, undefined)).toBe(
      'improvement_too_small',
    );
    expect(captureRefusal(hold, { creditCents, offerCents: 1, settlementCents: 100_001 }, undefined)).toBeUndefined();
    expect(captureRefusal(hold, { creditCents, offerCents: 1, settlementCents: undefined }, undefined)).toBe(
      'improvement_unknown',
    );
    expect(captureRefusal(hold, { creditCents, offerCents: 1, settlementCents: 100_001 }, 27_301)).toBe(
      'capture_too_much',
    );
  });

  it('prices programs by their subsidy', () => {
    expect(priceOf({ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 33 })).toBe(33_299);
    expect(priceOf({ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 60_000 })).toBe(0);
  });
});

describe('membership', () => {
  it('bills a vehicle once that left and returned, and none that was canceled before it began', () => {
    const { model, owner } = withOwner();
    const first = enroll(model, owner, { row: row('A'), id: 'enr_1' });
    Object.assign(first, { status: 'canceled', canceledAt: now });
    enroll(model, owner, { row: row('A', now), id: 'enr_2' });
    const third = enroll(model, owner, { row: row('B', now), id: 'enr_3' });
    Object.assign(third, { status: 'canceled', canceledAt: now - day });
    expect(issue(model, '2026-11', 'staff').map(({ lines }) => lines)).toEqual([
      [{ plan: 'standard', quantity: 1, unit_price_cents: 500, amount_cents: 500 }],
    ]);
  });

  it('issues a month once and counts it in the analytics of its month', () => {
    const { model, owner } = withOwner();
    enroll(model, owner, { row: row('A'), id: 'enr_1' });
    model.now = Date.parse('2026-12-01T06:00:00Z');
    expect(issue(model, '2026-11', 'calendar').map(({ number }) => number)).toEqual(['MS-202611-0001']);
    expect(issue(model, '2026-11', 'staff')).toEqual([]);
    const span = { from: Date.parse('2026-11-01'), to: Date.parse('2026-12-02') };
    expect(analyticsOf(model, owner, span).spend.total_cents).toBe(500);
  });

  it('requires confirmation before a roster cancels more than two and more than a fifth', () => {
    expect([needsAsking(2, 2), needsAsking(3, 15), needsAsking(3, 14), needsAsking(10, 12)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('computes the changes of a roster', () => {
    const { model, owner } = withOwner();
    enroll(model, owner, { row: row('A'), id: 'enr_1' });
    enroll(model, owner, { row: row('B'), id: 'enr_2' });
    const { created, absent, updated } = compareRoster(model, owner, [{ ...row('A'), externalRef: 'x' }, row('C')]);
    expect([created.length, updated.length, absent.map(({ id }) => id)]).toEqual([1, 1, ['enr_2']]);
  });
});

describe('what is told', () => {
  type Endpoint = EventLog['endpoints'][number];
  const wants = (one: Endpoint, published: LoggedEvent): boolean => {
    const log = new EventLog();
    log.endpoints.push(one);
    log.publish(published);
    return log.takeOwed().length > 0;
  };
  const endpoint = (changes: Partial<Endpoint>): Endpoint => ({
    id: '',
    account: 'inst_0',
    audience: 'partner',
    livemode: true,
    payload: 'thin',
    types: [],
    path: '',
    enabled: true,
    isServed: () => true,
    ...changes,
  });
  const event = (type: string, livemode: boolean): LoggedEvent => ({
    account: 'inst_0',
    audience: 'partner',
    livemode,
    type,
    subject: '',
    at: now,
    thin: {},
    full: {},
    id: undefined,
  });

  it('routes by mode, payload and type', () => {
    const full = endpoint({ payload: 'full' });
    const test = endpoint({ livemode: false });
    expect(wants(full, event('plan.loss.reported', false))).toBe(true);
    expect(wants(endpoint({}), event('plan.loss.reported', false))).toBe(false);
    expect(wants(test, event('referral.created', false))).toBe(true);
    expect(wants(test, event('plan.statement.issued', true))).toBe(false);
    expect(wants(full, event('referral.declined', true))).toBe(false);
    expect(wants(endpoint({}), event('referral.declined', true))).toBe(true);
  });

  it('sends nothing to suppressed customers, nothing untrue, and retries while a transport is busy', () => {
    const outbox = new Outbox();
    const message = { purpose: 'invitation', channel: 'email', subject: 'x', link: '', createdAt: now } as const;
    outbox.busy.add('email');
    outbox.queue({ ...message, to: 'a', isTrue: () => true });
    outbox.queue({ ...message, to: 'b', isTrue: () => true });
    outbox.queue({ ...message, to: 'c', isTrue: (at) => at === now });
    expect(outbox.send(now, () => false)).toEqual([]);
    outbox.busy.clear();
    expect(outbox.send(now + 59_000, () => false)).toEqual([]);
    expect(outbox.send(now + 60_000, (contact) => contact === 'b').map(({ to }) => to)).toEqual(['a']);
  });

  it('refers a suppressed borrower without a message to them', () => {
    const { model, owner } = withOwner();
    model.suppress([email], 'decided');
    const referral = referred(model, owner);
    expect([referral.note, model.outbox.waiting]).toEqual(['Contact suppressed', 0]);
  });

  it('closes a settled referral fourteen days after its settlement', () => {
    const { model, owner } = withOwner();
    const referral = referred(model, owner);
    activate(model, referral, { via: 'staff', priority: false, number: '1' });
    move(model, referral, { action: 'settle' });
    const statusAfter = (ms: number) => {
      closeSettled(Object.assign(model, { now: now + ms }));
      return referral.status;
    };
    expect([statusAfter(14 * day - 1), statusAfter(14 * day)]).toEqual(['settled', 'closed']);
    expect(model.log.events.at(-1)?.type).toBe('referral.closed');
  });
});
