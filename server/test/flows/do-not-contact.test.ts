import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import {
  consultationOrigins,
  newCustomer,
  type ConsultationOrigin,
  type Customer,
} from '#test/fixtures/consultation-origins';
import { useDoNotContact } from '#test/fixtures/do-not-contact';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { givenCaller } from '#testing/consultations';
import { pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

const { parts, day, isListed, text } = useDoNotContact();
const { open, staff, seen, noteCall } = day;

const administrator = ({ email }: { email: string }) => ({ email });

describe.each(Object.keys(consultationOrigins) as ConsultationOrigin[])(
  'do-not-contact, requested on a call about a case of %s',
  (origin) => {
    it.each<[string, (owner: Required<Customer>) => Customer]>([
      ['an address alone', ({ email }) => ({ email })],
      ['a number alone', ({ phone }) => ({ phone })],
      ['both', ({ email, phone }) => ({ email, phone })],
    ])('a do-not-contact request covers what the case knows: %s [A-RECEIPT-027]', async (_what, know) => {
      const owner = newCustomer();
      const known = know({ email: owner.email, phone: owner.phone });
      const receipt = await open(origin, known);
      if (origin === 'agent_intake' && known.email !== undefined)
        await pressSent(parts.current.harness, { intake_id: receipt.sourceId }, { via: 'email' });
      expect((await noteCall(origin, receipt, 'do_not_contact')).status).toBe(200);
      for (const [kind, contact] of Object.entries(known))
        expect([kind, await isListed({ [kind]: contact })]).toEqual([kind, true]);
    });
  },
);

it("do-not-contact on a call about a referral commits together with removing the number's other cases from the queue", async () => {
  const { phone } = newCustomer();
  const [lent, other] = [await open('referral', { phone }), await open('agent_intake', { phone })];
  await noteCall('referral', lent, 'do_not_contact');
  const text = 'select spared_at from consultations.consultations where id = $1';
  const found = await parts.current.harness.ctx.db.find({ text, values: [other.id] });
  expect(found).toEqual({ spared_at: expect.any(Date) });
});

describe('do-not-contact, entered by an administrator', () => {
  it('an entry covers every contact that occurs in a case with it, and lists them', async () => {
    const [owner, other] = [newCustomer(), newCustomer()];
    const { sourceId } = await open('agent_intake', { email: owner.email, phone: owner.phone });
    for (const via of ['email', 'text'] as const)
      await pressSent(parts.current.harness, { intake_id: sourceId }, { via });
    await open('referral', { email: other.email, phone: owner.phone });
    await open('membership', { email: other.email, phone: other.phone });
    const otherCustomer = newCustomer();
    await open('referral', { email: otherCustomer.email, phone: otherCustomer.phone });
    const { status, body } = await staff('/do-not-contact', administrator(owner));
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        listed: [
          { kind: 'email', contact: owner.email.toLowerCase(), typed: true },
          { kind: 'email', contact: 'p•••@example.com', typed: false },
          { kind: 'phone', contact: `•••-•••-${owner.dialed.slice(-4)}`, typed: false },
          { kind: 'phone', contact: `•••-•••-${other.dialed.slice(-4)}`, typed: false },
        ],
        unnamed: 0,
        complete: true,
      },
    ]);
    const contacts = [owner, other].flatMap(({ email, phone }) => [{ email }, { phone }]);
    for (const contact of contacts) expect([contact, await isListed(contact)]).toEqual([contact, true]);
    expect(await isListed({ phone: otherCustomer.phone })).toBe(false);
  });

  it('an entry does not extend to an address that anyone could have put next to the number', async () => {
    const [stranger, victim] = [newCustomer(), newCustomer()];
    const { id } = await open('agent_intake', { email: victim.email, phone: stranger.phone });
    const { body } = await staff('/do-not-contact', { phone: stranger.phone });
    expect(body.listed).toHaveLength(1);
    expect(await isListed({ email: victim.email })).toBe(false);
    expect((await day.caller.act('claim', id)).body.code).toBe('do_not_contact');
  });

  it("an entry covers contacts linked by the customer's one discount, even if no case links them", async () => {
    const owner = newCustomer();
    await staff('/discounts', { email: owner.email, phone: owner.phone, source: 'campaign' });
    const { body } = await staff('/do-not-contact', { phone: owner.phone });
    expect(body).toMatchObject({ listed: [{ kind: 'phone', typed: true }], unnamed: 1 });
    expect(await isListed({ email: owner.email })).toBe(true);
  });

  it('an entry stops at twenty contacts, which cannot be one customer, and reports it', async () => {
    const shared = newCustomer();
    for (let turn = 0; turn < 21; turn += 1)
      await open('membership', { email: shared.email, phone: newCustomer().phone });
    const { body } = await staff('/do-not-contact', administrator(shared));
    expect([body.listed.length, body.complete]).toEqual([20, false]);
  });

  it('an entry withdraws messages that wait for any of the contacts', async () => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const owner = newCustomer();
    await open('membership', owner);
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', phone: owner.phone };
    await givenReferral(harness, key, { borrower });
    await staff('/do-not-contact', administrator(owner));
    await harness.sendMessages();
    expect(twilio.to(owner.dialed)).toEqual([]);
  });
});

