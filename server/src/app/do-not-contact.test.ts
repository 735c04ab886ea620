import { beforeEach, describe, expect, it } from 'vitest';
import { textReplyPath } from '#gateways/text';
import { transact } from '#platform/db';
import { doors, newOwner, type Door, type OpenedCase, type Owner } from '#test/case-doors';
import { callBack, useTextHarness } from '#test/twilio';
import { gate } from '#test/until';
import { untilBlocked } from '#test/use-database';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

const parts = useTextHarness({ GAP_REQUESTS_PER_MIN: '1000000' });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(parts.current.harness);
});

const open = (door: Door, owner: Owner, livemode = true): Promise<OpenedCase> =>
  doors[door](parts.current.harness, { owner, livemode, token: caller.token });

const staff = (path: string, body?: unknown) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });

const seen = async (id: string) =>
  (await parts.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: caller.token })).body;

/** Notes a call where calls about this case are noted. */
const noteCall = (door: Door, { id, sourceId }: OpenedCase, outcome: string) =>
  door === 'agent_intake' ? staff(`/intakes/${sourceId}/calls`, { outcome }) : caller.act('calls', id, { outcome });

/** Whether a submission of this contact is turned away since its owner wants silence. */
async function isListed(customer: Owner): Promise<boolean> {
  const { body } = await parts.current.harness.call('POST', '/api/agent/v1/intakes', {
    body: minimalIntake({ customer, vehicle: { vin: `1SYNTHETK${String((cars += 1)).padStart(8, '0')}` } }),
  });
  return body.status === 'not_eligible';
}
let cars = 0;

const text = (from: string, words: string) =>
  callBack(parts.current, {
    path: textReplyPath,
    form: { From: from, To: '+14155550100', Body: words, MessageSid: `SM${'a'.repeat(32)}`, NumMedia: '0' },
  });

const administrator = ({ email }: { email: string }) => ({ email });

describe.each(Object.keys(doors) as Door[])(
  'the wish not to be contacted, said on a call about a case of %s',
  (door) => {
    it.each<[string, (owner: Required<Owner>) => Owner]>([
      ['an address alone', ({ email }) => ({ email })],
      ['a number alone', ({ phone }) => ({ phone })],
      ['both', ({ email, phone }) => ({ email, phone })],
    ])('takes what the case knows: %s [A-RECEIPT-027]', async (_what, know) => {
      const owner = newOwner();
      const known = know({ email: owner.email, phone: owner.phone });
      const opened = await open(door, known);
      expect((await noteCall(door, opened, 'do_not_contact')).status).toBe(200);
      for (const [kind, contact] of Object.entries(known))
        expect([kind, await isListed({ [kind]: contact })]).toEqual([kind, true]);
    });
  },
);

