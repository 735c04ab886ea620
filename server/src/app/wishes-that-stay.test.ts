import { beforeEach, describe, expect, it } from 'vitest';
import { textReplyPath } from '#gateways/text';
import { doors, newOwner, type Door, type OpenedCase, type Owner } from '#test/case-doors';
import { callBack, useTextHarness } from '#test/twilio';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

const parts = useTextHarness({ GAP_REQUESTS_PER_MIN: '1000000' });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(parts.current.harness);
});

const open = (door: Door, owner: Owner): Promise<OpenedCase> =>
  doors[door](parts.current.harness, { owner, token: caller.token });

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

describe('a wish that staff noted stays with the case', () => {
  const tell = ({ partner, sourceId }: OpenedCase, { phone }: Owner) =>
    partner(`PATCH /plans/enrollments/${sourceId}`, { member: { phone } });

  /** What somebody gets to see of a number: handed the next case, claiming this one, opening its page. */
  async function numbersOf(id: string): Promise<unknown[]> {
    const next = await caller.next();
    const { body: claimed } = await caller.act('claim', id);
    const { person, calling } = await seen(id);
    return [next.none, claimed.phone, claimed.may_call, person.phone, calling.may_call];
  }
  const none = [true, null, false, null, false];

  it('when the number changes before anybody has found it', async () => {
    const before = newOwner();
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    await tell(member, newOwner());
    expect(await numbersOf(member.id)).toEqual(none);
  });

  it('when the number changes twice, and the last one answers START', async () => {
    const [before, last] = [newOwner(), newOwner()];
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    expect((await caller.act('claim', member.id)).status).toBe(409);
    await tell(member, newOwner());
    await tell(member, last);
    await text(last.dialed, 'STOP');
    await text(last.dialed, 'START');
    expect(await numbersOf(member.id)).toEqual(none);
  });
});

describe('the wish not to be contacted, said when the case has ended meanwhile', () => {
  it.each<[string, Door, (opened: OpenedCase) => Promise<unknown>]>([
    ['the intake’s time is over', 'agent_intake', async () => parts.current.harness.clock.advance(15 * 86_400)],
    [
      'the consultation has begun',
      'agent_intake',
      async (opened) => {
        await noteCall('agent_intake', opened, 'confirmed');
        expect((await staff(`/intakes/${opened.sourceId}/start`)).status).toBe(200);
      },
    ],
    ['the borrower said no before', 'referral', (opened) => noteCall('referral', opened, 'declined')],
  ])('is refused for the case and taken for the person: %s', async (_what, door, end) => {
    const owner = newOwner();
    const opened = await open(door, { email: owner.email, phone: owner.phone });
    await end(opened);
    caller = await givenCaller(parts.current.harness);
    const { status, body } = await noteCall(door, opened, 'do_not_contact');
    expect([status, body.code]).toEqual([409, 'invalid_state']);
    expect([await isListed({ email: owner.email }), await isListed({ phone: owner.phone })]).toEqual([true, true]);
  });
});

describe('a borrower who is only invited', () => {
  it.each(['phone', 'email'] as const)('gets nothing once their %s is on the list', async (kind) => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const { email, phone, dialed } = newOwner();
    await givenReferral(harness, key, { borrower: { first_name: 'Synthetic', last_name: 'Borrower', email, phone } });
    await staff('/do-not-contact', { [kind]: { email, phone }[kind] });
    await harness.sendMessages();
    expect([twilio.to(dialed), harness.mailbox.to(email.toLowerCase())]).toEqual([[], []]);
  });
});