describe('STOP by text, and START after it', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['nothing', async () => undefined],
    ['somebody pressing next', async () => expect((await day.caller.next()).none).toBe(true)],
    ['somebody claiming the case', async (id) => expect((await day.caller.act('claim', id)).status).toBe(409)],
    ['a call that was noted', (id) => day.caller.act('calls', id, { outcome: 'no_answer' })],
    ['a second STOP', async () => text(newCustomer().dialed, 'STOP')],
  ])('STOP and START bring back every open case, with this in between: %s', async (_what, between) => {
    const owner = newCustomer();
    const first = await open('referral', owner);
    // The older case comes first, and pauses for hours after its second call: three calls a day are enough for both.
    parts.current.harness.clock.advance(1);
    const cases = [first, await open('membership', { phone: owner.phone })];
    await text(owner.dialed, 'STOP');
    for (const { id } of cases) expect((await day.caller.act('claim', id)).body.code).toBe('do_not_contact');
    await between(first.id);
    await text(owner.dialed, 'START');
    const given = new Set<string | undefined>();
    for (let turn = 0; turn < 4; turn += 1) {
      const { consultation } = await day.caller.next();
      given.add(consultation?.id);
      if (consultation !== null) await day.caller.act('calls', consultation.id, { outcome: 'no_answer' });
      parts.current.harness.clock.advance(3700);
      await day.changeCaller();
    }
    expect([...given]).toEqual(expect.arrayContaining(cases.map(({ id }) => id)));
  });

  it('STOP and START bring back the case that is being suppressed at that moment', async () => {
    const { ctx } = parts.current.harness;
    const owner = newCustomer();
    const { id } = await open('referral', owner);
    await text(owner.dialed, 'STOP');
    const [held, goOn] = [gate(), gate()];
    // Simulates a caller who presses Next between the read of the list and the commit.
    const finding = transact(ctx, async (tx) => {
      const values = [id, ctx.clock.now()];
      await tx.db.many({ text: 'update consultations.consultations set spared_at = $2 where id = $1', values });
      held.open();
      await goOn.opened;
    });
    await held.opened;
    const start = text(owner.dialed, 'START');
    await untilBlocked(ctx.db, 1);
    goOn.open();
    await Promise.all([finding, start]);
    expect((await day.caller.next()).consultation?.id).toBe(id);
  });

  it('STOP and START end the lease of the case, and make it available again', async () => {
    const owner = newCustomer();
    const { id } = await open('referral', owner);
    await day.caller.next();
    await text(owner.dialed, 'STOP');
    expect((await day.caller.next()).none).toBe(true);
    await text(owner.dialed, 'START');
    parts.current.harness.clock.advance(301);
    expect((await day.caller.next()).consultation?.id).toBe(id);
  });

  it.each<[string, (owner: Required<Customer>, id: string) => Promise<unknown>]>([
    ['staff listed the number', ({ phone }) => staff('/do-not-contact', { phone })],
    ['staff listed the address', ({ email }) => staff('/do-not-contact', { email })],
    ['they said so on a call', (_owner, id) => day.caller.act('calls', id, { outcome: 'do_not_contact' })],
    ['they said no on a call', (_owner, id) => day.caller.act('calls', id, { outcome: 'declined' })],
  ])('START brings back no case that is stopped for another reason: %s', async (_what, more) => {
    const owner = newCustomer();
    const { id } = await open('membership', { email: owner.email, phone: owner.phone });
    await text(owner.dialed, 'STOP');
    expect((await day.caller.act('claim', id)).status).toBe(409);
    await more(owner, id);
    await text(owner.dialed, 'START');
    parts.current.harness.clock.advance(3 * 86_400);
    await day.changeCaller();
    expect((await day.caller.next()).none).toBe(true);
  });

  it('START finds the case whose number changed meanwhile: the STOP was about the old one', async () => {
    const [before, after] = [newCustomer(), newCustomer()];
    const member = await open('membership', { phone: before.phone });
    await text(before.dialed, 'STOP');
    expect((await day.caller.act('claim', member.id)).status).toBe(409);
    await member.partner(`PATCH /plans/enrollments/${member.sourceId}`, { member: { phone: after.phone } });
    expect(await day.caller.next()).toMatchObject({ consultation: { id: member.id }, phone: after.dialed });
  });

  it('START does not lift an entry by staff: it stays with the case when the number changes later', async () => {
    const [before, after] = [newCustomer(), newCustomer()];
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    expect((await day.caller.act('claim', member.id)).status).toBe(409);
    await member.partner(`PATCH /plans/enrollments/${member.sourceId}`, { member: { phone: after.phone } });
    expect((await day.caller.next()).none).toBe(true);
  });
});

