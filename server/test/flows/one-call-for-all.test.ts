import { describe, expect, it } from 'vitest';
import { updateContact } from '#modules/consultations';
import { transact } from '#platform/db';
import { consultationOf, newCustomer } from '#test/fixtures/consultation-origins';
import { useQueueDay } from '#test/fixtures/queue-day';
import { useHarness, type Answer } from '#test/harness';
import { givenCaller } from '#testing/consultations';
import { asStranger, eventTypes, minimalIntake, press, pressSent, submit, type CreatedReceipt } from '#testing/intakes';

const harness = useHarness();
const day = useQueueDay(() => harness.current);

type Submission = { readonly id: string; readonly caseId: string; readonly receipt: CreatedReceipt };
type Wanted = { readonly email?: string | undefined; readonly vin?: string; readonly stranger?: boolean };

/** Another open submission with the same number, by an agent that does not know of the first. */
async function givenSubmission(dialed: string, wanted: Wanted = {}): Promise<Submission> {
  const { email, vin, stranger = false } = { email: newCustomer().email, ...wanted };
  const { ctx } = harness.current;
  const { phone } = newCustomer();
  const vehicle = vin === undefined ? {} : { vehicle: { vin } };
  const customer = email === undefined ? { phone } : { email, phone };
  const intake = minimalIntake({ customer, loss: { zip: '10001' }, ...vehicle });
  const { status, body: receipt } = await submit(harness.current, intake, stranger ? asStranger() : {});
  expect(status).toBe(201);
  const id = receipt.intake_id;
  const caseId = await consultationOf(harness.current, id);
  await transact(ctx, async (tx) => {
    await tx.db.many({ text: 'update intakes.intakes set phone = $2 where id = $1', values: [id, dialed] });
    const contact = { phone: dialed, email: email?.toLowerCase(), zip: '10001' };
    await updateContact(tx, { consultationId: caseId, contact });
  });
  return { id, caseId, receipt };
}

const call = (id: string, outcome: string, more: object = {}): Promise<Answer> =>
  day.staff(`/intakes/${id}/calls`, { outcome, ...more });

const record = async (id: string): Promise<Answer['body']> =>
  (await harness.current.call('GET', `/api/staff/v1/intakes/${id}`, { token: day.caller.token })).body;

const callsOf = async ({ id }: Submission) => (await record(id)).consultation.calls;

const provenOf = async ({ caseId }: Submission): Promise<boolean> => {
  const text = 'select proven_at is not null as proven from consultations.consultations where id = $1';
  return (await harness.current.ctx.db.find<{ proven: boolean }>({ text, values: [caseId] }))?.proven ?? false;
};