describe('an administrator’s wish for somebody', () => {
  it('takes every contact that stands in one case with it, and says which', async () => {
    const [owner, other] = [newOwner(), newOwner()];
    await open('agent_intake', { email: owner.email, phone: owner.phone });
    await open('referral', { email: other.email, phone: owner.phone });
    await open('membership', { email: other.email, phone: other.phone });
    const stranger = newOwner();
    await open('referral', { email: stranger.email, phone: stranger.phone });
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
    expect(await isListed({ phone: stranger.phone })).toBe(false);
  });

  it('takes what the one discount of the person links, which no case knows', async () => {
    const owner = newOwner();
    await staff('/discounts', { email: owner.email, phone: owner.phone, source: 'campaign' });
    const { body } = await staff('/do-not-contact', { phone: owner.phone });
    expect(body).toMatchObject({ listed: [{ kind: 'phone', typed: true }], unnamed: 1 });
    expect(await isListed({ email: owner.email })).toBe(true);
  });

  it('stops at twenty contacts, which is no person, and says so', async () => {
    const shared = newOwner();
    for (let turn = 0; turn < 21; turn += 1) await open('membership', { email: shared.email, phone: newOwner().phone });
    const { body } = await staff('/do-not-contact', administrator(shared));
    expect([body.listed.length, body.complete]).toEqual([20, false]);
  });

  it('withdraws what waits for any of them', async () => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const owner = newOwner();
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
    ['somebody pressing next', async () => expect((await caller.next()).none).toBe(true)],
    ['somebody claiming the case', async (id) => expect((await caller.act('claim', id)).status).toBe(409)],
    ['a call that was noted', (id) => caller.act('calls', id, { outcome: 'no_answer' })],
    ['a second STOP', async () => text(newOwner().dialed, 'STOP')],
  ])('bring every open case back, with this in between: %s', async (_what, between) => {
    const owner = newOwner();
    const cases = [await open('referral', owner), await open('membership', { phone: owner.phone })];
    const [first] = cases;
    await text(owner.dialed, 'STOP');
    for (const { id } of cases) expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
    await between(first?.id ?? '');
    await text(owner.dialed, 'START');
    const given = new Set<string | undefined>();
    for (let turn = 0; turn < 4; turn += 1) {
      const { consultation } = await caller.next();
      given.add(consultation?.id);
      if (consultation !== null) await caller.act('calls', consultation.id, { outcome: 'no_answer' });
      parts.current.harness.clock.advance(3700);
      caller = await givenCaller(parts.current.harness);
    }
    expect([...given]).toEqual(expect.arrayContaining(cases.map(({ id }) => id)));
  });

  it('bring back the case that somebody is just finding stopped', async () => {
    const { ctx } = parts.current.harness;
    const owner = newOwner();
    const { id } = await open('referral', owner);
    await text(owner.dialed, 'STOP');
    const [held, goOn] = [gate(), gate()];
    // As somebody who pressed next does between reading the list and the commit.
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
    expect((await caller.next()).consultation?.id).toBe(id);
  });

  it('take the case in hand away, and give it back', async () => {
    const owner = newOwner();
    const { id } = await open('referral', owner);
    await caller.next();
    await text(owner.dialed, 'STOP');
    expect((await caller.next()).none).toBe(true);
    await text(owner.dialed, 'START');
    parts.current.harness.clock.advance(301);
    expect((await caller.next()).consultation?.id).toBe(id);
  });

  it.each<[string, (owner: Required<Owner>, id: string) => Promise<unknown>]>([
    ['staff listed the number', ({ phone }) => staff('/do-not-contact', { phone })],
    ['staff listed the address', ({ email }) => staff('/do-not-contact', { email })],
    ['they said so on a call', (_owner, id) => caller.act('calls', id, { outcome: 'do_not_contact' })],
    ['they said no on a call', (_owner, id) => caller.act('calls', id, { outcome: 'declined' })],
  ])('bring nobody back for whom more than the STOP counts: %s', async (_what, more) => {
    const owner = newOwner();
    const { id } = await open('membership', { email: owner.email, phone: owner.phone });
    await text(owner.dialed, 'STOP');
    expect((await caller.act('claim', id)).status).toBe(409);
    await more(owner, id);
    await text(owner.dialed, 'START');
    parts.current.harness.clock.advance(3 * 86_400);
    caller = await givenCaller(parts.current.harness);
    expect((await caller.next()).none).toBe(true);
  });

  it('find the case whose number changed meanwhile: the STOP was about the old one', async () => {
    const [before, after] = [newOwner(), newOwner()];
    const member = await open('membership', { phone: before.phone });
    await text(before.dialed, 'STOP');
    expect((await caller.act('claim', member.id)).status).toBe(409);
    await member.partner(`PATCH /plans/enrollments/${member.sourceId}`, { member: { phone: after.phone } });
    expect(await caller.next()).toMatchObject({ consultation: { id: member.id }, phone: after.dialed });
  });

  it('is not so for a wish that staff noted: it stays with the case whatever number is told later', async () => {
    const [before, after] = [newOwner(), newOwner()];
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    expect((await caller.act('claim', member.id)).status).toBe(409);
    await member.partner(`PATCH /plans/enrollments/${member.sourceId}`, { member: { phone: after.phone } });
    expect((await caller.next()).none).toBe(true);
  });
});

describe.each(['referral', 'membership'] as const)('a case of the sandbox, of a %s,', (door) => {
  it('is called by nobody: no number, and the reason', async () => {
    const { id } = await open(door, newOwner(), false);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body).toMatchObject({ phone: null, may_call: false, reason: 'test_case' });
    expect(await caller.next()).toMatchObject({ phone: null, may_call: false, reason: 'test_case' });
    const { person, calling } = await seen(id);
    expect([person.phone, calling.may_call, calling.ended]).toEqual([null, false, 'test_case']);
  });

  it('puts nobody on the live list, and is spared by a list of its own', async () => {
    const owner = newOwner();
    const { id } = await open(door, owner, false);
    expect((await caller.act('calls', id, { outcome: 'do_not_contact' })).status).toBe(200);
    const live = await open(door, owner);
    expect(await caller.next()).toMatchObject({ consultation: { id: live.id }, phone: owner.dialed });
    const again = await open(door, owner, false);
    expect((await caller.act('claim', again.id)).body.code).toBe('do_not_contact');
    expect([await isListed({ email: owner.email }), await isListed({ phone: owner.phone })]).toEqual([false, false]);
  });

  it('is not touched by the live list, nor keeps it a number from a live case or a live case one from it', async () => {
    const [silent, owner] = [newOwner(), newOwner()];
    await staff('/do-not-contact', { phone: silent.phone });
    const spared = await open(door, silent, false);
    expect((await caller.act('claim', spared.id)).status).toBe(200);
    const [test, live] = [await open(door, owner, false), await open(door, owner)];
    const other = await givenCaller(parts.current.harness);
    expect((await other.act('claim', live.id)).status).toBe(200);
    expect((await caller.act('claim', test.id)).status).toBe(200);
  });

  it('lends no contact to an administrator’s wish', async () => {
    const [owner, other] = [newOwner(), newOwner()];
    await open(door, { email: owner.email, phone: other.phone }, false);
    const { body } = await staff('/do-not-contact', administrator(owner));
    expect(body.listed).toHaveLength(1);
    expect(await isListed({ phone: other.phone })).toBe(false);
  });
});

describe('a referral of the sandbox', () => {
  it('does not tell whether somebody is on the live list', async () => {
    const owner = newOwner();
    await staff('/do-not-contact', { phone: owner.phone });
    const { key } = await givenPartner(parts.current.harness);
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', phone: owner.phone };
    const made = await givenReferral(parts.current.harness, key, { borrower });
    expect(made).toMatchObject({ status: 'invited', status_note: null });
  });
});