describe.each(['referral', 'membership'] as const)('a case in the sandbox, from a %s,', (origin) => {
  it('a sandbox case gets no calls: it has no number, and gives the reason', async () => {
    const { id } = await open(origin, newCustomer(), false);
    expect((await day.caller.next()).none).toBe(true);
    expect((await day.caller.act('claim', id)).body).toMatchObject({
      phone: null,
      may_call: false,
      reason: 'test_case',
    });
    expect(await day.caller.next()).toMatchObject({ phone: null, may_call: false, reason: 'test_case' });
    const { person, calling } = await seen(id);
    expect([person.phone, calling.may_call, calling.ended]).toEqual([null, false, 'test_case']);
  });

  it('a sandbox case puts no contact on a list: it ends only its own case', async () => {
    const owner = newCustomer();
    const { id } = await open(origin, owner, false);
    expect((await day.caller.act('calls', id, { outcome: 'do_not_contact' })).status).toBe(200);
    const live = await open(origin, owner);
    expect(await day.caller.next()).toMatchObject({ consultation: { id: live.id }, phone: owner.dialed });
    // A referral's case is over.
    const refused = origin === 'referral' ? 'invalid_state' : 'do_not_contact';
    expect((await day.caller.act('claim', id)).body.code).toBe(refused);
    const again = await open(origin, owner, false);
    expect((await day.caller.act('claim', again.id)).body.code).toBe('called_recently');
    expect([await isListed({ email: owner.email }), await isListed({ phone: owner.phone })]).toEqual([false, false]);
  });

  it('a sandbox case is not affected by the live list, and neither hides a number from the other', async () => {
    const [silent, owner] = [newCustomer(), newCustomer()];
    await staff('/do-not-contact', { phone: silent.phone });
    const suppressed = await open(origin, silent, false);
    expect((await day.caller.act('claim', suppressed.id)).status).toBe(200);
    const [test, live] = [await open(origin, owner, false), await open(origin, owner)];
    const other = await givenCaller(parts.current.harness);
    expect((await other.act('claim', live.id)).status).toBe(200);
    expect((await day.caller.act('claim', test.id)).status).toBe(200);
  });

  it('a sandbox case adds no contact to an administrator’s entry', async () => {
    const [owner, other] = [newCustomer(), newCustomer()];
    await open(origin, { email: owner.email, phone: other.phone }, false);
    const { body } = await staff('/do-not-contact', administrator(owner));
    expect(body.listed).toHaveLength(1);
    expect(await isListed({ phone: other.phone })).toBe(false);
  });
});

describe('a referral in the sandbox', () => {
  it('a sandbox referral does not disclose whether a customer is on the live list', async () => {
    const owner = newCustomer();
    await staff('/do-not-contact', { phone: owner.phone });
    const { key } = await givenPartner(parts.current.harness);
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', phone: owner.phone };
    const made = await givenReferral(parts.current.harness, key, { borrower });
    expect(made).toMatchObject({ status: 'invited', status_note: null });
  });
});