describe('the outcome of a call is applied to every open submission of the number that was dialed', () => {
  it.each([
    ['no_answer', 'contact_attempted'],
    ['voicemail', 'contact_attempted'],
    ['callback_requested', 'contact_attempted'],
    ['confirmed', 'customer_confirmed'],
    ['declined', 'declined'],
    ['not_requested', 'declined'],
    ['do_not_contact', 'declined'],
  ])(
    'the outcome applies to them when %s: each is %s, with its own event, and one call was made',
    async (outcome, status) => {
      const { dialed } = newCustomer();
      const [first, second, third] = [
        await givenSubmission(dialed),
        await givenSubmission(dialed),
        await givenSubmission(dialed),
      ];
      const { status: answered, body } = await call(second.id, outcome, { note: 'synthetic' });
      expect([answered, body.logged.applied_to]).toEqual([200, [first.id, third.id].toSorted()]);
      for (const one of [first, second, third]) {
        expect((await record(one.id)).status).toBe(status);
        expect(await eventTypes(harness.current, one.id)).toEqual(['intake.received', `intake.${status}`]);
      }
      const [dialedCall] = await callsOf(second);
      expect(dialedCall).toMatchObject({ id: body.logged.call_id, outcome, applied_from: null });
      for (const one of [first, third])
        expect(await callsOf(one)).toMatchObject([{ outcome, note: 'synthetic', applied_from: dialedCall.id }]);
    },
  );

  it('the outcome applies to no other vehicle, no other number, and no closed submission', async () => {
    const { dialed } = newCustomer();
    const called = await givenSubmission(dialed, { vin: '1SYNTHETKAAAAAAA1' });
    const others = [
      await givenSubmission(dialed, { vin: '1SYNTHETKAAAAAAA2' }),
      await givenSubmission(newCustomer().dialed),
      await givenSubmission(dialed),
    ];
    await press(harness.current, others[2]?.receipt ?? called.receipt, 'decline');
    expect((await call(called.id, 'declined')).body.logged.applied_to).toEqual([]);
    expect(await Promise.all(others.map(async ({ id }) => (await record(id)).status))).toEqual([
      'received',
      'received',
      'declined',
    ]);
  });

  it('the outcome applies to all of them or to none', async () => {
    const { dialed } = newCustomer();
    const [first, second] = [await givenSubmission(dialed), await givenSubmission(dialed)];
    const outside = { callback_at: new Date(harness.current.clock.now().getTime() + 12 * 3_600_000).toISOString() };
    expect((await call(first.id, 'callback_requested', outside)).status).toBe(400);
    for (const one of [first, second])
      expect([(await record(one.id)).status, await callsOf(one)]).toEqual(['received', []]);
  });

  it('two callers at the same moment, in either order, cause no deadlock and log each call once', async () => {
    const { dialed } = newCustomer();
    const all = [await givenSubmission(dialed), await givenSubmission(dialed), await givenSubmission(dialed)];
    const answers = await Promise.all(all.map(({ id }) => call(id, 'no_answer')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const one of all) {
      const calls = (await callsOf(one)) as readonly { applied_from: string | null }[];
      expect([calls.length, calls.filter(({ applied_from: from }) => from === null).length]).toEqual([3, 1]);
    }
    expect(harness.current.logLines.filter((line) => line.includes('db.deadlock'))).toEqual([]);
  });

  it('a promised call extends all of them, and the person is called once for all', async () => {
    const { dialed } = newCustomer();
    const [first, second] = [await givenSubmission(dialed), await givenSubmission(dialed)];
    const at = new Date(harness.current.clock.now().getTime() + 20 * 86_400_000);
    await call(first.id, 'callback_requested', { callback_at: at.toISOString() });
    const [one, other] = [await record(first.id), await record(second.id)];
    expect(other.expires_at).toBe(one.expires_at);
    harness.current.clock.advance(20 * 86_400);
    const next = await (await givenCaller(harness.current)).next();
    expect([first.id, second.id]).toContain(next.consultation?.source_id);
    expect((await (await givenCaller(harness.current)).next()).none).toBe(true);
  });

  it('an outcome logged on a duplicate, which has no case, applies to those that have one', async () => {
    const { dialed, phone } = newCustomer();
    const opened = await givenSubmission(dialed);
    const { body: duplicate } = await harness.current.call('POST', '/api/agent/v1/intakes', {
      body: {
        agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
        customer: { phone },
        consent: { attestation: 'The customer asked me to submit this and expects a call.' },
      },
    });
    expect(duplicate.status).toBe('duplicate');
    const { status, body } = await call(duplicate.intake_id, 'declined');
    expect([status, body.status, body.consultation]).toEqual([200, 'duplicate', null]);
    expect(body.logged).toMatchObject({ status_changed: false, listed: false, applied_to: [opened.id] });
    expect((await record(opened.id)).status).toBe('declined');
  });
});

describe('a yes on the phone', () => {
  it('a yes leaves one case in the queue, so that the owner is not called twice about the same loss', async () => {
    const { dialed } = newCustomer();
    const [first, second] = [await givenSubmission(dialed), await givenSubmission(dialed)];
    await call(second.id, 'confirmed');
    harness.current.clock.advance(86_400);
    const caller = await givenCaller(harness.current);
    expect((await caller.next()).consultation?.source_id).toBe(second.id);
    await call(second.id, 'no_answer');
    harness.current.clock.advance(86_400);
    expect((await caller.next()).consultation?.source_id).toBe(second.id);
    expect((await record(first.id)).status).toBe('customer_confirmed');
  });

  it('a yes proves the case and submissions without another address; it does not prove an address put next to the number', async () => {
    const { dialed, email } = newCustomer();
    const called = await givenSubmission(dialed, { email });
    const stranger = await givenSubmission(dialed);
    await call(called.id, 'confirmed');
    expect([await provenOf(called), await provenOf(stranger)]).toEqual([true, false]);
  });

  it('a yes also proves a submission confirmed on the page, without another event', async () => {
    const { dialed } = newCustomer();
    const relayed = await givenSubmission(dialed);
    await press(harness.current, relayed.receipt, 'confirm');
    const { status, body } = await call(relayed.id, 'confirmed');
    expect([status, body.status, body.logged.status_changed]).toEqual([200, 'customer_confirmed', false]);
    expect([body.confirmation.by, await provenOf(relayed)]).toEqual(['customer', true]);
    expect((await eventTypes(harness.current, relayed.id)).length).toBe(2);
  });

  it('a yes is not withdrawn because another submission was never asked for', async () => {
    const { dialed } = newCustomer();
    const [asked, forged] = [await givenSubmission(dialed), await givenSubmission(dialed)];
    await press(harness.current, asked.receipt, 'confirm');
    const { body } = await call(forged.id, 'not_requested');
    expect([body.status, body.logged.applied_to]).toEqual(['declined', []]);
    expect((await record(asked.id)).status).toBe('customer_confirmed');
    // Later than a day, because they were spoken to.
    harness.current.clock.advance(4 * 3600);
    expect((await day.caller.next()).none).toBe(true);
    harness.current.clock.advance(20 * 3600);
    expect((await day.caller.next()).consultation?.source_id).toBe(asked.id);
  });
});

const isListed = async (name: string): Promise<boolean> => {
  const values = [harness.current.ctx.vault.fingerprint(name)];
  const text = 'select 1 from customers.do_not_contact where contact_hash = $1';
  return (await harness.current.ctx.db.find({ text, values })) !== undefined;
};

describe("a call about another agent's submission", () => {
  it('a yes proves nothing of another agent’s, although it counts for it', async () => {
    const { dialed } = newCustomer();
    const called = await givenSubmission(dialed);
    const own = await givenSubmission(dialed, { email: undefined });
    const other = await givenSubmission(dialed, { email: undefined, stranger: true });
    await call(called.id, 'confirmed');
    expect((await record(other.id)).status).toBe('customer_confirmed');
    expect([await provenOf(called), await provenOf(own), await provenOf(other)]).toEqual([true, true, false]);
    const text = 'select proven_by_call_at as at from intakes.intakes where id = $1';
    expect(await harness.current.ctx.db.find({ text, values: [other.id] })).toEqual({ at: null });
  });

  it('a denial declines nothing of another agent’s', async () => {
    const { dialed } = newCustomer();
    const asked = await givenSubmission(dialed);
    const forged = await givenSubmission(dialed, { stranger: true });
    const { body } = await call(forged.id, 'not_requested');
    expect([body.status, body.logged.applied_to]).toEqual(['declined', []]);
    expect((await record(asked.id)).status).toBe('received');
  });

  it('a wrong number is removed where there is no other address, and not where it is proven', async () => {
    const { dialed } = newCustomer();
    const called = await givenSubmission(dialed);
    const bare = await givenSubmission(dialed, { email: undefined, stranger: true });
    const proven = await givenSubmission(dialed, { email: undefined });
    const addressed = await givenSubmission(dialed, { stranger: true });
    const { ctx } = harness.current;
    const values = [proven.id, ctx.clock.now()];
    await ctx.db.pool.query('update intakes.intakes set proven_by_text_at = $2 where id = $1', values);
    const { body } = await call(called.id, 'wrong_number');
    expect(body.logged.applied_to).toEqual([bare.id]);
    for (const { id } of [called, bare]) expect((await record(id)).status).toBe('contact_attempted');
    const waits = async ({ caseId }: Submission) => (await day.seen(caseId)).card.waits_for_number;
    expect(await Promise.all([called, bare, proven, addressed].map(waits))).toEqual([true, true, false, false]);
    // They are called, though not immediately.
    harness.current.clock.advance(2 * 86_400);
    expect([proven.id, addressed.id]).toContain((await day.caller.next()).consultation?.source_id);
  });
});

describe('do-not-contact on the phone', () => {
  it('do-not-contact lists the number, and no address that anyone could have put next to it', async () => {
    const { dialed, email } = newCustomer();
    const other = newCustomer();
    const called = await givenSubmission(dialed, { email });
    await givenSubmission(dialed, { email: other.email });
    await call(called.id, 'do_not_contact');
    expect(await isListed(`person/phone/${dialed}`)).toBe(true);
    expect(await isListed(`person/email/${email.toLowerCase()}`)).toBe(false);
    expect(await isListed(`person/email/${other.email.toLowerCase()}`)).toBe(false);
  });

  it('do-not-contact lists the address that the customer proved', async () => {
    const { dialed, email } = newCustomer();
    const called = await givenSubmission(dialed, { email });
    await pressSent(harness.current, called.receipt, { via: 'email' });
    await call(called.id, 'do_not_contact');
    expect(await isListed(`person/email/${email.toLowerCase()}`)).toBe(true);
  });

  it("do-not-contact commits together with removing the number's other cases from the queue", async () => {
    const { dialed, phone } = newCustomer();
    const lent = await day.open('referral', { phone });
    const other = await givenSubmission(dialed, { vin: '1SYNTHETKAAAAAAA4' });
    const called = await givenSubmission(dialed, { vin: '1SYNTHETKAAAAAAA3' });
    await call(called.id, 'do_not_contact');
    const text =
      'select count(*)::int as count from consultations.consultations where id = any($1) and spared_at is not null';
    const values = [[lent.id, other.caseId]];
    expect(await harness.current.ctx.db.find({ text, values })).toEqual({ count: 2 });
  });

  it.each(['declined', 'do_not_contact'])('%s is never refused because a colleague has the case', async (outcome) => {
    const { dialed } = newCustomer();
    const { id, caseId } = await givenSubmission(dialed);
    const other = await givenCaller(harness.current);
    expect((await other.act('claim', caseId)).status).toBe(200);
    expect((await call(id, outcome)).status).toBe(200);
  });

  it('do-not-contact in an active consultation keeps the status and stops all calls', async () => {
    const { dialed } = newCustomer();
    const { id, caseId } = await givenSubmission(dialed);
    await call(id, 'confirmed');
    await day.staff(`/intakes/${id}/start`);
    const { status, body } = await call(id, 'declined');
    expect([status, body.status, body.consultation.closed_at]).toEqual([200, 'consultation_active', null]);
    expect(await eventTypes(harness.current, id)).not.toContain('intake.declined');
    expect((await day.seen(caseId)).calling.ended).toBe('declined');
    await call(id, 'do_not_contact');
    expect((await day.seen(caseId)).calling.ended).toBe('do_not_contact');
    harness.current.clock.advance(86_400);
    expect((await day.caller.next()).none).toBe(true);
  });
});
